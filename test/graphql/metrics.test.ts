import { wilson } from '../../src/core/metrics/shares.js';
import { type ApiCaller, liftLimits, sql, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import {
  addCandidate,
  addCitations,
  addMentions,
  addResponses,
  candidateOf,
  selectAnalysis,
} from '../support/history.js';
import { createCompetitor, createProject } from '../support/resources.js';

/** What the metrics tell beyond REST. */

const api = useApi();

let caller: ApiCaller;
beforeEach(async () => {
  caller = await api.open();
});

async function below(projectId: string, fields: string): Promise<Record<string, unknown>> {
  const { body } = await askGraphql(caller, `{ project(id: "${projectId}") { ${fields} } }`);
  expect(body.errors).toBeUndefined();
  return body.data?.['project'] as Record<string, unknown>;
}

describe('confidence', () => {
  test('is the Wilson interval of the score and of each platform, null where there are no responses', async () => {
    const { id } = await createProject(caller);
    const history = await selectAnalysis(caller, id);
    await addResponses(history, [
      { date: '2026-06-10', platform: 'chatgpt', responses: 10, naming: 3 },
      { date: '2026-06-11', platform: 'chatgpt', responses: 20, naming: 6 },
      { date: '2026-06-11', platform: 'claude', responses: 5, naming: 5 },
    ]);
    const fields = 'confidence { low high } byPlatform { platform confidence { low high } }';
    expect(await below(id, `visibility { ${fields} } empty: visibility(to: "2020-01-01") { ${fields} }`)).toEqual({
      visibility: {
        confidence: wilson(14, 35),
        byPlatform: [
          { platform: 'CHATGPT', confidence: wilson(9, 30) },
          { platform: 'PERPLEXITY', confidence: null },
          { platform: 'CLAUDE', confidence: wilson(5, 5) },
        ],
      },
      empty: {
        confidence: null,
        byPlatform: [
          { platform: 'CHATGPT', confidence: null },
          { platform: 'PERPLEXITY', confidence: null },
        ],
      },
    });
  });
});

describe('the period before', () => {
  test('ends the day before, has equal length, and keeps the platforms asked for', async () => {
    const { id } = await createProject(caller);
    const history = await selectAnalysis(caller, id);
    const day = { platform: 'chatgpt' as const, responses: 100, questions: 10 };
    await addResponses(history, [
      { ...day, date: '2026-06-07', naming: 100 },
      { ...day, date: '2026-06-08', naming: 20 },
      { ...day, date: '2026-06-09', naming: 20 },
      { ...day, date: '2026-06-10', naming: 60 },
      { ...day, date: '2026-06-11', naming: 60 },
      { date: '2026-06-09', platform: 'claude', responses: 100, naming: 0 },
      { date: '2026-06-11', platform: 'claude', responses: 2, naming: 1 },
    ]);
    const days = 'from: "2026-06-10", to: "2026-06-11"';
    const previous = 'previous { score change verdict significant }';
    const seen = await below(
      id,
      `chatgpt: visibility(${days}, platforms: [CHATGPT]) { ${previous} }
       perplexity: visibility(${days}, platforms: [PERPLEXITY]) { ${previous} }
       both: visibility(from: "2026-06-11", to: "2026-06-11") { score ${previous} }`,
    );
    expect(seen).toEqual({
      chatgpt: { previous: { score: 20, change: 40, verdict: 'MOVED_UP', significant: true } },
      perplexity: { previous: { score: 0, change: 0, verdict: 'TOO_FEW_ANSWERS', significant: false } },
      both: { score: 60, previous: { score: 60, change: 0, verdict: 'WITHIN_NOISE', significant: false } },
    });
  });

  test('a score that rises by another mix of questions alone has not moved', async () => {
    const { id } = await createProject(caller);
    const history = await selectAnalysis(caller, id);
    const day = { responses: 100, questions: 10 };
    await addResponses(history, [
      { ...day, date: '2026-06-10', platform: 'chatgpt', naming: 20 },
      { ...day, date: '2026-06-11', platform: 'chatgpt', naming: 20 },
      { ...day, date: '2026-06-11', platform: 'claude', naming: 100 },
    ]);
    const days = 'from: "2026-06-11", to: "2026-06-11"';
    expect(await below(id, `visibility(${days}) { score previous { score change verdict significant } }`)).toEqual({
      visibility: { score: 60, previous: { score: 20, change: 40, verdict: 'WITHIN_NOISE', significant: false } },
    });
  });

  test('no change is significant where one of the periods has no responses', async () => {
    const { id } = await createProject(caller);
    await addResponses(await selectAnalysis(caller, id), [
      { date: '2026-06-10', platform: 'chatgpt', responses: 100, naming: 90 },
    ]);
    expect(await below(id, 'visibility { previous { score change significant } }')).toEqual({
      visibility: { previous: { score: 0, change: 90, significant: false } },
    });
  });

  test('of the first days there are is asked about all the same', async () => {
    const { id } = await createProject(caller);
    expect(await below(id, 'visibility(from: "1970-01-01", to: "1970-01-02") { previous { score } }')).toEqual({
      visibility: { previous: { score: 0 } },
    });
  });
});

describe('mentions', () => {
  test('tell who is named: the brand, a competitor with its aggregates, or a discovered name', async () => {
    const { id } = await createProject(caller);
    const competitor = await createCompetitor(caller, id);
    const removed = await createCompetitor(caller, id, { name: 'Fabrikam' });
    const tracked = await candidateOf(caller, competitor.id);
    const gone = await candidateOf(caller, removed.id);
    const history = await selectAnalysis(caller, id, [tracked, gone]);
    const bucket = { date: '2026-06-10', platform: 'claude' as const, responses: 4 };
    await addResponses(history, [{ ...bucket, naming: 4 }]);
    const named = [id, tracked, gone, await addCandidate(caller, id)];
    await addMentions(
      history,
      named.map((subject, at) => ({ ...bucket, subject, mentions: 9 - at })),
    );
    await caller.delete(`/competitors/${removed.id}`);
    const { mentions } = await below(
      id,
      'mentions { totalCount nodes { name isBrand competitorId competitor { name visibilityScore } } }',
    );
    expect(mentions).toEqual({
      totalCount: 4,
      nodes: [
        { name: 'Northwind', isBrand: true, competitorId: null, competitor: null },
        {
          name: 'Contoso',
          isBrand: false,
          competitorId: competitor.id,
          competitor: { name: 'Contoso', visibilityScore: 100 },
        },
        { name: 'Fabrikam', isBrand: false, competitorId: removed.id, competitor: null },
        { name: 'Discovered', isBrand: false, competitorId: null, competitor: null },
      ],
    });
  });

  test('an archived project keeps its metrics; its lists are gone, each with an error of its own', async () => {
    const { id } = await createProject(caller);
    const competitor = await createCompetitor(caller, id);
    const candidate = await candidateOf(caller, competitor.id);
    const history = await selectAnalysis(caller, id, [candidate]);
    const bucket = { date: '2026-06-10', platform: 'claude' as const, responses: 4 };
    await addMentions(history, [{ ...bucket, subject: candidate, mentions: 2 }]);
    await caller.delete(`/projects/${id}`);
    const { body } = await askGraphql(
      caller,
      `{ projects(archived: true) { nodes {
        id isActive mentions { nodes { name competitor { id } } } sentiment { total }
        prompts { totalCount } competitors { totalCount }
      } } }`,
    );
    expect(body.data).toEqual({
      projects: {
        nodes: [
          {
            id,
            isActive: false,
            mentions: { nodes: [{ name: 'Contoso', competitor: null }] },
            sentiment: { total: 0 },
            prompts: null,
            competitors: null,
          },
        ],
      },
    });
    expect(body.errors?.map(({ path, extensions }) => [path?.at(-1), extensions['code']]).toSorted()).toEqual([
      ['competitors', 'NOT_FOUND'],
      ['prompts', 'NOT_FOUND'],
    ]);
  });
});

describe('citations', () => {
  test('tell their share of all, and whose site they are', async () => {
    const { id } = await createProject(caller, { website_url: 'https://www.northwind.co.uk/shop' });
    await createCompetitor(caller, id, { website_url: 'http://contoso.example:8080' });
    await createCompetitor(caller, id, { name: 'Blogger', website_url: 'https://contoso.blogspot.com' });
    await createCompetitor(caller, id, { name: 'Nameless' });
    const history = await selectAnalysis(caller, id);
    const day = { date: '2026-06-10', platform: 'claude' as const };
    await addCitations(history, [
      { ...day, domain: 'news.northwind.co.uk', citations: 4 },
      { ...day, domain: 'shop.contoso.example', citations: 3 },
      { ...day, domain: 'contoso.blogspot.com', citations: 2 },
      { ...day, domain: 'else.blogspot.com', citations: 1 },
      { ...day, domain: 'other.co.uk', citations: 1 },
      { ...day, date: '2026-06-11', domain: 'other.co.uk', citations: 1 },
      { ...day, platform: 'gemini', domain: 'other.co.uk', citations: 2 },
    ]);
    const seen = await below(
      id,
      `all: citations(first: 2) { totalCount nodes { domain share ownership } }
       gemini: citations(provider: GEMINI) { nodes { domain share } }
       rest: citations(after: "MQ") { nodes { domain share ownership } }`,
    );
    expect(seen).toEqual({
      all: {
        totalCount: 5,
        nodes: [
          { domain: 'news.northwind.co.uk', share: 28.57, ownership: 'OWN' },
          { domain: 'other.co.uk', share: 28.57, ownership: 'OTHER' },
        ],
      },
      gemini: { nodes: [{ domain: 'other.co.uk', share: 100 }] },
      rest: {
        nodes: [
          { domain: 'shop.contoso.example', share: 21.43, ownership: 'COMPETITOR' },
          { domain: 'contoso.blogspot.com', share: 14.29, ownership: 'COMPETITOR' },
          { domain: 'else.blogspot.com', share: 7.14, ownership: 'OTHER' },
        ],
      },
    });
  });
});

test('sentiment counts, of the neutral responses, those that no rule could read', async () => {
  const { id } = await createProject(caller);
  const history = await selectAnalysis(caller, id, []);
  const day = { platform: 'claude' as const, responses: 9, naming: 6 };
  await addResponses(history, [
    { ...day, date: '2026-06-10', positive: 2, neutral: 4, noRule: 3 },
    { ...day, date: '2026-06-11', neutral: 6, noRule: 1 },
  ]);
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { sentiment { positive neutral noRule total } } }`);
  expect(body.data).toEqual({ project: { sentiment: { positive: 2, neutral: 10, noRule: 4, total: 12 } } });
});

describe('failures', () => {
  test('a metric that fails leaves the other fields, and its error says nothing of the inside', async () => {
    const { id } = await createProject(caller);
    await sql(api.db, 'alter table daily_citation rename to daily_citation_away');
    try {
      const query = `{ project(id: "${id}") { id sentiment { total } citations { totalCount } } }`;
      const { body } = await askGraphql(caller, query);
      expect(body.data).toEqual({ project: { id, sentiment: { total: 0 }, citations: null } });
      expect(body.errors).toEqual([
        expect.objectContaining({ path: ['project', 'citations'], extensions: { code: 'INTERNAL_ERROR' } }),
      ]);
      expect(JSON.stringify(body.errors)).not.toMatch(/daily|relation|select/);
    } finally {
      await sql(api.db, 'alter table daily_citation_away rename to daily_citation');
    }
  });

  test('an argument that is refused leaves the fields beside it', async () => {
    await liftLimits(caller);
    const { id } = await createProject(caller);
    const query = `{ project(id: "${id}") { good: sentiment { total } bad: sentiment(from: "2026-01-01") { total } } }`;
    const { body } = await askGraphql(caller, query);
    expect(body.data).toEqual({ project: { good: { total: 0 }, bad: null } });
    expect(body.errors?.[0]?.extensions).toEqual({
      code: 'VALIDATION_ERROR',
      issues: [{ path: ['from'], message: expect.stringContaining('0-90 days') }],
    });
  });
});
