//! The file name of the local storage of a workspace.
//!
//! A profile has a file of its name. Any other workspace has a readable name derived from its
//! address or database, with a digest.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::client::Address;
use crate::config;
use crate::config::{CreateVersion, Profile};
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::service::store::DatabaseUrl;
use crate::storage::LocalStore;
use crate::text::to_hex;

/// The maximum length of the readable part of a file name.
const MAX_LENGTH: usize = 40;

#[derive(Debug)]
pub(super) struct StoreLocation {
    slug: String,
    /// The data from before there was a profile.
    slug_without_profile: String,
    /// Whether the profile may take over that data.
    takes_over: bool,
    server: String,
    creates_v0: bool,
    web_url: Option<String>,
}

impl StoreLocation {
    pub(super) fn for_server(address: &Address, profile: Option<&Profile>) -> Self {
        let server = address.to_string();
        let readable = server.split_once("://").map_or(server.as_str(), |(_, rest)| rest);
        Self::new(derive_slug(readable, server.as_bytes()), server.clone(), profile)
    }

    pub(super) fn for_database(url: &DatabaseUrl, profile: Option<&Profile>) -> Self {
        let path = match url {
            DatabaseUrl::Sqlite(path) => path,
            DatabaseUrl::Postgres(login) => {
                let (server, name) = (login.address.to_string(), login.address.database());
                return Self::new(derive_slug(name, server.as_bytes()), server, profile);
            }
        };
        // Fails only if the file was just deleted.
        let path = path.canonicalize().unwrap_or_else(|_missing| path.to_owned());
        let readable = path.file_stem().unwrap_or_default().to_string_lossy();
        let slug = derive_slug(&readable, path.as_os_str().as_encoded_bytes());
        Self::new(slug, path.to_string_lossy().into_owned(), profile)
    }

    fn new(slug: String, server: String, profile: Option<&Profile>) -> Self {
        Self {
            slug: profile.map_or_else(|| slug.clone(), |profile| profile_slug(&profile.name)),
            slug_without_profile: slug,
            takes_over: true,
            server,
            creates_v0: profile.is_some_and(|profile| profile.create == CreateVersion::V0),
            web_url: profile.and_then(|profile| profile.web_url.clone()),
        }
    }

    /// Only the first profile of an address takes over the data that is there without one: two
    /// accounts on one server must not share a file.
    pub(super) fn taking_over(self, takes_over: bool) -> Self {
        Self { takes_over, ..self }
    }

    pub(super) fn local_store(&self, mirror: MirrorSettings) -> LocalStore {
        let data = config::data_directory().map_err(|error| error.to_string());
        let file = data.map(|data| self.file_in(&data.join("local")));
        let (server, web_url) = (self.server.clone(), self.web_url.clone());
        LocalStore { file, server, creates_v0: self.creates_v0, web_url, mirror }
    }
}

impl StoreLocation {
    /// A profile that is new for a workspace takes over the data that is there without one.
    fn file_in(&self, folder: &Path) -> PathBuf {
        let file = |slug: &str| folder.join(format!("{slug}.db"));
        let (own, earlier) = (file(&self.slug), file(&self.slug_without_profile));
        if self.takes_over && !own.exists() && earlier.exists() { earlier } else { own }
    }
}

/// The profile name itself if it is a valid file name everywhere. It has no dot, which derived
/// names have, so no two workspaces share a file.
pub(crate) fn profile_slug(name: &str) -> String {
    let is_plain_byte = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    let is_plain = !name.is_empty() && name.len() <= MAX_LENGTH && name.bytes().all(is_plain_byte);
    if is_plain { name.to_owned() } else { derive_slug(name, name.as_bytes()) }
}

fn derive_slug(readable: &str, bytes: &[u8]) -> String {
    let mut slug = String::new();
    for letter in readable.chars().flat_map(char::to_lowercase).take(MAX_LENGTH) {
        match letter {
            'a'..='z' | '0'..='9' => slug.push(letter),
            '.' if !slug.is_empty() => slug.push(letter),
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug.truncate(slug.trim_end_matches(['-', '.']).len());
    if slug.is_empty() {
        slug.push_str("workspace");
    }
    slug.push('.');
    slug.extend(to_hex(&Sha256::digest(bytes)).chars().take(8));
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_profile_takes_over_the_data_of_its_server() {
        let folder = tempfile::tempdir().unwrap();
        let address = Address::parse("https://a.example").unwrap();
        let profile = Profile { name: "work".to_owned(), ..Profile::default() };
        let name = |profile: Option<&Profile>| {
            let location = StoreLocation::for_server(&address, profile);
            let file = location.file_in(folder.path());
            file.file_name().unwrap().to_string_lossy().into_owned()
        };
        assert_eq!(name(Some(&profile)), "work.db");
        std::fs::write(folder.path().join(name(None)), "").unwrap();
        assert_eq!(name(Some(&profile)), name(None));
        let other = StoreLocation::for_server(&address, Some(&profile)).taking_over(false);
        assert_eq!(other.file_in(folder.path()), folder.path().join("work.db"));
        std::fs::write(folder.path().join("work.db"), "").unwrap();
        assert_eq!(name(Some(&profile)), "work.db");
    }

    #[test]
    fn the_slug_of_a_profile_is_its_name() {
        for (name, slug) in [
            ("work", "work"),
            ("the_agency-2", "the_agency-2"),
            ("The Agency", "the-agency.5d024f44"),
            ("a.b", "a.b.2e7336dc"),
            ("../../etc", "etc.74ccf3c5"),
            ("", "workspace.e3b0c442"),
            ("Работа", "workspace.e0cd2293"),
        ] {
            assert_eq!(profile_slug(name), slug, "{name:?}");
        }
        assert!(profile_slug(&"x".repeat(400)).len() < 60);
    }

    #[test]
    fn the_slug_of_any_other_workspace_is_readable() {
        let slug = |url| StoreLocation::for_server(&Address::parse(url).unwrap(), None).slug;
        assert_eq!(
            slug("https://recruiting.example:8443/api/"),
            "recruiting.example-8443-api.1a91b904"
        );
        assert_eq!(slug("https://a.example/api"), slug("https://a.example/api/"));
        assert_ne!(slug("https://a.example/x"), slug("https://a.example/y"));
        assert_ne!(slug("http://localhost"), slug("https://localhost"));

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("My Agency.db");
        std::fs::write(&path, "").unwrap();
        let slug = |path: &Path| {
            StoreLocation::for_database(&DatabaseUrl::Sqlite(path.to_owned()), None).slug
        };
        assert!(slug(&path).starts_with("my-agency."), "{}", slug(&path));
        let indirect = folder.path().join(".").join("My Agency.db");
        assert_eq!(slug(&indirect), slug(&path));
        let slug = |url: &str| StoreLocation::for_database(&url.parse().unwrap(), None).slug;
        assert!(slug("postgres://me@host/agency").starts_with("agency."));
        assert_ne!(slug("postgres://me@host/agency"), slug("postgres://me@other/agency"));
    }
}
