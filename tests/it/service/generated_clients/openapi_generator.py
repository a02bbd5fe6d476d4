"""All eight operations with the client of openapi-generator: URL KEY JOB."""

import json
import sys

import openapi_client
from openapi_client import CreatePerson, CreatePersonV0, EmailContactEntry, Problem, UpdatePerson

url, key, job = sys.argv[1:]
client = openapi_client.ApiClient(openapi_client.Configuration(host=url, access_token=key))
persons = openapi_client.PersonsApi(client)
candidates = openapi_client.CandidatesApi(client)
jobs = openapi_client.JobsApi(client)

body = CreatePerson(name="Ada Obi", emails=["ada@kestrel.example"], mobile_phone="+354 555 01 23", job_id=job)
created = persons.create_person(body).data
body = CreatePersonV0(first_name="Kwame", last_name="Mensah", email="kwame@mail.example")
second = persons.create_person_v0(body).data
assert (second.name, second.candidate_id) == ("Kwame Mensah", "")

answer = persons.read_person_with_http_info(created.id)
assert (answer.data.data.name, answer.data.data.emails[0].value) == ("Ada Obi", "ada@kestrel.example")
etag = answer.headers["etag"]

entry = EmailContactEntry(contact_data_type="personal", value="ada@mail.example")
body = UpdatePerson(current_job_title="Principal Engineer", emails=[entry], mobile_phone=None)
assert persons.update_person(created.id, body, if_match=etag).data.message
person = persons.read_person(created.id).data
assert (person.current_job_title, person.emails[0].value, person.phones) == ("Principal Engineer", "ada@mail.example", [])

candidate = candidates.read_candidate(created.candidate_id).data
assert candidate.pipeline_stage_history[0].stage_date == candidate.created_at
page = candidates.list_candidates(job, offset=0, limit=2)
assert created.id in [item.person_id for item in page.data]
assert jobs.read_job(job).data.pipeline_stages[0].stage_order == 1
assert jobs.list_jobs(limit=2).meta.limit == 2

try:
    jobs.read_job("none")
    raise AssertionError("an unknown job was found")
except openapi_client.exceptions.NotFoundException as error:
    assert error.data.error_code == "not_found" and error.data.data is None
try:
    persons.update_person(created.id, body, if_match=etag)
    raise AssertionError("a stale update was accepted")
except openapi_client.ApiException as error:
    assert error.status == 412
    assert Problem.from_json(error.body).error_code == "precondition_failed"
try:
    persons.create_person_v0(CreatePersonV0())
    raise AssertionError("a person without a name was created")
except openapi_client.ApiException as error:
    assert error.status == 422 and "name" in json.loads(error.body)["error"]

# The patterns of the document refuse what the service refuses.
for fields in [{"name": "\u200b"}, {"work_email": "no address"}, {"mobile_phone": "1-2"}]:
    try:
        CreatePerson(**fields)
        raise AssertionError(f"{fields} matches its pattern")
    except ValueError:
        pass
CreatePerson(name="佐藤 健太郎", work_email="guðrún@dæmi.example", mobile_phone="١٢٣")
