//! A server whose data is replaced while its address stays, and that can be stopped.

use std::sync::{Arc, Mutex};

use shortlist::service::ServiceSettings;
use shortlist::service::store::record::StoreRecord;

use crate::support::harness::Service;
use crate::support::relay::forward;
use crate::support::scripted_server::ScriptedServer;
use crate::support::server_thread::block_on_new_runtime;
use crate::support::tcp_proxy::{Proxy, ProxyMode};

pub(crate) struct ChangingServer {
    service: Arc<Mutex<Arc<Service>>>,
    http: ScriptedServer,
    proxy: Proxy,
}

impl ChangingServer {
    pub(crate) fn start(records: Vec<StoreRecord>) -> Self {
        let service = Arc::new(Mutex::new(service_with(records)));
        let target = Arc::clone(&service);
        let http = ScriptedServer::start(move |request| {
            let service = Arc::clone(&target.lock().unwrap());
            forward(&service, request)
        });
        let proxy = Proxy::to(http.address);
        block_on_new_runtime(proxy.set(ProxyMode::Open));
        Self { service, http, proxy }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.proxy.address)
    }

    /// Waits until this many more requests came.
    pub(crate) fn wait_for_requests(&self, count: usize) {
        let before = self.http.log().requests.len();
        block_on_new_runtime(self.http.wait_until(|log| log.requests.len() >= before + count));
    }

    pub(crate) fn stop(&self) {
        block_on_new_runtime(self.proxy.set(ProxyMode::Refuse));
    }

    /// Starts it again, with these records.
    pub(crate) fn restart_with(&self, records: Vec<StoreRecord>) {
        *self.service.lock().unwrap() = service_with(records);
        block_on_new_runtime(self.proxy.set(ProxyMode::Open));
    }
}

fn service_with(records: Vec<StoreRecord>) -> Arc<Service> {
    Arc::new(Service::with(ServiceSettings::default(), records))
}
