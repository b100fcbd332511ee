import { templatesOf } from '../../src/core/suggestions/topic-templates.js';
import { type ApiCaller, liftLimits, sql, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';
import { until } from '../support/until.js';

/** Where prompts come from: search terms of the own site, and questions about the topic. */

const api = useApi();

let caller: ApiCaller;
let id: string;
beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller, { brand_name: 'Northwind', main_topic: 'CRM software', target_country: 'US' }));
});

async function ask(query: string, variables: object = {}, owner = caller) {
  const { body } = await askGraphql(owner, query, variables);
  const fault = body.errors?.[0];
  return {
    data: body.data as Record<string, unknown> | undefined,
    error: fault && [fault.extensions.code, fault.message],
  };
}

const ADD = `mutation ($id: ID!, $input: SearchTermsInput!) {
  addSearchTerms(projectId: $id, input: $input) { accepted rejected errors { line message } }
}`;
const HEADING = 'Top queries,Clicks,Impressions,CTR,Position';

function upload(lines: readonly string[], source = 'GOOGLE', owner = caller, projectId = id) {
  return ask(ADD, { id: projectId, input: { source, csv: [HEADING, ...lines].join('\n') } }, owner);
}

interface Suggestion {
  text: string;
  stage: string | null;
  isBranded: boolean;
  impressions: number | null;
  clicks: number | null;
  terms: { term: string; impressions: number }[];
  wordingOfId: string | null;
}

/** Asks again while finding what names the brand takes too long, as a busy machine's may: its progress is kept. */
async function suggestions(args: string, owner = caller): Promise<Suggestion[]> {
  const once = () => pageOf(args, owner);
  const { data, error } = await until(once, (found) => found.error?.[0] !== 'SERVICE_UNAVAILABLE');
  expect(error).toBeUndefined();
  return (data as { project: { promptSuggestions: { nodes: Suggestion[] } } }).project.promptSuggestions.nodes;
}

function pageOf(args: string, owner: ApiCaller) {
  return ask(
    `{ project(id: "${id}") { promptSuggestions(${args}) { nodes {
      text stage isBranded impressions clicks terms { term impressions } wordingOfId
    } } } }`,
    {},
    owner,
  );
}

const TERMS = [
  'best crm for small bakeries,10,300,3%,4',
  'what is the best CRM for a small bakery?,2,100,2%,5',
  'northwind login,50,900,5%,1',
  'how does invoicing work,1,40,2%,9',
  'northwind vs globex,4,60,6%,3',
];

