import { createHash } from 'node:crypto';
import { fillEveryTable, idOf } from './every-table.js';

/** Sends one statement and returns its rows. */
type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** A request of the API, and what a release responded. */
export interface RecordedResponse {
  request: string;
  sent?: string;
  status: number;
  contentType: string | null;
  /** The body's text, without the values of {@link OF_THE_REQUEST} or {@link OF_WHAT_WAS_WRITTEN}. */
  body: string;
}

/** Whose rows the responses are of: the first account asks, those of the second are refused to it. */
export const RECORDED_ACCOUNTS = [idOf('recorded account', 0), idOf('recorded account', 1)] as const;

/** What tells of the moment of the request. Everything else is compared. */
const OF_THE_REQUEST = ['remaining', 'reset'];
/** Once something was written: what was made then, and when. */
const OF_WHAT_WAS_WRITTEN = [...OF_THE_REQUEST, 'id', 'created_at', 'updated_at'];

/** Two projects that are live, each with a prompt and a competitor, and one that is archived. */
const PROJECTS = [0, 1, 2].map((at) => idOf(RECORDED_ACCOUNTS[0], 'project', at));
const [LIVE = '', OTHER = '', ARCHIVED = ''] = PROJECTS;
const FOREIGN = idOf(RECORDED_ACCOUNTS[1], 'project', 0);
const [PROMPT, COMPETITOR] = ['prompt', 'competitor'].map((table) => idOf(RECORDED_ACCOUNTS[0], table, 0));

/** A key in the form that it had in the first release: keys that were given out go on being accepted. */
const KEY = keyOf(RECORDED_ACCOUNTS[0]);

function keyOf(accountId: string): string {
  const body = `bvm_${'a'.repeat(32)}${accountId.replaceAll('-', '')}`;
  return body + createHash('sha256').update(`checksum:${body}`).digest('hex').slice(0, 6);
}

/** What rows that are filled by their columns' types leave open: what is live, which names were looked for. */
const LIVE_ROWS = [
  `update account set tier = 'agency', subscription = 'active'`,
  `update project set archived_at = null, is_paused = false where id <> '${ARCHIVED}'`,
  `update prompt set archived_at = null where project_id <> '${ARCHIVED}'`,
  `update competitor set removed_at = null, name = 'Competitor of ' || left(id::text, 4)`,
  `update competitor_candidate k
   set name = c.name
   from competitor c
   where c.account_id = k.account_id and c.id = k.competitor_id`,
  `update analysis a
   set subjects = jsonb_build_object(
     'brand', jsonb_build_object('name', 'Acme', 'aliases', '[]'::jsonb, 'website', 'https://acme.example'),
     'competitors', (
       select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'aliases', '[]'::jsonb)), '[]')
       from competitor_candidate k
       where k.account_id = a.account_id and k.project_id = a.project_id
     ))`,
];

/** Days around that of the other rows, and the last ones before today, which the list of competitors looks at. */
const DAYS = `(
  select date '2026-03-10' + n as day, n from generate_series(0, 9) n where n <> 5
  union all
  select current_date - n, n from generate_series(1, 3) n
) d`;
const SCOPE = 'select s.account_id, s.project_id, s.analysis_id, d.day, v.platform';
const OF_SCOPE = `from analysis_selection s, ${DAYS}, (values ('chatgpt', 1), ('claude', 2)) v (platform, w)`;
const KEY_COLUMNS = 'account_id, project_id, analysis_id, bucket_date, platform';

/** Rollups of days whose answers are not there: numbers that no other row gives. */
const NUMBERS = [
  `insert into daily_response (${KEY_COLUMNS}, response_count, brand_mention_count, positive, neutral, negative, mixed)
   ${SCOPE}, 7 + d.n, 3 + d.n % 4, 1, d.n % 3, d.n % 2, v.w - 1
   ${OF_SCOPE}`,
  `insert into daily_mention (${KEY_COLUMNS}, subject_id, mention_count, response_count, first_seen_at, last_seen_at)
   ${SCOPE}, t.id, 5 + d.n, 3 + d.n % 4, d.day + time '08:00', d.day + time '19:30'
   ${OF_SCOPE}, lateral (
     select s.project_id as id
     union all
     select k.id from competitor_candidate k where k.account_id = s.account_id and k.project_id = s.project_id
   ) t`,
  `insert into mention_total (account_id, project_id, analysis_id, subject_id, mention_count, first_seen_at,
     last_seen_at)
   select account_id, project_id, analysis_id, subject_id, sum(mention_count), '2026-03-10 08:00Z', '2026-03-19 19:30Z'
   from daily_mention
   group by account_id, project_id, analysis_id, subject_id
   on conflict do nothing`,
  `insert into daily_citation (${KEY_COLUMNS}, domain, citation_count, response_count, first_seen_at, last_seen_at)
   ${SCOPE}, 'source-' || o.at || '.example', 2 * o.at + d.n, o.at, d.day + time '08:00', d.day + time '19:30'
   ${OF_SCOPE}, generate_series(1, 3) o (at)`,
  `insert into daily_citation_url (${KEY_COLUMNS}, domain, url_hash, url, citation_count)
   select ${KEY_COLUMNS}, domain, sha256(convert_to(u.url, 'UTF8')), u.url, citation_count + u.n
   from daily_citation c, generate_series(0, 1) n, lateral (
     select n, 'https://' || c.domain || '/page-' || n as url
   ) u
   where c.domain like 'source-%'`,
];

