"""All eight operations with the client of openapi-python-client: URL KEY JOB."""

import sys

from shortlist_api import AuthenticatedClient
from shortlist_api.api.candidates import list_candidates, read_candidate
from shortlist_api.api.jobs import list_jobs, read_job
from shortlist_api.api.persons import create_person, create_person_v0, read_person, update_person
from shortlist_api.models import (
    CandidateItemPage,
    CandidateResponse,
    CreatePerson,
    CreatePersonV0,
    EmailContactEntry,
    ErrorCode,
    JobItemPage,
    JobResponse,
    PersonCreatedResponse,
    PersonCreatedV0Response,
    PersonResponse,
    Problem,
    ProblemV0,
    UpdateNoticeResponse,
    UpdatePerson,
)

url, key, job = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)


def expect(kind, answer):
    assert isinstance(answer, kind), (kind, answer)
    return answer


body = CreatePerson(name="Ada Obi", emails=["ada@kestrel.example"], mobile_phone="+354 555 01 23", job_id=job)
created = expect(PersonCreatedResponse, create_person.sync(client=client, body=body)).data
body = CreatePersonV0(first_name="Kwame", last_name="Mensah", email="kwame@mail.example")
second = expect(PersonCreatedV0Response, create_person_v0.sync(client=client, body=body)).data
assert (second.name, second.candidate_id) == ("Kwame Mensah", "")

answer = read_person.sync_detailed(created.id, client=client)
person = expect(PersonResponse, answer.parsed).data
assert (person.name, person.emails[0].value) == ("Ada Obi", "ada@kestrel.example")
etag = answer.headers["ETag"]
unchanged = read_person.sync_detailed(created.id, client=client, if_none_match=etag)
assert unchanged.status_code == 304

entry = EmailContactEntry(contact_data_type="personal", value="ada@mail.example")
body = UpdatePerson(current_job_title="Principal Engineer", emails=[entry], mobile_phone=None)
expect(UpdateNoticeResponse, update_person.sync(created.id, client=client, body=body, if_match=etag))
person = expect(PersonResponse, read_person.sync(created.id, client=client)).data
assert (person.current_job_title, person.emails[0].value, person.phones) == ("Principal Engineer", "ada@mail.example", [])

candidate = expect(CandidateResponse, read_candidate.sync(created.candidate_id, client=client)).data
assert candidate.pipeline_stage_history[0].stage_date == candidate.created_at
page = expect(CandidateItemPage, list_candidates.sync(job, client=client, offset=0, limit=1))
assert page.data[0].person_id == created.id and page.meta.total == 1
stages = expect(JobResponse, read_job.sync(job, client=client)).data.pipeline_stages
assert stages[0].stage_order == 1
assert expect(JobItemPage, list_jobs.sync(client=client, limit=2)).meta.limit == 2

missing = expect(Problem, read_job.sync("none", client=client))
assert missing.error_code == ErrorCode.NOT_FOUND and missing.data is None
stale = expect(Problem, update_person.sync(created.id, client=client, body=body, if_match=etag))
assert stale.error_code == ErrorCode.PRECONDITION_FAILED
refused = expect(ProblemV0, create_person_v0.sync(client=client, body=CreatePersonV0()))
assert "name" in refused.error
