//! Answers with a different record than the requested one.

use serde_json::{Value, json};
use shortlist::client::{Client, ClientError, Delivery, ErrorKind, Fault, Retry};
use shortlist::wire::{CandidateId, JobId, PersonId, UpdatePerson};

use crate::support::client_errors::classify;
use crate::support::scripted_server::{ScriptedServer, page, record};

/// Reads the record `x` of a kind and returns its id.
async fn read(client: &Client, kind: &str) -> Result<String, ClientError> {
    Ok(match kind {
        "jobs" => client.read_job(&JobId::from("x")).await?.record.id.to_string(),
        "candidates" => client.read_candidate(&CandidateId::from("x")).await?.record.id.to_string(),
        _ => client.read_person(&PersonId::from("x")).await?.record.id.to_string(),
    })
}

#[tokio::test]
async fn a_record_with_another_id_or_none_is_an_error() {
    for kind in ["jobs", "candidates", "persons"] {
        for (id, received) in [
            (json!("y"), "y"),
            (json!("X"), "X"),
            (json!(7), "7"),
            (json!(""), "a record without an ID"),
            (Value::Null, "a record without an ID"),
        ] {
            let data = json!({"id": id, "name": "Bo", "person_id": "x", "job_id": "x"});
            let server = ScriptedServer::always(record(&data));
            let error = read(&server.client(), kind).await.unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "GET /v1/{kind}/x: the server sent the wrong record (200): requested x, received {received}"
                )
            );
            assert_eq!(
                classify(&error),
                (Delivery::Confirmed, Retry::Never, Fault::Server, Some(200), None)
            );
            assert_eq!(server.requests(), [format!("GET /v1/{kind}/x")]);
        }
        let server = ScriptedServer::always(record(&json!({"id": "x"})));
        assert_eq!(read(&server.client(), kind).await.unwrap(), "x");
    }
}

#[tokio::test]
async fn an_update_that_names_another_person_has_no_clear_answer() {
    for (data, is_clear) in [
        (json!({"message": "done"}), true),
        (json!({"message": "done", "id": "x"}), true),
        (json!({"message": "done", "id": null}), true),
        (json!({"message": "done", "id": "y"}), false),
        (json!({"message": "done", "id": 7}), false),
    ] {
        let server = ScriptedServer::always(record(&data));
        let changes = UpdatePerson::default();
        let updated = server.client().update_person(&PersonId::from("x"), &changes, None).await;
        match updated {
            Ok(notice) => assert!(is_clear && notice.message == "done", "{data}"),
            Err(error) => {
                let is_wrong = matches!(error.kind(), ErrorKind::WrongRecord { .. });
                assert!(!is_clear && is_wrong, "{data}: {error}");
                assert_eq!(error.delivery(), Delivery::Confirmed, "it may have been applied");
            }
        }
    }
}

#[tokio::test]
async fn a_row_of_another_job_is_left_out_and_counted() {
    let rows = [
        json!({"id": "a"}),
        json!({"id": "b", "job_id": "x"}),
        json!({"id": "c", "job_id": "y"}),
        json!({"id": "d", "job_id": null}),
        json!({"name": "no id", "job_id": "y"}),
        json!({"id": "e", "job_id": 7}),
        json!({"id": "f", "job_id": ""}),
    ];
    let server = ScriptedServer::always(page(&rows, rows.len(), 0, 100));
    let client = server.client();
    let items = client.list_candidates(&JobId::from("x"), 0, 100).await.unwrap().items;
    let ids: Vec<&str> = items.good.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(
        (ids, items.bad, items.foreign),
        (vec!["a", "b", "d", "f"], vec![2, 4, 5], vec![2, 5])
    );

    let list = shortlist::client::ListEndpoint::candidates(&JobId::from("x"));
    let (rows, completeness) = client.paginate(&list).collect().await;
    assert_eq!(rows.len(), 4);
    assert_eq!((completeness.unreadable, completeness.foreign), (vec![4], vec![2, 5]));
}
