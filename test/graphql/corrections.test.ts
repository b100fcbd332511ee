import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf, plainLine } from '../monitoring/monitored-project.js';
import { useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { asGraphql } from '../support/graphql.js';
import { type HolderSession, openHolder, setRole } from '../support/holder-session.js';
import { createProject } from '../support/resources.js';

/** What people correct in answers, as the dashboard asks for it. */

const api = useApi();

let holder: HolderSession;
let projectId: string;
let id: string;
const DATE = '2026-06-10';

beforeEach(async () => {
  holder = await openHolder(api);
  ({ id: projectId } = await createProject(holder.caller));
  const answer = 'Northwind is in Ohio.';
  await importAnswers(api.db, { projectId }, fileOf([plainLine({ answer, answered_at: `${DATE}T09:00:00Z` })]));
  const { project } = await done(`{ project(id: "${projectId}") { responses(from: "${DATE}") { nodes { id } } } }`);
  ({ id } = first((project as { responses: { nodes: { id: string }[] } }).responses.nodes));
});

async function ask(query: string) {
  const headers = { ...holder.headers, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  return asGraphql(await api.request('POST', '/graphql', headers, JSON.stringify({ query }))).body;
}

async function done(query: string): Promise<Record<string, unknown>> {
  const { data, errors } = await ask(query);
  expect(errors).toBeUndefined();
  return data ?? {};
}

const AT = () => `projectId: "${projectId}", date: "${DATE}", id: "${id}"`;
const FIELDS = `id sentiment sentimentSource evidence
  correction { sentiment foundSentiment foundSource names { name isNamed } correctedByName correctedAt }`;

test('an answer is corrected by a person, whose name it says, and put back by one mutation', async () => {
  const { correctAnswer } = await done(
    `mutation { correctAnswer(${AT()}, input: { sentiment: NEGATIVE, evidence: null, names: null }) { ${FIELDS} } }`,
  );
  expect(correctAnswer).toEqual({
    ...{ id, sentiment: 'NEGATIVE', sentimentSource: 'PERSON', evidence: null },
    correction: {
      ...{ sentiment: 'NEGATIVE', foundSentiment: 'NEUTRAL', foundSource: 'RULES', names: [] },
      ...{ correctedByName: expect.any(String), correctedAt: expect.stringMatching(/Z$/) },
    },
  });
  const both = await done(`{
    response(${AT()}) { sentimentSource }
    project(id: "${projectId}") {
      sentiment(from: "${DATE}") { neutral negative }
      changes(from: "${DATE}") { kind at text }
      toneAgreement { corrections rulesAndPeople { answers agreed percent confidence { low } } }
    }
  }`);
  expect(both).toEqual({
    response: { sentimentSource: 'PERSON' },
    project: {
      sentiment: { neutral: 0, negative: 1 },
      changes: expect.arrayContaining([
        {
          ...{ kind: 'ANSWERS_CORRECTED', at: `${DATE}T00:00:00.000Z` },
          text: 'People corrected 1 of the 1 answers of this period (100 %), from this day on',
        },
      ]),
      toneAgreement: {
        corrections: 1,
        rulesAndPeople: { answers: 1, agreed: 0, percent: null, confidence: null },
      },
    },
  });
  expect(await done(`mutation { undoCorrection(${AT()}) { ${FIELDS} } }`)).toEqual({
    undoCorrection: {
      id,
      sentiment: 'NEUTRAL',
      sentimentSource: 'RULES',
      evidence: expect.any(String),
      correction: null,
    },
  });
});

test('a fault names the field as it was sent', async () => {
  const { errors } = await ask(
    `mutation {
      correctAnswer(${AT()}, input: { names: [{ subjectId: "${projectId}", isNamed: true, written: "Nord" }] }) { id }
    }`,
  );
  expect(first(errors ?? [])).toMatchObject({
    extensions: { code: 'VALIDATION_ERROR' },
    message: expect.stringContaining('is not there: send the words'),
  });
});

test('a viewer reads what was corrected, as a file too, and corrects nothing', async () => {
  await done(`mutation { correctAnswer(${AT()}, input: { sentiment: MIXED }) { id } }`);
  await setRole(holder, 'viewer');
  const { errors } = await ask(`mutation { undoCorrection(${AT()}) { id } }`);
  expect(first(errors ?? []).extensions).toMatchObject({ code: 'FORBIDDEN' });
  const path = `/dashboard/export/corrections.jsonl?project=${projectId}&from=${DATE}`;
  const url = `${api.url}${path}`;
  const answer = await fetch(url, { headers: holder.headers });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/filename="corrections-northwind-2026-06-10-.*\.jsonl"/);
  const lines = (await answer.text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ id, labels: [{ subject: 'Northwind', mentioned: true, sentiment: 'mixed' }] }),
  ]);
});
