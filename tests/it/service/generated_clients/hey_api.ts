// All eight operations with the client of @hey-api/openapi-ts: URL KEY JOB.

import { createClient } from './client/client';
import * as api from './client';
import type { UpdatePerson } from './client';

declare const process: { argv: string[]; exitCode: number };

const [baseUrl, key, job] = process.argv.slice(2) as [string, string, string];
const client = createClient({ baseUrl, auth: key });

function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** The body of a success. */
async function ok<T>(answer: Promise<{ data?: T; error?: unknown; response?: Response }>): Promise<T> {
  const { data, error, response } = await answer;
  check(data !== undefined, `${response?.status}: ${JSON.stringify(error)}`);
  return data;
}

async function main() {
  const { data: created } = await ok(api.createPerson({
    client,
    body: { name: 'Ada Obi', emails: ['ada@kestrel.example'], mobile_phone: '+354 555 01 23', job_id: job },
  }));
  const second = await ok(api.createPersonV0({
    client,
    body: { first_name: 'Kwame', last_name: 'Mensah', email: 'kwame@mail.example' },
  }));
  check(second.data.name === 'Kwame Mensah' && second.data.candidate_id === '', 'create, version 0');

  const path = { id: created.id };
  const read = await api.readPerson({ client, path });
  check(read.data?.data.emails[0]?.value === 'ada@kestrel.example', 'read');
  const etag = read.response?.headers.get('ETag') ?? '';
  const unchanged = await api.readPerson({ client, path, headers: { 'If-None-Match': etag } });
  check(unchanged.response?.status === 304, 'an unchanged person');

  const body: UpdatePerson = {
    current_job_title: 'Principal Engineer',
    emails: [{ contact_data_type: 'personal', value: 'ada@mail.example' }],
    mobile_phone: null,
  };
  const update = () => api.updatePerson({ client, path, body, headers: { 'If-Match': etag } });
  check((await ok(update())).data.message !== '', 'update');
  const { data: person } = await ok(api.readPerson({ client, path }));
  check(person.current_job_title === 'Principal Engineer' && person.phones.length === 0, 'read after update');

  check(created.candidate_id !== null, 'no candidate');
  const { data: candidate } = await ok(api.readCandidate({ client, path: { id: created.candidate_id } }));
  check(candidate.pipeline_stage_history[0]?.stage_date === candidate.created_at, 'history');
  const page = await ok(api.listCandidates({ client, path: { id: job }, query: { offset: 0, limit: 3 } }));
  check(page.data.some((item) => item.person_id === created.id), 'candidates');
  const { data: pipeline } = await ok(api.readJob({ client, path: { id: job } }));
  check(pipeline.pipeline_stages[0]?.stage_order === 1, 'job');
  check((await ok(api.listJobs({ client, query: { limit: 2 } }))).meta.limit === 2, 'jobs');

  const missing = await api.readJob({ client, path: { id: 'none' } });
  check(missing.error?.error_code === 'not_found' && missing.error.data === null, 'an unknown job');
  const stale = await update();
  check(stale.error?.error_code === 'precondition_failed', 'a stale update');
  const refused = await api.createPersonV0({ client, body: {} });
  check(refused.error?.error.includes('name'), 'a person without a name');
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