describe('of search terms', () => {
  test('groups are asked as their term with most impressions, verbatim, most impressions first', async () => {
    expect((await upload(TERMS)).data).toEqual({ addSearchTerms: { accepted: 5, rejected: 0, errors: [] } });
    const found = await suggestions('origin: SEARCH_TERMS');
    expect(found.map(({ text, stage, isBranded }) => [text, stage, isBranded])).toEqual([
      ['northwind login', 'USE', true],
      ['best crm for small bakeries', 'CONSIDERATION', false],
      ['northwind vs globex', 'DECISION', true],
      ['how does invoicing work', 'AWARENESS', false],
    ]);
    expect(found[1]).toMatchObject({
      impressions: 400,
      clicks: 12,
      terms: [
        { term: 'best crm for small bakeries', impressions: 300 },
        { term: 'what is the best CRM for a small bakery?', impressions: 100 },
      ],
    });
    expect(await suggestions('origin: SEARCH_TERMS')).toEqual(found);
  });

  test('by stage, by whether they name the brand, and page by page', async () => {
    await upload(TERMS);
    const texts = async (args: string) => (await suggestions(`origin: SEARCH_TERMS, ${args}`)).map(({ text }) => text);
    expect(await texts('stage: USE')).toEqual(['northwind login']);
    expect(await texts('branded: false')).toEqual(['best crm for small bakeries', 'how does invoicing work']);
    expect(await texts('branded: true, stage: DECISION')).toEqual(['northwind vs globex']);
    const pages: string[] = [];
    for (let after: string | null = null; ; ) {
      const { data } = await ask(
        `query ($after: String) { project(id: "${id}") {
          promptSuggestions(origin: SEARCH_TERMS, first: 3, after: $after) {
            nodes { text } pageInfo { endCursor hasNextPage }
          } } }`,
        { after },
      );
      const page = (
        data as { project: { promptSuggestions: { nodes: { text: string }[]; pageInfo: Record<string, unknown> } } }
      ).project.promptSuggestions;
      pages.push(...page.nodes.map(({ text }) => text));
      if (!page.pageInfo['hasNextPage']) break;
      after = String(page.pageInfo['endCursor']);
    }
    expect(pages).toEqual(await texts('first: 10'));
  });

  test('leave out what a prompt asks, and name the prompt that they would be a wording of', async () => {
    await upload(TERMS);
    await createPrompt(caller, id, { prompt_text: ' NORTHWIND vs Globex' });
    const near = await createPrompt(caller, id, { prompt_text: 'How does an invoicing tool work?' });
    const found = await suggestions('origin: SEARCH_TERMS');
    expect(found.map(({ text, wordingOfId }) => [text, wordingOfId])).toEqual([
      ['northwind login', null],
      ['best crm for small bakeries', null],
      ['how does invoicing work', near.id],
    ]);
  });

  test('a file replaces the former one of its source alone, and can be removed', async () => {
    await upload(TERMS);
    await ask(ADD, { id, input: { source: 'BING', csv: 'Keyword,Impressions\nerp for bakers,7' } });
    await upload(['only this,1,2,3%,4']);
    const texts = async () => (await suggestions('origin: SEARCH_TERMS')).map(({ text }) => text);
    expect(await texts()).toEqual(['erp for bakers', 'only this']);
    const removal = await ask(`mutation { deleteSearchTerms(projectId: "${id}", source: BING) { removed } }`);
    expect(removal.data).toEqual({ deleteSearchTerms: { removed: 1 } });
    expect(await texts()).toEqual(['only this']);
  });

  test('what is kept of each file is told, with its days where they were said', async () => {
    const files = async (owner = caller) =>
      (
        await ask(
          `{ project(id: "${id}") { searchTermFiles { source termCount clicks impressions from to } } }`,
          {},
          owner,
        )
      ).data;
    expect(await files()).toEqual({ project: { searchTermFiles: [] } });
    await upload(TERMS);
    const csv = 'Keyword,Impressions\nerp for bakers,7';
    await ask(ADD, { id, input: { source: 'BING', csv, from: '2026-05-01', to: '2026-05-31' } });
    expect(await files()).toEqual({
      project: {
        searchTermFiles: [
          { source: 'BING', termCount: 1, clicks: 0, impressions: 7, from: '2026-05-01', to: '2026-05-31' },
          { source: 'GOOGLE', termCount: 5, clicks: 67, impressions: 1_400, from: null, to: null },
        ],
      },
    });
    expect(await files(await api.open())).toEqual({ project: null });
  });

  test('a file that is none, or has no term, is refused with its line, and the former one stays', async () => {
    await upload(TERMS);
    const refused = async (csv: string, more: object = {}) =>
      (await ask(ADD, { id, input: { source: 'GOOGLE', csv, ...more } })).error;
    expect(await refused('\u0089PNG\r\n\u001a')).toEqual([
      'VALIDATION_ERROR',
      'csv: line 1: must be text, as a CSV file is',
    ]);
    expect(await refused(`${HEADING}\nx,y`)).toEqual([
      'VALIDATION_ERROR',
      'csv: holds no term; line 2: has 2 columns, not 5',
    ]);
    expect(await refused(`${HEADING}\na,1,2,3%,4`, { from: '2026-02-02', to: '2026-01-01' })).toEqual([
      'VALIDATION_ERROR',
      'from: must not be after to (2026-01-01)',
    ]);
    expect(await suggestions('origin: SEARCH_TERMS')).toHaveLength(4);
  });

  test('belong to their account', async () => {
    const stranger = await api.open();
    await liftLimits(stranger);
    const foreign = (await createProject(stranger)).id;
    expect((await upload(TERMS, 'GOOGLE', caller, foreign)).error?.[0]).toBe('FORBIDDEN');
    expect(
      (await ask(`mutation { deleteSearchTerms(projectId: "${foreign}", source: BING) { removed } }`)).error?.[0],
    ).toBe('FORBIDDEN');
    await upload(TERMS);
    const { data, error } = await ask(
      `{ project(id: "${id}") { promptSuggestions(origin: SEARCH_TERMS) { nodes { text } } } }`,
      {},
      stranger,
    );
    expect([data, error?.[0]]).toEqual([{ project: null }, 'FORBIDDEN']);
    const kept = await sql<{ count: number }>(
      api.db,
      'select count(*)::int as count from search_term where account_id = $1',
      [stranger.account.accountId],
    );
    expect(kept).toEqual([{ count: 0 }]);
  });

  test('5,000 of a common few words are grouped', async () => {
    const words = ['crm', 'best', 'cheap', 'bakery', 'cloud', 'mobile', 'secure', 'simple', 'fast', 'local'];
    const lines = Array.from({ length: 5_000 }, (_, at) => {
      const chosen = words.filter((_word, place) => (at >> place) & 1);
      return `${chosen.join(' ')} ${at % 7 === 0 ? `no${at}` : ''} x${at >> 10},1,${5_000 - at},1%,2`;
    });
    const { data } = await upload(lines);
    const { accepted, rejected } = (data as { addSearchTerms: { accepted: number; rejected: number } }).addSearchTerms;
    expect(accepted + rejected).toBe(5_000);
    const leads = await sql<{ leads: number; terms: number }>(
      api.db,
      'select count(distinct lead_hash)::int as leads, count(*)::int as terms from search_term where account_id = $1',
      [caller.account.accountId],
    );
    expect(leads[0]?.terms).toBe(accepted);
    expect(leads[0]?.leads).toBeLessThan(accepted);
  });
});

