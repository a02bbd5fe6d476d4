//! The programs of `PostgreSQL` on this machine. The benchmark of the service uses them too.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The programs of `PostgreSQL`, and who may run them: not root.
#[derive(Debug, Clone)]
pub(crate) struct Programs {
    pub(crate) folder: PathBuf,
    pub(crate) user: Option<(u32, u32)>,
}

impl Programs {
    pub(crate) fn find() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut installed: Vec<PathBuf> =
            versions.map(|version| version.path().join("bin")).collect();
        installed.sort();
        folders.extend(installed.into_iter().rev());
        // Some systems link a few of the programs from another folder.
        let real =
            |folder: PathBuf| Some(folder.join("initdb").canonicalize().ok()?.parent()?.to_owned());
        let programs = ["postgres", "pg_basebackup"];
        let is_whole = |folder: &PathBuf| programs.iter().all(|it| folder.join(it).is_file());
        let folder = folders.into_iter().filter_map(real).find(is_whole)?;
        let is_root = std::fs::metadata("/proc/self")
            .is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0);
        Some(Self { folder, user: is_root.then(unprivileged_user) })
    }

    pub(crate) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.folder.join(name));
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command.env("LC_ALL", "C").current_dir("/").stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, name: &str, arguments: &[&str]) {
        let output = self.command(name).args(arguments).output().expect("a program");
        assert!(
            output.status.success(),
            "{name} {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// Starts a server that listens on a socket, and ends when the stdin of this child is closed: also
    /// if this process is killed. What is to be removed then may be nothing.
    pub(crate) fn start_server(
        &self,
        (data, socket): (&Path, &Path),
        settings: &[String],
        log: File,
        to_remove: &Path,
    ) -> Child {
        let script = "\"$0\" \"$@\" & server=$!; cat > /dev/null; kill -QUIT $server; wait $server
            [ -z \"$TO_REMOVE\" ] || rm -rf \"$TO_REMOVE\"";
        let mut supervisor = Command::new("sh");
        if let Some((user, group)) = self.user {
            supervisor.uid(user).gid(group);
        }
        supervisor
            .args(["-c", script])
            .arg(self.folder.join("postgres"))
            .arg("-D")
            .arg(data)
            .arg("-k")
            .arg(socket)
            .args(["-c", "listen_addresses=", "-c", "max_connections=300"])
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .env("TO_REMOVE", to_remove)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("a shell")
    }
}

/// `postgres` or, failing that, `nobody`.
fn unprivileged_user() -> (u32, u32) {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    find("postgres").or_else(|| find("nobody")).unwrap_or((65_534, 65_534))
}
