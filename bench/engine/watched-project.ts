import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createCompetitor } from '../../src/core/competitors/competitor.writes.js';
import type { Context } from '../../src/core/context.js';
import type { ProjectScope } from '../../src/core/facts/project-scope.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { createPrompt } from '../../src/core/prompts/prompt.writes.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { type Random, randomOf } from '../../src/demo/answers/random.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import type { IncomingAnswer } from '../../src/monitoring/facts/facts.js';

/** A project of an account of its own, whose prompts are asked on all platforms. */
export interface WatchedProject extends ProjectScope {
  prompts: readonly { id: string; text: string }[];
}

const PROMPTS = 20;
export const ANSWERS_A_DAY = PROMPTS * PLATFORMS.length;
const COMPETITORS = 30;
const OTHER_NAMES = 1_000;
const DOMAINS = 2_000;

/** What an answer has, as recorded ones: names of competitors, names that nobody tracks, pages, characters. */
const NAMED = 6;
const DISCOVERED = 4;
const CITED = 6;
const FILLER = 'It holds up well on long days, the fit is true to size, and the outsole keeps its grip when wet. ';
const FILLERS = 2;

/** An agency account with a project of 20 prompts and 30 competitors. */
export async function openProject(db: DatabaseSession): Promise<WatchedProject> {
  const email = `${randomUUID()}@example.com`;
  const { accountId } = await createAccount(db, SYSTEM_CLOCK, { name: 'Bench', email, tier: 'agency' });
  const ctx: Context = { db, clock: SYSTEM_CLOCK, caller: { kind: 'operator', accountId, tier: 'agency' } };
  const { id: projectId } = await createProject(ctx, { brandName: 'Acmera', websiteUrl: 'https://acmera.example' });
  for (let n = 0; n < COMPETITORS; n += 1) await createCompetitor(ctx, projectId, { name: nameOf(n) });
  const prompts: WatchedProject['prompts'][number][] = [];
  for (let n = 0; n < PROMPTS; n += 1) {
    const text = `Which running shoes are the best for runner number ${n}?`;
    prompts.push({ id: (await createPrompt(ctx, projectId, { promptText: text })).id, text });
  }
  return { accountId, projectId, prompts };
}

/** A day's answers, in the order they come in: all prompts on one platform after the other. */
export function answersOf({ prompts }: WatchedProject, day: string): IncomingAnswer[] {
  return PLATFORMS.flatMap((platform) =>
    prompts.map(({ id, text }, n) => {
      const random = randomOf(`${day} ${platform} ${n}`);
      return {
        externalId: `run:${id}:${platform}:${day}:0`,
        promptId: id,
        marketId: null,
        platform,
        model: 'a model',
        question: text,
        text: textOf(random),
        citations: Array.from({ length: CITED }, () => ({ url: pageOf(random), title: 'A page' })),
        searches: [],
        isTruncated: false,
        answeredAt: new Date(Date.parse(`${day}T06:00:00Z`) + n * 60_000),
      };
    }),
  );
}

/** A ranking, as most answers are; some 2,400 characters. */
function textOf(random: Random): string {
  const competitors = Array.from({ length: NAMED }, () => nameOf(Math.floor(random.next() * COMPETITORS)));
  const others = Array.from({ length: DISCOVERED }, () => nameOf(COMPETITORS + fewOften(OTHER_NAMES, random)));
  const brand = random.chance(0.8) ? ['Acmera'] : [];
  const items = [...brand, ...competitors, ...others].map(
    (name, n) => `${n + 1}. **${name}**: a good shoe for its price. ${FILLER.repeat(FILLERS)}`,
  );
  return `These are worth a look:\n\n${items.join('\n')}`;
}

function pageOf(random: Random): string {
  return `https://site-${fewOften(DOMAINS, random)}.example/blog/page-${Math.floor(random.next() * 8)}`;
}

/** The lower the more often (Zipf), as recorded answers name and cite: a handful again and again, and hundreds once. */
function fewOften(most: number, random: Random): number {
  return Math.floor(most ** random.next() - 1);
}

const SYLLABLES = ['bra', 'cor', 'den', 'fal', 'gim', 'hul', 'jor', 'kel', 'lun', 'mav', 'nor', 'pex'];

/** An invented name of three syllables, another one for each number. */
function nameOf(n: number): string {
  const syllables = [n % 12, Math.floor(n / 12) % 12, Math.floor(n / 144) % 12].map((at) => SYLLABLES[at]);
  const name = `${syllables.join('')}x`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
