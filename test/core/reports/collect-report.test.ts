import { plainEvidence } from '../../../src/core/alerts/evidence.js';
import { collectReport } from '../../../src/core/reports/collect-report.js';
import type { ReportDocument, ReportScore } from '../../../src/core/reports/report-document.js';
import { pagesOf } from '../../../src/core/reports/report-sections.js';
import { sql, TODAY, useApi } from '../../support/api.js';
import { askGraphql } from '../../support/graphql.js';
import { addMentions, addResponses, candidateOf, selectAnalysis } from '../../support/history.js';
import { createCompetitor, createProject } from '../../support/resources.js';
import { openPerson, type Person } from '../../support/signed-in.js';

const api = useApi();
const PERIOD = { from: '2026-06-08', to: '2026-06-14' };
const DAY_MS = 86_400_000;

/** Two weeks of six questions on two platforms: the brand is named much less in the second week. */
async function aProjectThatFell({ caller }: Person): Promise<string> {
  const { id } = await createProject(caller, { brand_name: 'Northwind' });
  const rival = await candidateOf(caller, (await createCompetitor(caller, id, { name: 'Contoso' })).id);
  const history = await selectAnalysis(caller, id, [rival]);
  const days = Array.from({ length: 14 }, (_, back) => {
    const date = new Date(Date.parse(TODAY) - (back + 1) * DAY_MS).toISOString().slice(0, 10);
    return { date, isNow: back < 7 };
  });
  await addResponses(
    history,
    days.flatMap(({ date, isNow }) =>
      (['chatgpt', 'gemini'] as const).map((platform) => ({
        ...{ date, platform, responses: 12, questions: 6, positive: 1 },
        naming: isNow && platform === 'chatgpt' ? 2 : 7,
      })),
    ),
  );
  await addMentions(
    history,
    days.flatMap(({ date }) => [
      { date, platform: 'chatgpt' as const, subject: id, mentions: 5, responses: 4 },
      { date, platform: 'chatgpt' as const, subject: rival, mentions: 9, responses: 6 },
    ]),
  );
  return id;
}

const QUESTION = `query ($id: ID!, $from: Date!, $to: Date!) {
  project(id: $id) {
    visibility(from: $from, to: $to) {
      score evenScore evenConfidence { low high } adjustedConfidence { low high }
      previous { score verdict }
      byPlatform {
        platform responseCount brandMentionCount visibilityScore adjustedConfidence { low high }
        previous { score verdict }
      }
      trend(over: 7) { date score responses }
    }
    brands(from: $from, to: $to, tracked: true) {
      name responseCount visibilityScore share adjustedConfidence { low high } againstBrand { verdict difference }
    }
    sentiment(from: $from, to: $to) { positive neutral negative mixed }
  }
}`;

function asGraphql(score: ReportScore) {
  return {
    adjustedConfidence: score.interval,
    previous: { score: score.previous?.percent ?? 0, verdict: score.compared.verdict.toUpperCase() },
  };
}

async function expectEqualNumbers(person: Person, document: ReportDocument): Promise<void> {
  const variables = { id: document.project.id, ...document.period };
  const { body } = await askGraphql(person.caller, QUESTION, variables);
  expect(body.errors).toBeUndefined();
  expect(body.data?.['project']).toEqual({
    visibility: {
      ...asGraphql(document.score),
      score: document.score.percent,
      evenScore: document.evenScore.now?.score ?? null,
      evenConfidence: document.evenScore.now?.confidence ?? null,
      byPlatform: expect.arrayContaining(
        document.platforms.map((own) => ({
          ...asGraphql(own),
          platform: own.platform.toUpperCase(),
          responseCount: own.responses,
          brandMentionCount: own.naming,
          visibilityScore: own.percent,
        })),
      ),
      trend: document.trend.map(({ date, percent, responses }) => ({ date, score: percent, responses })),
    },
    brands: document.brands.map((brand) => ({
      ...{ name: brand.name, responseCount: brand.responses, visibilityScore: brand.percent, share: brand.share },
      adjustedConfidence: brand.interval,
      againstBrand: brand.againstBrand && {
        verdict: brand.againstBrand.verdict.toUpperCase(),
        difference: brand.againstBrand.difference,
      },
    })),
    sentiment: document.tone.now,
  });
}

