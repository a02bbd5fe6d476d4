//! The people, candidates and jobs of the quirky server, and how its quirks
//! change them.

use serde_json::{Map, Value, json};

/// The job that every person of a new server is a candidate for.
pub(crate) const JOB: &str = "job_rust";
/// A job without candidates.
pub(crate) const OTHER_JOB: &str = "job_sales";

/// How the server treats all requests.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each quirk is independent of the others")]
pub(crate) struct Quirks {
    /// Sends an `ETag` and honours `If-Match`.
    pub(crate) etags: bool,
    /// The same with weak tags, which never match.
    pub(crate) weak_etags: bool,
    /// Answers an update with success and changes nothing.
    pub(crate) ignores_updates: bool,
    /// Appends a list to the stored one instead of replacing it.
    pub(crate) appends_to_lists: bool,
    /// Clears the fields that an update leaves out.
    pub(crate) clears_omitted: bool,
    /// Returns no external ids.
    pub(crate) hides_external_ids: bool,
    /// Stores names in its own spelling: reversed.
    pub(crate) rewrites_names: bool,
    /// Creates people without a candidate for the job.
    pub(crate) ignores_jobs: bool,
    /// How many reads after a write show the records from before it.
    pub(crate) stale_reads: usize,
    /// Resets every connection.
    pub(crate) is_down: bool,
    /// A read of the first id returns the record of the second.
    pub(crate) substitute: Option<(&'static str, &'static str)>,
}

impl Quirks {
    /// The id of the record that a read returns.
    pub(super) fn sent_id<'a>(&self, requested: &'a str) -> &'a str {
        match self.substitute {
            Some((id, other)) if id == requested => other,
            _ => requested,
        }
    }
}

/// The field of an update, and the field of a read that shows it.
const FIELDS: [(&str, &str); 5] = [
    ("name", "name"),
    ("first_name", "first_name"),
    ("last_name", "last_name"),
    ("current_job_title", "current_job_title"),
    ("company_name", "current_company_name"),
];
const WRITE_ONLY: [&str; 4] = ["address", "social_headline", "social_location", "notes"];
const LISTS: [(&str, &str); 2] = [("emails", "emails"), ("phone_numbers", "phones")];
const ENTRIES: [(&str, &str, &str); 4] = [
    ("work_email", "emails", "work"),
    ("personal_email", "emails", "personal"),
    ("mobile_phone", "phones", "mobile"),
    ("work_phone", "phones", "work"),
];

#[derive(Clone, PartialEq)]
pub(super) struct Records {
    pub(super) people: Vec<StoredPerson>,
    jobs: Vec<Value>,
    candidates: Vec<Value>,
    /// When candidates are created; otherwise a minute after the previous one.
    pub(super) created_at: Option<String>,
}

#[derive(Clone, PartialEq)]
pub(super) struct StoredPerson {
    /// As a read returns it.
    public: Value,
    write_only: Map<String, Value>,
    version: u64,
}

impl Records {
    pub(super) fn new() -> Self {
        let stage = |id: &str, order| {
            json!({"id": id, "name": id.to_uppercase(), "stage_order": order,
                   "is_rejection_stage": false, "is_interviewing_stage": false})
        };
        let job = |id: &str, name: &str, client: &str| {
            json!({"id": id, "name": name, "created_at": "2026-01-01T09:00:00Z",
                   "is_archived": false, "client_company_name": client,
                   "client_company_id": format!("cli_{client}"), "job_status_name": "Open",
                   "job_status_id": "sta_open",
                   "pipeline_stages": [stage("applied", 1), stage("screen", 2)]})
        };
        let jobs =
            vec![job(JOB, "Rust Engineer", "Northwind"), job(OTHER_JOB, "Head of Sales", "Umbra")];
        let mut records =
            Self { people: Vec::new(), jobs, candidates: Vec::new(), created_at: None };
        let complete = json!({
            "name": "Ada Lovelace", "first_name": "Ada", "last_name": "Lovelace",
            "current_job_title": "Engineer", "company_name": "Kestrel",
            "social_url": "https://social.example/in/ada", "external_source_id": "hr-1",
            "work_email": "ada@kestrel.example", "personal_email": "ada@home.example",
            "mobile_phone": "+44 20 7946 0001", "job_id": JOB,
            "notes": "met at the fair", "address": "12 St James's Square",
        });
        let minimal = json!({"name": "Bo", "job_id": JOB});
        let partial = json!({"name": "Guðrún Þórðardóttir", "current_job_title": "Nurse",
                          "company_name": "Landspítali", "work_email": "gudrun@lsh.example",
                          "job_id": JOB});
        for person in [complete, minimal, partial] {
            records.create(&person, Quirks::default());
        }
        records
    }

