//! The client and our service over a network that fails and recovers.

use std::time::Duration;

use shortlist::client::{
    Client, Delivery, Fault, ListEndpoint, Options, RequestEvent, Retry, SecretString,
};
use shortlist::service::ServiceSettings;
use shortlist::wire::{CreatePerson, JobId, Patch, PersonId, UpdatePerson};

use super::request_trace::{listen, wait_for_event};
use crate::support::client_errors::{classify, no_answer};
use crate::support::harness::Service;
use crate::support::http::KEY;
use crate::support::relay::{JOB, entries};
use crate::support::scripted_server;
use crate::support::tcp_proxy::{Proxy, ProxyMode};

/// A service with 250 candidates for one job.
fn service() -> Service {
    Service::with(ServiceSettings::default(), entries(250))
}

fn client(proxy: &Proxy, change: impl FnOnce(&mut Options)) -> Client {
    let key = SecretString::from(KEY);
    scripted_server::client(proxy.address, |options| {
        options.key = key;
        change(options);
    })
}

fn job() -> JobId {
    JobId::from(JOB)
}

fn renamed(name: &str) -> UpdatePerson {
    UpdatePerson { name: Patch::Set(name.to_owned()), ..UpdatePerson::default() }
}

#[tokio::test]
async fn an_outage_while_reading_a_list_leaves_a_gap_and_the_rows_so_far() {
    let service = service();
    let proxy = Proxy::to(service.address);
    let client = client(&proxy, scripted_server::short_deadline);
    let list = ListEndpoint::candidates(&job());
    let mut paginator = client.paginate(&list);
    assert_eq!(paginator.next().await.unwrap().rows.len(), 100);
    proxy.set(ProxyMode::Refuse).await;
    assert!(paginator.next().await.is_none());
    let completeness = paginator.completeness();
    assert_eq!((completeness.read, completeness.total), (100, Some(250)));
    let error = completeness.error().unwrap();
    assert_eq!(classify(error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    let message: Vec<String> = completeness.gaps.iter().map(ToString::to_string).collect();
    assert!(message.iter().all(|gap| gap.contains("cannot reach the server")), "{message:?}");

    proxy.set(ProxyMode::Open).await;
    let (rows, completeness) = client.paginate(&list).collect().await;
    assert_eq!((rows.len(), completeness.is_complete()), (250, true), "{completeness:?}");
}

#[tokio::test]
async fn a_read_with_a_truncated_answer_is_retried() {
    let service = service();
    let proxy = Proxy::to(service.address);
    let client = client(&proxy, |_| {});
    let whole = client.list_candidates(&job(), 0, 100).await.unwrap();
    for after in [0, 1, 100, 2000] {
        proxy.set(ProxyMode::CutOnce(after)).await;
        let again = client.list_candidates(&job(), 0, 100).await.unwrap();
        assert_eq!(again, whole, "cut after {after}");
    }
}

#[tokio::test]
async fn a_write_with_a_lost_answer_is_applied_once() {
    let service = service();
    let proxy = Proxy::to(service.address);
    let client = client(&proxy, |_| {});
    let id = PersonId::from("per_7");
    let before = client.read_person(&id).await.unwrap();
    proxy.set(ProxyMode::CutOnce(0)).await;
    let error =
        client.update_person(&id, &renamed("Ida"), before.etag.as_deref()).await.unwrap_err();
    assert_eq!(classify(&error), (Delivery::Unknown, Retry::Soon, Fault::Network, None, None));
    assert_eq!(
        client.read_person(&id).await.unwrap().record.name,
        "Ida",
        "a read shows that the update was applied"
    );
    let late = client.update_person(&id, &renamed("Oda"), before.etag.as_deref()).await;
    assert_eq!(late.unwrap_err().fault(), Fault::Conflict, "the old version is stale");

    proxy.set(ProxyMode::CutOnce(40)).await;
    let person = CreatePerson { name: Some("Only Once".to_owned()), ..CreatePerson::default() };
    let error = client.create_person(&person).await.unwrap_err();
    assert_eq!((error.delivery(), error.attempts()), (Delivery::Unknown, 1), "{error}");
    let contents = tokio::task::spawn_blocking(move || service.contents()).await.unwrap();
    let created = contents.iter().filter(|line| line.contains("Only Once")).count();
    assert_eq!(created, 1);
}

#[tokio::test]
async fn a_stalled_network_times_out_and_can_be_used_again() {
    let service = service();
    let proxy = Proxy::to(service.address);
    let client = client(&proxy, |options| {
        options.read_timeout = Duration::from_millis(150);
        options.deadline = Duration::from_millis(300);
    });
    proxy.set(ProxyMode::Stall).await;
    let error = client.read_job(&job()).await.unwrap_err();
    assert_eq!(error.to_string(), no_answer("GET /v1/jobs/job_rust", &error));
    assert_eq!(classify(&error), (Delivery::Unknown, Retry::Soon, Fault::Network, None, None));
    proxy.set(ProxyMode::Open).await;
    // With the default deadline, as a busy machine may need it.
    let patient = self::client(&proxy, |_| {});
    assert_eq!(patient.read_job(&job()).await.unwrap().record.name, "Rust Engineer");
}

#[tokio::test]
async fn a_call_during_an_outage_succeeds_when_the_server_is_back() {
    let service = service();
    let proxy = Proxy::to(service.address);
    proxy.set(ProxyMode::Refuse).await;
    let error = client(&proxy, scripted_server::short_deadline).read_job(&job()).await.unwrap_err();
    assert_eq!(classify(&error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    let patient = client(&proxy, |_| {});
    let mut events = listen(&patient);
    let reading = tokio::spawn(async move { patient.read_job(&job()).await });
    wait_for_event(&mut events, |event| matches!(event, RequestEvent::Retrying { .. })).await;
    proxy.set(ProxyMode::Open).await;
    assert_eq!(reading.await.unwrap().unwrap().record.name, "Rust Engineer");
}
