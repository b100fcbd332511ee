import { listenBare } from '../shared/bare-listener.js';
import { BARE_ANSWERS } from './bare-answers.js';

/**
 * The bar of the GraphQL reads. Started with the form of its JSON (`rows` or `json`). It knows the three operations by
 * name: no document is parsed, checked, priced or executed.
 */
const [form] = process.argv.slice(2);
if (form !== 'rows' && form !== 'json') throw new Error('the form must be rows or json');
const answers = BARE_ANSWERS[form];

const OPERATION = /^query (\w+)/;

await listenBare((pool, { sent, accountId }) => {
  // Only the benchmark sends it.
  const { query, variables } = JSON.parse(sent) as { query: string; variables: Record<string, string> };
  const answer = answers[OPERATION.exec(query)?.[1] ?? ''];
  if (!answer) throw new Error(`no such operation: ${query}`);
  return answer(pool, accountId, variables);
});
