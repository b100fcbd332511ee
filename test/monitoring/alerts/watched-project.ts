import { type AlertView, alertsOfProjects } from '../../../src/core/alerts/alerts.js';
import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { createPrompts } from '../../../src/core/prompts/prompt.writes.js';
import { daysBefore } from '../../../src/core/time.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { runDueChecks } from '../../../src/monitoring/alerts/due-checks.js';
import type { IncomingAnswer } from '../../../src/monitoring/facts/facts.js';
import { openAccount } from '../../support/accounts.js';
import type { TestDatabase } from '../../support/database.js';
import { TestClock } from '../../support/test-clock.js';
import { incoming, ingestAndRollUp, type MonitoredProject } from '../monitored-project.js';

export const FIRST_DAY = '2026-01-05';
export const DAY_MS = 86_400_000;
const PROMPTS = 20;

/** The day with a number, from the first on. */
export const dayOf = (at: number) => daysBefore(FIRST_DAY, -at);

const questionOf = (prompt: number) => `Which anvils are best for workshop number ${prompt}?`;

/** A project whose answers come day by day, and whose checks are made the morning after. */
export class Watched {
  today = 0;

  constructor(
    private readonly database: TestDatabase,
    readonly project: MonitoredProject,
    readonly clock: TestClock,
    /** Share of the answers that name the brand. */
    private readonly share: Share,
    /** How answers call the brand. */
    private readonly nameOf: (day: number) => string,
  ) {}

  /** The answers of a day: each prompt is asked weekly on each platform. */
  private answersOf(day: number): IncomingAnswer[] {
    const answers: IncomingAnswer[] = [];
    for (let prompt = 0; prompt < PROMPTS; prompt++) {
      for (const [at, platform] of PLATFORMS.entries()) {
        if ((prompt + 2 * at) % 7 !== day % 7) continue;
        const names = [
          ...((prompt + 3 * at + 7 * Math.floor(day / 7)) % 20 < 20 * this.share(day, prompt)
            ? [this.nameOf(day)]
            : []),
          ...((prompt + at + Math.floor(day / 7)) % 5 < 2 ? ['Bolt Works'] : []),
        ];
        const text = names.length > 0 ? `We like ${names.join(' and ')}.` : 'It depends on what you forge.';
        const answeredAt = new Date(`${dayOf(day)}T09:30:00Z`);
        answers.push(incoming({ platform, question: questionOf(prompt), text, answeredAt }));
      }
    }
    return answers;
  }

  /** Imports the answers of days up to the one before `day`, and checks each morning. */
  async until(day: number): Promise<void> {
    for (; this.today < day; this.today++) {
      await ingestAndRollUp(this.database, this.project, this.answersOf(this.today));
      this.clock.advance(DAY_MS);
      await this.check();
    }
  }

  async check(): Promise<void> {
    const parts = { database: this.database, clock: this.clock, log: LOG, mail: { mayMail: null }, publicUrl: null };
    await runDueChecks({ ...parts, publicUrl: 'https://seen.example' }, new AbortController().signal, this.clock.now());
  }

  async alerts(): Promise<AlertView[]> {
    const { ctx, projectId } = this.project;
    return (await alertsOfProjects(ctx, [projectId], { first: 50, after: null })).get(projectId)?.entries ?? [];
  }
}

const LOG = {
  info: () => {},
  error: (details: object, message: string) => {
    throw new Error(
      `${message}: ${JSON.stringify(details, Object.getOwnPropertyNames((details as { err: Error }).err))}`,
    );
  },
};

type Share = (day: number, prompt: number) => number;

/** @param nameOf how answers of a day call the brand. */
export async function watch(
  database: TestDatabase,
  share: Share,
  nameOf: (day: number) => string = () => 'Acme',
): Promise<Watched> {
  const clock = new TestClock(`${FIRST_DAY}T12:00:00Z`);
  const { ctx, accountId } = await openAccount(database.db, 'agency', clock);
  const { id: projectId } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  await createCompetitor(ctx, projectId, { name: 'Bolt Works' });
  const texts = Array.from({ length: PROMPTS }, (_, at) => ({ promptText: questionOf(at) }));
  await createPrompts(ctx, projectId, texts);
  return new Watched(database, { accountId, projectId, ctx }, clock, share, nameOf);
}
