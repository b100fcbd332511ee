import { join } from 'node:path';
import { refuseDifferences } from '../shared/agreement.js';
import type { BareDoor } from '../shared/bare-listener.js';
import { type Contest, type ContestResult, fasterOf, runContests } from '../shared/contest.js';
import type { Server } from '../shared/servers.js';
import type { Stage } from '../shared/stage.js';
import { QUESTIONS, type Question, requestsFor } from './questions.js';

/** The bar in its faster form, the same behind the door, each request alone or with others, and the service. */
export const VARIANTS = ['bare', 'bare + door', 'bare + gathered door', 'service'] as const;

/** How the bare server makes its JSON: in SQL, or from rows. */
type BareForm = 'rows' | 'json';

/**
 * The reads through each variant.
 * @throws Error when a response is not 200, or variants respond differently.
 */
export async function measureReads(stage: Stage): Promise<ContestResult[]> {
  const contests: Contest[] = [];
  const servers = { rows: await startBare(stage, 'rows', 'open'), json: await startBare(stage, 'json', 'open') };
  for (const question of QUESTIONS) contests.push(await prepare(stage, question, servers));
  return runContests(stage, contests);
}

/** The faster form of the bar, found here, runs behind the door too. */
async function prepare(stage: Stage, { name, pathFor }: Question, servers: Record<BareForm, Server>): Promise<Contest> {
  const requests = requestsFor(pathFor, stage.accounts);
  const read = (answer: unknown) => answer;
  const entrantOf = (form: BareForm) => ({ server: servers[form], requests, read, form });
  const forms = [entrantOf('rows'), entrantOf('json')] as const;
  await refuseDifferences(name, [{ server: stage.service, requests, read }, ...forms]);
  const { server, form } = await fasterOf(stage, forms);
  const shown = form === 'json' ? 'JSON in SQL' : 'rows';
  return {
    question: name,
    contestants: [
      { name: 'bare', form: shown, server, requests },
      { name: 'bare + door', form: shown, server: await startBare(stage, form, 'door'), requests },
      { name: 'bare + gathered door', form: shown, server: await startBare(stage, form, 'gathered'), requests },
      { name: 'service', server: stage.service, requests },
    ],
  };
}

function startBare({ servers }: Stage, form: BareForm, door: BareDoor): Promise<Server> {
  return servers.startPeer(join(import.meta.dirname, 'bare-server.js'), [form, door]);
}
