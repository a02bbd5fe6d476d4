//! A workspace on a test server, opened without the command line.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use shortlist::client::{Client, SecretString};
use shortlist::recruiting::mirror_settings::MirrorSettings;
use shortlist::storage::LocalStore;
use shortlist::tui::runtime::workspace::{OpenError, OwnDatabase, Workspace, WorkspaceOpener};

pub(crate) struct TestWorkspace {
    pub(crate) client: Client,
    pub(crate) local_store: LocalStore,
    pub(crate) own_database: Option<Arc<dyn OwnDatabase>>,
}

impl TestWorkspace {
    /// The recruiter's own data is in this file; or the reason why there is none.
    pub(crate) fn new(client: Client, file: Result<PathBuf, String>) -> Self {
        let server = "test".to_owned();
        let local_store = LocalStore {
            file,
            server,
            creates_v0: false,
            web_url: None,
            // The tests count requests.
            mirror: MirrorSettings { sync: None, ..MirrorSettings::default() },
        };
        Self { client, local_store, own_database: None }
    }
}

impl WorkspaceOpener for TestWorkspace {
    fn open(
        &self,
        _key: Option<SecretString>,
        _tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let opened = Workspace {
            client: self.client.clone(),
            title: "Test".to_owned(),
            welcome: Vec::new(),
            is_offline: false,
            local_store: self.local_store.clone(),
            own_database: self.own_database.clone(),
            guard: Box::new(()),
        };
        Box::pin(std::future::ready(Ok(opened)))
    }
}