    pub(super) fn person(&self, id: &str) -> Option<&Value> {
        self.stored(id).map(|stored| &stored.public)
    }

    pub(super) fn write_only_fields(&self, id: &str) -> Value {
        json!(self.stored(id).map(|stored| stored.write_only.clone()))
    }

    pub(super) fn version(&self, id: &str) -> Option<u64> {
        self.stored(id).map(|stored| stored.version)
    }

    fn stored(&self, id: &str) -> Option<&StoredPerson> {
        self.people.iter().find(|stored| stored.public["id"] == id)
    }

    pub(super) fn job(&self, id: &str) -> Option<Value> {
        let job = self.jobs.iter().find(|job| job["id"] == id)?;
        let mut job = job.clone();
        job["candidate_count"] = json!(self.candidate_items(id).len());
        Some(job)
    }

    pub(super) fn job_items(&self) -> Vec<Value> {
        let items = self.jobs.iter().filter_map(|job| self.job(job["id"].as_str()?));
        items.map(|item| without(item, &["pipeline_stages"])).collect()
    }

    pub(super) fn candidate(&self, id: &str) -> Option<Value> {
        let mut candidate = self.candidates.iter().find(|item| item["id"] == id)?.clone();
        let person = self.person(candidate["person_id"].as_str()?)?;
        for key in ["name", "current_job_title", "current_company_name"] {
            candidate[key] = person[key].clone();
        }
        Some(candidate)
    }

    pub(super) fn candidate_items(&self, job: &str) -> Vec<Value> {
        let candidates = self.candidates.iter().filter(|candidate| candidate["job_id"] == job);
        let items = candidates.filter_map(|candidate| self.candidate(candidate["id"].as_str()?));
        let omitted = ["job_id", "pipeline_stage_history", "current_pipeline_stage_date"];
        items.map(|item| without(item, &omitted)).collect()
    }

    /// Creates a person. Returns the answer of version 1.
    pub(super) fn create(&mut self, body: &Value, quirks: Quirks) -> Value {
        let id = format!("per_{}", self.people.len() + 1);
        let parts = [&body["first_name"], &body["last_name"]].map(|part| part.as_str());
        let name = body["name"].as_str().map_or_else(
            || parts.into_iter().flatten().collect::<Vec<_>>().join(" "),
            str::to_owned,
        );
        let name = if quirks.rewrites_names { name.chars().rev().collect() } else { name };
        let list = |plural: &str, singular: &str| {
            let entries = body[plural].as_array().cloned().unwrap_or_default();
            let all = entries.into_iter().chain(body.get(singular).cloned());
            all.map(|value| json!({"contact_data_type": "other", "value": value}))
                .collect::<Vec<_>>()
        };
        let public = json!({
            "id": id, "name": name, "social_public_id": "", "first_name": "", "last_name": "",
            "current_job_title": "", "current_company_name": "", "current_company_id": "",
            "external_source_id": body["external_source_id"],
            "emails": list("emails", "email"), "phones": list("phone_numbers", "phone_number"),
            "work_experience": [], "education_experience": [], "certifications": [], "jobs": [],
        });
        self.people.push(StoredPerson { public, write_only: Map::new(), version: 0 });
        let omitted = ["emails", "phone_numbers", "email", "phone_number", "name"];
        let mut rest = without(body.clone(), &omitted);
        if quirks.ignores_jobs {
            rest = without(rest, &["job_id"]);
        }
        self.update(&id, &rest, Quirks::default());
        let person = self.person(&id).unwrap();
        json!({
            "id": id, "name": person["name"], "social_public_id": person["social_public_id"],
            "current_job_title": person["current_job_title"],
            "company_name": person["current_company_name"], "social_location": "",
            "emails": person["emails"], "phones": person["phones"],
            "candidate_id": person["jobs"][0]["candidate_id"], "client_contact_id": null,
            "external_source_id": person["external_source_id"],
        })
    }

