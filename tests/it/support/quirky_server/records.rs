//! What the odd server holds: people, candidates and jobs, as it shows them.

use serde_json::{Map, Value, json};

use super::{JOB, Manners, OTHER_JOB};

/// What an update writes, and where a read shows it.
const SHOWN: [(&str, &str); 5] = [
    ("name", "name"),
    ("first_name", "first_name"),
    ("last_name", "last_name"),
    ("current_job_title", "current_job_title"),
    ("company_name", "current_company_name"),
];
const UNSEEN: [&str; 4] = ["address", "social_headline", "social_location", "notes"];
const LISTS: [(&str, &str); 2] = [("emails", "emails"), ("phone_numbers", "phones")];
const ENTRIES: [(&str, &str, &str); 4] = [
    ("work_email", "emails", "work"),
    ("personal_email", "emails", "personal"),
    ("mobile_phone", "phones", "mobile"),
    ("work_phone", "phones", "work"),
];

pub(super) struct World {
    pub(super) people: Vec<Held>,
    jobs: Vec<Value>,
    candidates: Vec<Value>,
    /// When whoever is put forward comes, if not a minute after the one before.
    pub(super) at: Option<String>,
}

/// A person, with what is never shown.
pub(super) struct Held {
    shown: Value,
    unseen: Map<String, Value>,
    version: u64,
}