test("a report's numbers equal those of GraphQL, before a re-analysis and after it", async () => {
  const person = await openPerson(api);
  const id = await aProjectThatFell(person);
  const document = await collectReport(person.caller.account.ctx, id, PERIOD);
  expect(document.score).toMatchObject({
    responses: 168,
    naming: 63,
    compared: { verdict: 'moved_down', questions: 6 },
  });
  await expectEqualNumbers(person, document);
  const stored = JSON.stringify(document);

  const again = await selectAnalysis(person.caller, id);
  await addResponses(again, [{ date: PERIOD.from, platform: 'gemini', responses: 8, naming: 8, questions: 4 }]);
  const after = await collectReport(person.caller.account.ctx, id, PERIOD);
  expect([after.score.percent, after.analysisId]).toEqual([100, again.analysisId]);
  await expectEqualNumbers(person, after);
  expect(JSON.stringify(document)).toBe(stored);
});

test('its headline is the fall, on the platform that fell', async () => {
  const person = await openPerson(api);
  const document = await collectReport(person.caller.account.ctx, await aProjectThatFell(person), PERIOD);
  expect(pagesOf(document).headline).toMatch(
    /^Northwind was named in 17 % of 84 answers of ChatGPT \(95 %: .+\), after 58 % of 84 in .+: more than chance\.$/,
  );
});

test('a project without answers has a report that says so', async () => {
  const person = await openPerson(api);
  const { id } = await createProject(person.caller);
  const document = await collectReport(person.caller.account.ctx, id, PERIOD);
  expect(pagesOf(document).headline).toBe('No answers were received in this period.');
});

test('a prompt is lost where no answer to it names the brand any more', async () => {
  const person = await openPerson(api);
  const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
  const history = await selectAnalysis(person.caller, id);
  const { body } = await askGraphql(
    person.caller,
    `mutation ($id: ID!) { createPrompt(projectId: $id, input: {promptText: "best crm"}) { id } }`,
    { id },
  );
  expect(body.errors).toBeUndefined();
  await sql(
    history.db,
    `insert into daily_question_response
     select $1, $2, $3, d::date, 'chatgpt', q.text_hash, 4, case when d < '2026-06-08' then 4 else 0 end
     from prompt q
     cross join generate_series(date '2026-05-20', date '2026-06-14', interval '1 day') d
     where q.account_id = $1 and q.project_id = $2`,
    [history.accountId, id, history.analysisId],
  );
  const { lost, gained } = await collectReport(person.caller.account.ctx, id, PERIOD);
  expect(gained).toEqual([]);
  expect(lost).toMatchObject([
    { text: 'best crm', responses: 28, naming: 0, previousResponses: 76, previousNaming: 76 },
  ]);
});

test('its alerts are those that stood within the period, as they were at its end', async () => {
  const person = await openPerson(api);
  const { id } = await createProject(person.caller);
  const add = (name: string, openedAt: string, resolvedAt: string | null, resolution = resolvedAt && 'recovered') =>
    sql(
      api.db,
      `insert into alert (account_id, id, project_id, kind, series, direction, state, resolution, evidence, parts,
         opened_on, opened_at, resolved_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'source_found', $3, null, $4, $5, $6, '{}', '2026-06-01', $7, $8, now())`,
      [
        ...[person.caller.account.accountId, id, name, resolvedAt ? 'resolved' : 'open', resolution],
        ...[plainEvidence('Northwind', { type: 'source', id: null, name }), openedAt, resolvedAt],
      ],
    );
  await add('before', '2026-06-01T04:00:00Z', '2026-06-07T23:59:59Z');
  await add('ended', '2026-06-02T04:00:00Z', '2026-06-08T00:00:00Z');
  await add('joined', '2026-06-09T04:00:00Z', '2026-06-10T00:00:00Z', 'joined');
  await add('later', '2026-06-14T23:59:59Z', '2026-06-15T00:00:00Z');
  await add('after', '2026-06-15T00:00:00Z', null);
  const { alerts } = await collectReport(person.caller.account.ctx, id, PERIOD);
  expect(alerts?.map(({ summary, ended }) => [summary.split(' ')[0], ended?.resolution ?? null])).toEqual([
    ['later', null],
    ['ended', 'recovered'],
  ]);
});
