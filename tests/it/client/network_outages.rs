//! The client and the service, over a way that breaks and is mended.

use std::time::Duration;

use shortlist::client::{Client, Delivery, Fault, ListEndpoint, Options, Retry, SecretString};
use shortlist::service::ServiceSettings;
use shortlist::service::store::record::{CandidateRecord, PersonRecord, StoreRecord};
use shortlist::wire::{CreatePerson, JobId, Patch, PersonId, StageEntry, UpdatePerson};

use crate::support::client_errors::questions;
use crate::support::harness::{self, Service, agency};
use crate::support::scripted_server;
use crate::support::tcp_proxy::{Proxy, Way};

/// A service where 250 people stand in for one job.
fn service() -> Service {
    let mut entries = agency();
    let now = Some(chrono::Utc::now().into());
    for number in 0..250 {
        let person = PersonRecord {
            id: format!("per_{number}").into(),
            name: format!("Ada {number}"),
            ..PersonRecord::default()
        };
        let entered = StageEntry {
            stage_id: "applied".into(),
            stage_name: "APPLIED".to_owned(),
            stage_date: now,
            ..StageEntry::default()
        };
        let candidate = CandidateRecord {
            id: format!("can_{number}").into(),
            person_id: person.id.clone(),
            job_id: job(),
            current_pipeline_stage_id: "applied".into(),
            current_pipeline_stage_date: now,
            created_at: now,
            pipeline_stage_history: vec![entered],
            ..CandidateRecord::default()
        };
        entries.extend([StoreRecord::Person(Box::new(person)), StoreRecord::Candidate(candidate)]);
    }
    Service::with(ServiceSettings::default(), entries)
}

fn client(proxy: &Proxy, change: impl FnOnce(&mut Options)) -> Client {
    let key = SecretString::from(harness::KEY);
    scripted_server::client(proxy.address, |options| {
        options.key = key;
        change(options);
    })
}

fn job() -> JobId {
    JobId::from("job_rust")
}

fn renamed(name: &str) -> UpdatePerson {
    UpdatePerson { name: Patch::Set(name.to_owned()), ..UpdatePerson::default() }
}

#[tokio::test]
async fn a_network_that_goes_in_mid_walk_leaves_a_gap_and_what_was_read() {
    let service = service();
    let proxy = Proxy::to(service.address);
    let client = client(&proxy, scripted_server::hasty);
    let list = ListEndpoint::candidates(&job());
    let mut walk = client.paginate(&list);
    assert_eq!(walk.next().await.unwrap().rows.len(), 100);
    proxy.set(Way::Refuse).await;
    assert!(walk.next().await.is_none());
    let completeness = walk.completeness();
    assert_eq!((completeness.read, completeness.total), (100, Some(250)));
    let error = completeness.error().unwrap();
    assert_eq!(questions(error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    let told: Vec<String> = completeness.gaps.iter().map(ToString::to_string).collect();
    assert!(told.iter().all(|gap| gap.contains("the server cannot be reached")), "{told:?}");

    proxy.set(Way::Open).await;
    let (rows, completeness) = client.paginate(&list).collect().await;
    assert_eq!((rows.len(), completeness.is_complete()), (250, true), "{completeness:?}");
}

#[tokio::test]
async fn an_answer_that_is_cut_anywhere_is_asked_for_again() {
    let service = service();
    let proxy = Proxy::to(service.address);
    let client = client(&proxy, |_| {});
    let whole = client.list_candidates(&job(), 0, 100).await.unwrap();
    for after in [0, 1, 100, 2000] {
        proxy.set(Way::CutOnce(after)).await;
        let again = client.list_candidates(&job(), 0, 100).await.unwrap();
        assert_eq!(again, whole, "cut after {after}");
    }
}

#[tokio::test]
async fn a_change_whose_answer_is_lost_was_made_once() {
    let service = service();
    let proxy = Proxy::to(service.address);
    let client = client(&proxy, |_| {});
    let id = PersonId::from("per_7");
    let before = client.read_person(&id).await.unwrap();
    proxy.set(Way::CutOnce(0)).await;
    let error =
        client.update_person(&id, &renamed("Ida"), before.etag.as_deref()).await.unwrap_err();
    assert_eq!(questions(&error), (Delivery::Unknown, Retry::Soon, Fault::Network, None, None));
    assert_eq!(client.read_person(&id).await.unwrap().record.name, "Ida", "reading settles it");
    let late = client.update_person(&id, &renamed("Oda"), before.etag.as_deref()).await;
    assert_eq!(late.unwrap_err().fault(), Fault::Conflict, "the old version is gone");

    proxy.set(Way::CutOnce(40)).await;
    let person = CreatePerson { name: Some("Only Once".to_owned()), ..CreatePerson::default() };
    let error = client.create_person(&person).await.unwrap_err();
    assert_eq!((error.delivery(), error.attempts()), (Delivery::Unknown, 1), "{error}");
    let contents = tokio::task::spawn_blocking(move || service.contents()).await.unwrap();
    let made = contents.iter().filter(|line| line.contains("Only Once")).count();
    assert_eq!(made, 1);
}

#[tokio::test]
async fn a_network_that_stalls_is_given_up_and_used_again() {
    let service = service();
    let proxy = Proxy::to(service.address);
    let client = client(&proxy, |options| {
        options.read_timeout = Duration::from_millis(150);
        options.deadline = Duration::from_millis(300);
    });
    proxy.set(Way::Stall).await;
    let error = client.read_job(&job()).await.unwrap_err();
    assert!(error.to_string().starts_with("GET /v1/jobs/job_rust: no answer came within 0."));
    assert_eq!(questions(&error), (Delivery::Unknown, Retry::Soon, Fault::Network, None, None));
    proxy.set(Way::Open).await;
    // With the time that a busy machine may need.
    let patient = self::client(&proxy, |_| {});
    assert_eq!(patient.read_job(&job()).await.unwrap().record.name, "Rust Engineer");
}

#[tokio::test]
async fn a_server_that_comes_back_is_found_by_the_same_call() {
    let service = service();
    let proxy = Proxy::to(service.address);
    proxy.set(Way::Refuse).await;
    let patient = client(&proxy, |_| {});
    let reading = tokio::spawn(async move { patient.read_job(&job()).await });
    let error = client(&proxy, scripted_server::hasty).read_job(&job()).await.unwrap_err();
    assert_eq!(questions(&error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    proxy.set(Way::Open).await;
    assert_eq!(reading.await.unwrap().unwrap().record.name, "Rust Engineer");
}
