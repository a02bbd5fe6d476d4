//! Reads that name a version that the caller already has.

use serde_json::json;
use shortlist::client::{Client, ClientError, Delivery, Fault, ListEndpoint, Retry};
use shortlist::wire::{CandidateId, JobId, PersonId};

use crate::support::client_errors::classify;
use crate::support::harness::Service;
use crate::support::scripted_server::{ScriptedServer, Step, answer, client, ok};

const LISTS: [&str; 2] = ["jobs", "candidates of a job"];
const RECORDS: [&str; 3] = ["job", "candidate", "person"];

/// Reads something and returns its tag, or None if it is unchanged.
async fn read(
    client: &Client,
    kind: &str,
    id: &str,
    etag: Option<&str>,
) -> Result<Option<Option<String>>, ClientError> {
    let job = JobId::from(id);
    Ok(match kind {
        "job" => client.read_job_if_changed(&job, etag).await?.map(|job| job.etag),
        "candidate" => {
            let id = CandidateId::from(id);
            client.read_candidate_if_changed(&id, etag).await?.map(|candidate| candidate.etag)
        }
        "person" => {
            let id = PersonId::from(id);
            client.read_person_if_changed(&id, etag).await?.map(|person| person.etag)
        }
        "jobs" => {
            let list = ListEndpoint::jobs();
            client.page_if_changed(&list, 0, 9, etag).await?.map(|page| page.etag)
        }
        _ => {
            let list = ListEndpoint::candidates(&job);
            client.page_if_changed(&list, 0, 9, etag).await?.map(|page| page.etag)
        }
    })
}

fn not_modified() -> Vec<Step> {
    answer("304 Not Modified", "", "")
}

#[tokio::test]
async fn a_known_tag_is_sent_as_it_is_and_a_304_means_unchanged() {
    for kind in RECORDS.into_iter().chain(LISTS) {
        for tag in ["\"v1\"", "W/\"v1\"", "unquoted"] {
            let server = ScriptedServer::always(not_modified());
            assert_eq!(read(&server.client(), kind, "x", Some(tag)).await.unwrap(), None);
            let requests = server.log().requests;
            assert_eq!(requests.len(), 1);
            assert_eq!(requests[0].header("if-none-match"), Some(tag), "{kind}");
            assert_eq!(requests[0].header("if-match"), None);
        }
    }
}

#[tokio::test]
async fn an_answer_with_a_body_has_its_own_tag() {
    for (kind, data) in RECORDS
        .into_iter()
        .map(|kind| (kind, json!({"id": "x"})))
        .chain(LISTS.into_iter().map(|kind| (kind, json!([{"id": "x"}]))))
    {
        let body = json!({"success": true, "data": data}).to_string();
        let server = ScriptedServer::always(answer("200 OK", "ETag: W/\"v2\"\r\n", &body));
        for tag in [None, Some("\"v1\"")] {
            let etag = read(&server.client(), kind, "x", tag).await.unwrap();
            assert_eq!(etag, Some(Some("W/\"v2\"".to_owned())), "{kind}");
        }
        let server = ScriptedServer::always(ok(&body));
        let etag = read(&server.client(), kind, "x", Some("\"v1\"")).await.unwrap();
        assert_eq!(etag, Some(None), "this server sends no tags");
    }
}

#[tokio::test]
async fn a_304_is_an_error_if_no_tag_was_sent() {
    for kind in RECORDS.into_iter().chain(LISTS) {
        // A tag that does not fit a header is not sent.
        for tag in [None, Some("\"new\nline\"")] {
            let server = ScriptedServer::always(not_modified());
            let error = read(&server.client(), kind, "x", tag).await.unwrap_err();
            assert!(
                error.to_string().ends_with("the response (304) does not match the API: it reports no change, although the request named no version"),
                "{error}"
            );
            assert_eq!(
                classify(&error),
                (Delivery::Confirmed, Retry::Never, Fault::Server, Some(304), None)
            );
            assert_eq!(server.log().requests[0].header("if-none-match"), None);
        }
    }
}

#[tokio::test]
async fn our_service_reports_what_changed_since() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let id = |field: &str| created[field].as_str().unwrap().to_owned();
    let reads = [
        ("person", id("id")),
        ("candidate", id("candidate_id")),
        ("candidates of a job", "job_rust".to_owned()),
        ("job", "job_rust".to_owned()),
        ("jobs", String::new()),
    ];
    let client = client(service.address, |options| {
        options.key = crate::support::http::KEY.into();
    });
    let mut tags = Vec::new();
    for (kind, id) in &reads {
        let etag = read(&client, kind, id, None).await.unwrap().unwrap().unwrap();
        assert_eq!(read(&client, kind, id, Some(&etag)).await.unwrap(), None, "{kind}");
        tags.push(etag);
    }
    service.patch(&format!("/v1/persons/{}", id("id")), &json!({"name": "Ada Obi"})).data();
    let mut changed = Vec::new();
    for ((kind, id), etag) in reads.iter().zip(&tags) {
        if read(&client, kind, id, Some(etag)).await.unwrap().is_some() {
            changed.push(*kind);
        }
    }
    assert_eq!(changed, ["person", "candidate", "candidates of a job"]);
}