    pub(super) fn update(&mut self, id: &str, body: &Value, quirks: Quirks) {
        if quirks.ignores_updates {
            return;
        }
        let association = body["job_id"].as_str().and_then(|job| self.add_candidate(id, job));
        let stored = self.people.iter_mut().find(|stored| stored.public["id"] == id).unwrap();
        stored.version += 1;
        let public = &mut stored.public;
        for (written, read) in FIELDS {
            match body.get(written) {
                Some(value) => public[read] = json!(value.as_str().unwrap_or_default()),
                None if quirks.clears_omitted && written != "name" => public[read] = json!(""),
                None => {}
            }
        }
        match body.get("social_url") {
            Some(url) => {
                let handle = url.as_str().unwrap_or_default().trim_end_matches('/').rsplit('/');
                public["social_public_id"] = json!(handle.clone().next());
            }
            None if quirks.clears_omitted => public["social_public_id"] = json!(""),
            None => {}
        }
        for (written, read) in LISTS {
            match body.get(written) {
                Some(list) => {
                    let mut before = public[read].as_array().cloned().unwrap_or_default();
                    before.retain(|_| quirks.appends_to_lists);
                    before.extend(list.as_array().into_iter().flatten().map(canonical));
                    public[read] = json!(before);
                }
                None if quirks.clears_omitted => public[read] = json!([]),
                None => {}
            }
        }
        for (written, read, kind) in ENTRIES {
            let Some(value) = body.get(written) else { continue };
            let list = public[read].as_array_mut().unwrap();
            let entry = list.iter_mut().find(|entry| entry["contact_data_type"] == kind);
            match entry {
                Some(entry) => entry["value"] = value.clone(),
                None => list.push(json!({"contact_data_type": kind, "value": value})),
            }
            list.retain(|entry| entry["value"].as_str().is_some_and(|value| !value.is_empty()));
        }
        for key in WRITE_ONLY {
            if let Some(value) = body.get(key) {
                stored.write_only.insert(key.to_owned(), value.clone());
            }
        }
        if let Some(association) = association {
            stored.public["jobs"].as_array_mut().unwrap().push(association);
        }
    }

    /// Adds a candidate, unless the person has one for this job.
    fn add_candidate(&mut self, person: &str, job: &str) -> Option<Value> {
        let jobs = self.person(person)?["jobs"].as_array()?;
        if jobs.iter().any(|association| association["job_id"] == job) {
            return None;
        }
        let job = self.job(job)?;
        let number = self.candidates.len() + 1;
        let id = format!("can_{number}");
        let minute = format!(
            "2026-05-{:02}T{:02}:{:02}:00Z",
            number / 1440 + 1,
            number / 60 % 24,
            number % 60
        );
        let at = self.created_at.as_ref().unwrap_or(&minute);
        let entered = json!({"stage_id": "applied", "stage_name": "APPLIED", "stage_date": at});
        self.candidates.push(json!({
            "id": id, "person_id": person, "job_id": job["id"], "current_company_id": "",
            "current_pipeline_stage_name": "APPLIED", "current_pipeline_stage_id": "applied",
            "current_pipeline_stage_date": at, "created_at": at,
            "pipeline_stage_history": [entered],
        }));
        Some(json!({
            "candidate_id": id, "job_name": job["name"], "job_id": job["id"],
            "job_client_company_name": job["client_company_name"],
            "current_pipeline_stage_name": "APPLIED", "current_pipeline_stage_id": "applied",
        }))
    }
}

/// The entry with its kind under the name that reads use.
fn canonical(entry: &Value) -> Value {
    let kind = entry["contact_data_type"].as_str().unwrap_or_default();
    let kind = kind.trim_end_matches("_email").trim_end_matches("_phone");
    json!({"contact_data_type": kind, "value": entry["value"]})
}

fn without(mut record: Value, keys: &[&str]) -> Value {
    record.as_object_mut().unwrap().retain(|key, _| !keys.contains(&key.as_str()));
    record
}
