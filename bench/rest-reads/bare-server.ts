import { listenBare } from '../shared/bare-listener.js';
import { BARE_ANSWERS, type Period } from './bare-answers.js';

/** The bar of the REST reads. Started with the form of its JSON (`rows` or `json`) and the way in. */
const [form, door] = process.argv.slice(2);
if (form !== 'rows' && form !== 'json') throw new Error('the form must be rows or json');
if (door !== 'open' && door !== 'door' && door !== 'gathered')
  throw new Error('the way in must be open, door or gathered');
const answers = BARE_ANSWERS[form];

const VISIBILITY_URL = /^\/api\/v1\/projects\/([0-9a-f-]{36})\/visibility\?window=90d$/;
const DAY_MS = 86_400_000;

await listenBare(async (pool, { url, accountId }) => {
  if (url === '/api/v1/projects') return answers.list(pool, accountId);
  const projectId = VISIBILITY_URL.exec(url)?.[1];
  if (projectId === undefined) throw new Error(`no such path: ${url}`);
  return answers.visibility(pool, accountId, projectId, lastNinetyDays());
}, door);

function lastNinetyDays(): Period {
  const now = Date.now();
  return { from: dayOf(now - 90 * DAY_MS), to: dayOf(now) };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
