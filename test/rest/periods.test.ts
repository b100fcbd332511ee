import { type ApiCaller, liftLimits, TODAY, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { addCitations, addMentions, addResponses, selectAnalysis } from '../support/history.js';
import { createProject } from '../support/resources.js';

/** The days that a question is about, which the four metrics share. The API's today is 2026-06-15. */

const api = useApi();

const METRICS = ['visibility', 'mentions', 'citations', 'sentiment'] as const;
const DAY_MS = 86_400_000;

let caller: ApiCaller;
let path: string;

const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** One answer that names the brand on each of 100 days up to today, and on days at the ends of the calendar. */
beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  const { id } = await createProject(caller);
  path = `/projects/${id}`;
  const history = await selectAnalysis(caller, id);
  const far = ['1970-01-01', '2024-02-28', '2024-02-29', '2024-03-01', '9999-12-31'];
  const dates = [...Array.from({ length: 100 }, (_, days) => dayBefore(TODAY, days)), dayBefore(TODAY, -1), ...far];
  const buckets = dates.map((date) => ({ date, platform: 'chatgpt' as const }));
  await addResponses(
    history,
    buckets.map((bucket) => ({ ...bucket, responses: 1, naming: 1, neutral: 1 })),
  );
  await addMentions(
    history,
    buckets.map((bucket) => ({ ...bucket, subject: id, mentions: 1, responses: 1 })),
  );
  await addCitations(
    history,
    buckets.map((bucket) => ({ ...bucket, domain: 'tea.example', citations: 1 })),
  );
});

/** How many days each metric counts, for a question that it answers. */
async function daysCounted(metric: (typeof METRICS)[number], query: string): Promise<number> {
  const answer = await caller.get(`${path}/${metric}?${query}${metric === 'mentions' ? '&limit=100' : ''}`);
  expect(answer.status).toBe(200);
  const { data } = Object(answer.body);
  switch (metric) {
    case 'visibility':
      return data.trend.length;
    case 'mentions':
      return data.mentions.length;
    case 'citations':
      return data[0]?.citation_count ?? 0;
    case 'sentiment':
      return data.sentiment.total;
  }
}

test.each([
  ['no parameter', '', '2026-05-16', TODAY, 31],
  ['window=1d', 'window=1d', '2026-06-14', TODAY, 2],
  ['window=7d', 'window=7d', '2026-06-08', TODAY, 8],
  ['window=30d', 'window=30d', '2026-05-16', TODAY, 31],
  ['window=90d', 'window=90d', '2026-03-17', TODAY, 91],
  ['to alone', 'to=2026-05-31', '2026-05-01', '2026-05-31', 31],
  ['to of today', `to=${TODAY}`, '2026-05-16', TODAY, 31],
  ['to beside window', 'to=2026-05-31&window=7d', '2026-05-24', '2026-05-31', 8],
  ['to in the future', 'to=2026-06-16&window=1d', '2026-06-15', '2026-06-16', 2],
  ['from alone', 'from=2026-06-01', '2026-06-01', TODAY, 15],
  ['from of today', `from=${TODAY}`, TODAY, TODAY, 1],
  ['from beside window', 'from=2026-06-10&window=90d', '2026-06-10', TODAY, 6],
  ['from and to beside window', 'from=2026-06-01&to=2026-06-02&window=1d', '2026-06-01', '2026-06-02', 2],
  ['from that lies 90 days before to', 'from=2026-03-17', '2026-03-17', TODAY, 91],
  ['one day', 'from=2026-06-01&to=2026-06-01', '2026-06-01', '2026-06-01', 1],
  ['the leap day', 'from=2024-02-29&to=2024-02-29', '2024-02-29', '2024-02-29', 1],
  ['a window over the leap day', 'to=2024-03-01&window=1d', '2024-02-29', '2024-03-01', 2],
  ['the first day', 'to=1970-01-01&window=90d', '1969-10-03', '1970-01-01', 1],
  ['the last day', 'to=9999-12-31', '9999-12-01', '9999-12-31', 1],
])('%s: both ends count, in each metric', async (_what, query, from, to, days) => {
  const visibility = await caller.get(`${path}/visibility?${query}`);
  expect(visibility.body).toMatchObject({ data: { window: { from, to } } });
  for (const metric of METRICS) expect([metric, await daysCounted(metric, query)]).toEqual([metric, days]);
});

test.each([
  ['a range of 91 days', 'from=2026-03-16', /^from: date range must be 0-90 days/],
  ['a range of years', 'from=1970-01-01&to=9999-12-31', /^from: date range must be 0-90 days/],
  ['a window does not save a range of 91 days', 'from=2026-03-16&window=1d', /0-90 days/],
  ['from after to', 'from=2026-06-02&to=2026-06-01', /^from: must not be after to/],
  ['from after today', 'from=2026-06-16', /^from: must not be after to/],
  ['a 29 February of no leap year', 'from=2026-02-29&to=2026-03-01', /^from: must be a date that exists/],
  ['a 29 February of a century', 'from=2100-02-29&to=2100-03-01', /^from: /],
  ['a 30 February', 'to=2024-02-30', /^to: must be a date that exists/],
  ['a 31 April', 'to=2026-04-31', /^to: /],
  ['a month 13', 'to=2026-13-01', /^to: /],
  ['a month 0', 'to=2026-00-10', /^to: /],
  ['a day 0', 'to=2026-01-00', /^to: /],
  ['the year 0', 'from=0000-01-01&to=0000-01-02', /from: .*to: /],
  ['nothing but zeros', 'to=0000-00-00', /^to: /],
  ['an empty from', 'from=', /^from: must be a date YYYY-MM-DD/],
  ['an empty to', 'to=', /^to: /],
  ['an empty window', 'window=', /^window: must be one of 1d, 7d, 30d, 90d/],
  ['a short date', 'to=2026-6-1', /^to: must be a date YYYY-MM-DD/],
  ['a long year', 'to=12026-06-01', /^to: /],
  ['a negative year', 'to=-2026-06-01', /^to: /],
  ['an instant', 'to=2026-06-01T00:00:00Z', /^to: /],
  ['a date with a blank', 'to=2026-06-01%20', /^to: /],
  ['a date with a line break', 'to=2026-06-01%0A', /^to: /],
  ['a date in other digits', `to=${encodeURIComponent('٢٠٢٦-٠٦-٠١')}`, /^to: /],
  ['what PostgreSQL takes for a date', 'from=infinity', /^from: /],
  ['what PostgreSQL takes for today', 'to=today', /^to: /],
  ['seconds', 'from=1750000000', /^from: /],
  ['two dates', 'from=2026-06-01&from=2026-06-02', /^from: /],
  ['an unknown window', 'window=2d', /^window: /],
  ['a window in capitals', 'window=7D', /^window: /],
  ['two windows', 'window=7d&window=7d', /^window: /],
  ['a bad window beside a good from', 'window=x&from=2026-06-01', /^window: /],
])('%s is refused by each metric', async (_what, query, message) => {
  for (const metric of METRICS)
    expectError(await caller.get(`${path}/${metric}?${query}`), 'VALIDATION_ERROR', message);
});