/** Fills a database with all that the responses are made of, whatever the version of its schema. */
export async function fillRecorded(query: Query): Promise<void> {
  for (const accountId of RECORDED_ACCOUNTS) await fillEveryTable(query, accountId, PROJECTS.length);
  for (const text of [...LIVE_ROWS, ...NUMBERS]) await query(text);
  const hash = createHash('sha256').update(KEY).digest();
  const first = idOf(RECORDED_ACCOUNTS[0], 'api_key', 0);
  await query('update api_key set key_hash = $1, revoked_at = null where id = $2', [hash, first]);
}

const MONTH = 'from=2026-03-01&to=2026-03-31';
/** Each endpoint's, in an order in which none changes what a later one reads but those at the end. */
const READS = [
  'GET /projects',
  ...[LIVE, OTHER, ARCHIVED, FOREIGN, 'no-uuid'].flatMap((id) => [
    `GET /projects/${id}`,
    `GET /projects/${id}/prompts`,
    `GET /projects/${id}/competitors`,
    ...['visibility', 'mentions', 'citations', 'sentiment'].map((metric) => `GET /projects/${id}/${metric}?${MONTH}`),
  ]),
  `GET /projects/${LIVE}/visibility?${MONTH}&platforms=claude`,
  `GET /projects/${LIVE}/visibility?from=2026-03-31&to=2026-03-01`,
  `GET /projects/${LIVE}/mentions?${MONTH}&limit=5&offset=10`,
  `GET /projects/${LIVE}/mentions?${MONTH}&limit=0`,
  `GET /projects/${LIVE}/citations?${MONTH}&limit=2&offset=1&platforms=chatgpt`,
  `GET /projects/${LIVE}/sentiment?from=2026-03-12&to=2026-03-14`,
  `GET /prompts/${PROMPT}`,
  `GET /prompts/${FOREIGN}`,
  'GET /nothing',
];
const BRAND = { brand_name: 'Anvils', website_url: 'https://anvils.example' };
const WRITES: readonly [request: string, sent?: unknown][] = [
  ['POST /projects', BRAND],
  ['POST /projects', { brand_name: '' }],
  [`PATCH /projects/${LIVE}`, { description: 'Another description.' }],
  [`POST /projects/${LIVE}/prompts`, { prompt_text: 'Which anvil is best?', category: 'tools', tags: ['anvil'] }],
  [`POST /projects/${LIVE}/prompts`, { prompt_text: 'Which anvil is best?' }],
  [`PATCH /prompts/${PROMPT}`, { tags: ['one', 'two'] }],
  [`POST /projects/${LIVE}/competitors`, { name: 'Bolt', website_url: 'https://bolt.example' }],
  [`DELETE /competitors/${COMPETITOR}`],
  [`DELETE /prompts/${PROMPT}`],
  [`DELETE /projects/${LIVE}`],
  ['GET /projects'],
];

/** Asks everything of the service at `url`, one after the other. It changes rows: once for a database. */
export async function recordResponses(url: string): Promise<RecordedResponse[]> {
  const recorded: RecordedResponse[] = [];
  const ask = async (request: string, omitted: readonly string[], content?: unknown) => {
    const [method = '', path = ''] = request.split(' ');
    const sent = JSON.stringify(content);
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      ...(sent !== undefined && { body: sent }),
    });
    const [body, contentType] = [withoutValues(await response.text(), omitted), response.headers.get('content-type')];
    recorded.push({ request, ...(sent !== undefined && { sent }), status: response.status, contentType, body });
  };
  for (const request of READS) await ask(request, OF_THE_REQUEST);
  for (const [request, sent] of WRITES) await ask(request, OF_WHAT_WAS_WRITTEN, sent);
  return recorded;
}

function withoutValues(body: string, names: readonly string[]): string {
  const field = new RegExp(`"(${names.join('|')})":(?:"[^"]*"|\\d+)`, 'g');
  return body.replace(field, '"$1":…');
}