impl World {
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
        let mut world = Self { people: Vec::new(), jobs, candidates: Vec::new(), at: None };
        let ada = json!({
            "name": "Ada Lovelace", "first_name": "Ada", "last_name": "Lovelace",
            "current_job_title": "Engineer", "company_name": "Kestrel",
            "social_url": "https://social.example/in/ada", "external_source_id": "hr-1",
            "work_email": "ada@kestrel.example", "personal_email": "ada@home.example",
            "mobile_phone": "+44 20 7946 0001", "job_id": JOB,
            "notes": "met at the fair", "address": "12 St James's Square",
        });
        let least = json!({"name": "Bo", "job_id": JOB});
        let some = json!({"name": "Guðrún Þórðardóttir", "current_job_title": "Nurse",
                          "company_name": "Landspítali", "work_email": "gudrun@lsh.example",
                          "job_id": JOB});
        for person in [ada, least, some] {
            world.create(&person, Manners::default());
        }
        world
    }

    pub(super) fn person(&self, id: &str) -> Option<&Value> {
        self.held(id).map(|held| &held.shown)
    }

    pub(super) fn unseen(&self, id: &str) -> Value {
        json!(self.held(id).map(|held| held.unseen.clone()))
    }

    pub(super) fn version(&self, id: &str) -> Option<u64> {
        self.held(id).map(|held| held.version)
    }

    fn held(&self, id: &str) -> Option<&Held> {
        self.people.iter().find(|held| held.shown["id"] == id)
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
        let candidate = self.candidates.iter().find(|candidate| candidate["id"] == id)?.clone();
        let person = self.person(candidate["person_id"].as_str()?)?;
        let mut candidate = candidate;
        for key in ["name", "current_job_title", "current_company_name"] {
            candidate[key] = person[key].clone();
        }
        Some(candidate)
    }

    pub(super) fn candidate_items(&self, job: &str) -> Vec<Value> {
        let of = self.candidates.iter().filter(|candidate| candidate["job_id"] == job);
        let items = of.filter_map(|candidate| self.candidate(candidate["id"].as_str()?));
        let left_out = ["job_id", "pipeline_stage_history", "current_pipeline_stage_date"];
        items.map(|item| without(item, &left_out)).collect()
    }

    /// Makes somebody; what version 1 answers.
    pub(super) fn create(&mut self, body: &Value, manners: Manners) -> Value {
        let id = format!("per_{}", self.people.len() + 1);
        let parts = [&body["first_name"], &body["last_name"]].map(|part| part.as_str());
        let name = body["name"].as_str().map_or_else(
            || parts.into_iter().flatten().collect::<Vec<_>>().join(" "),
            str::to_owned,
        );
        let name = if manners.renames { name.chars().rev().collect() } else { name };
        let list = |many: &str, one: &str| {
            let many = body[many].as_array().cloned().unwrap_or_default();
            let all = many.into_iter().chain(body.get(one).cloned());
            all.map(|value| json!({"contact_data_type": "other", "value": value}))
                .collect::<Vec<_>>()
        };
        let shown = json!({
            "id": id, "name": name, "social_public_id": "", "first_name": "", "last_name": "",
            "current_job_title": "", "current_company_name": "", "current_company_id": "",
            "external_source_id": body["external_source_id"],
            "emails": list("emails", "email"), "phones": list("phone_numbers", "phone_number"),
            "work_experience": [], "education_experience": [], "certifications": [], "jobs": [],
        });
        self.people.push(Held { shown, unseen: Map::new(), version: 0 });
        let left_out = ["emails", "phone_numbers", "email", "phone_number", "name"];
        let mut rest = without(body.clone(), &left_out);
        if manners.forgets_jobs {
            rest = without(rest, &["job_id"]);
        }
        self.update(&id, &rest, Manners::default());
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

    /// Changes somebody, as the manners are.
    pub(super) fn update(&mut self, id: &str, body: &Value, manners: Manners) {
        if manners.ignores {
            return;
        }
        let place = body["job_id"].as_str().and_then(|job| self.put_forward(id, job));
        let held = self.people.iter_mut().find(|held| held.shown["id"] == id).unwrap();
        held.version += 1;
        let shown = &mut held.shown;
        for (written, read) in SHOWN {
            match body.get(written) {
                Some(value) => shown[read] = json!(value.as_str().unwrap_or_default()),
                None if manners.clears && written != "name" => shown[read] = json!(""),
                None => {}
            }
        }
        match body.get("social_url") {
            Some(url) => {
                let handle = url.as_str().unwrap_or_default().trim_end_matches('/').rsplit('/');
                shown["social_public_id"] = json!(handle.clone().next());
            }
            None if manners.clears => shown["social_public_id"] = json!(""),
            None => {}
        }
        for (written, read) in LISTS {
            match body.get(written) {
                Some(list) => {
                    let mut before = shown[read].as_array().cloned().unwrap_or_default();
                    before.retain(|_| manners.extends);
                    before.extend(list.as_array().into_iter().flatten().map(canonical));
                    shown[read] = json!(before);
                }
                None if manners.clears => shown[read] = json!([]),
                None => {}
            }
        }
        for (written, read, kind) in ENTRIES {
            let Some(value) = body.get(written) else { continue };
            let list = shown[read].as_array_mut().unwrap();
            let entry = list.iter_mut().find(|entry| entry["contact_data_type"] == kind);
            match entry {
                Some(entry) => entry["value"] = value.clone(),
                None => list.push(json!({"contact_data_type": kind, "value": value})),
            }
            list.retain(|entry| entry["value"].as_str().is_some_and(|value| !value.is_empty()));
        }
        for key in UNSEEN {
            if let Some(value) = body.get(key) {
                held.unseen.insert(key.to_owned(), value.clone());
            }
        }
        if let Some(place) = place {
            held.shown["jobs"].as_array_mut().unwrap().push(place);
        }
    }

    /// Puts somebody forward for a job they do not stand in for yet.
    fn put_forward(&mut self, person: &str, job: &str) -> Option<Value> {
        let standing = self.person(person)?["jobs"].as_array()?;
        if standing.iter().any(|place| place["job_id"] == job) {
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
        let at = self.at.as_ref().unwrap_or(&minute);
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

/// An entry under the name of its kind that reads show.
fn canonical(entry: &Value) -> Value {
    let kind = entry["contact_data_type"].as_str().unwrap_or_default();
    let kind = kind.trim_end_matches("_email").trim_end_matches("_phone");
    json!({"contact_data_type": kind, "value": entry["value"]})
}

fn without(mut record: Value, keys: &[&str]) -> Value {
    record.as_object_mut().unwrap().retain(|key, _| !keys.contains(&key.as_str()));
    record
}