describe('of a topic', () => {
  test('24 questions in the language of the country, without those that are asked, the same twice', async () => {
    const none = await suggestions('origin: TOPIC, first: 100');
    // Without a competitor two templates are left out.
    expect(none).toHaveLength(22);
    await createCompetitor(caller, id, { name: 'Globex $&' });
    await createPrompt(caller, id, { prompt_text: 'Best CRM software' });
    const found = await suggestions('origin: TOPIC, first: 100');
    const texts = found.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining(['Northwind or Globex $&', 'alternatives to Northwind', 'top 10 CRM software compared']),
    );
    expect(texts).not.toContain('best CRM software');
    expect(texts).toHaveLength(23);
    expect(texts.join()).not.toMatch(/[{}]/);
    expect(found[0]).toMatchObject({ impressions: null, clicks: null, terms: [], stage: 'AWARENESS' });
    expect((await suggestions('origin: TOPIC, branded: true')).every(({ text }) => text.includes('Northwind'))).toBe(
      true,
    );
    expect(await suggestions('origin: TOPIC, first: 100')).toEqual(found);
    await ask(`mutation { updateProject(id: "${id}", input: { targetCountry: "AT" }) { id } }`);
    expect((await suggestions('origin: TOPIC, stage: DECISION'))[0]?.text).toBe('Northwind oder Globex $&');
  });

  describe('for a market', () => {
    async function createMarket(input: string, owner = caller, projectId = id): Promise<string> {
      const mutation = `mutation { createMarket(projectId: "${projectId}", input: ${input}) { id } }`;
      return ((await ask(mutation, {}, owner)).data as { createMarket: { id: string } }).createMarket.id;
    }

    test('they are in its language, without what its own prompts ask, and a wording of a prompt there', async () => {
      const geneva = await createMarket('{ name: "Geneva", country: "CH", language: "fr" }');
      const oslo = await createMarket('{ name: "Oslo", country: "NO", language: "no" }');
      const mine = await createPrompt(caller, id, { prompt_text: 'How does an invoicing tool work?' });
      const { data } = await ask(
        `mutation { createPrompt(projectId: "${id}", input: {
          promptText: "How does an invoicing app work?", marketId: "${oslo}" }) { id } }`,
      );
      const theirs = (data as { createPrompt: { id: string } }).createPrompt.id;
      await createPrompt(caller, id, { prompt_text: 'best CRM software' });
      const french = await suggestions(`origin: TOPIC, marketId: "${geneva}", first: 100`);
      expect(french.map(({ text }) => text)).toContain('Combien coûte CRM software ?');
      const english = (await suggestions(`origin: TOPIC, marketId: "${oslo}", first: 100`)).map(({ text }) => text);
      expect(english).toContain('best CRM software');
      expect((await suggestions('origin: TOPIC, first: 100')).map(({ text }) => text)).not.toContain(
        'best CRM software',
      );
      await upload(['how does invoicing work,1,40,2%,9']);
      const wordingOf = async (args: string) => (await suggestions(`origin: SEARCH_TERMS${args}`))[0]?.wordingOfId;
      expect(await wordingOf('')).toBe(mine.id);
      expect(await wordingOf(`, marketId: "${oslo}"`)).toBe(theirs);
      expect(await wordingOf(`, marketId: "${geneva}"`)).toBeNull();
      const near = await ask(
        `{ project(id: "${id}") { promptSuggestions(origin: SEARCH_TERMS) {
          nodes { source wordingOf { id promptText } } } } }`,
      );
      expect(near.data).toMatchObject({
        project: { promptSuggestions: { nodes: [{ source: 'GOOGLE', wordingOf: { id: mine.id } }] } },
      });
    });

    test.each(['of another project', 'that is archived'])('%s are refused', async (whose) => {
      const projectId = whose === 'that is archived' ? id : (await createProject(caller)).id;
      const marketId = await createMarket('{ name: "Oslo", country: "NO" }', caller, projectId);
      if (projectId === id) await ask(`mutation { archiveMarket(id: "${marketId}") { id } }`);
      const { error } = await pageOf(`origin: TOPIC, marketId: "${marketId}"`, caller);
      expect(error).toEqual(['VALIDATION_ERROR', 'marketId: must name an unarchived market of the project']);
    });
  });

  test.each(['US', 'DE', 'FR', 'ES', 'IT', 'NL', 'BR'])('there are 24 templates, all different, for %s', (country) => {
    const texts = templatesOf(country).map(({ text }) => text);
    expect([texts.length, new Set(texts).size]).toEqual([24, 24]);
  });
});
