import type { Context } from '../../../../src/core/context.js';
import { updateAccount } from '../../../../src/core/people/accounts.js';
import {
  createProject,
  pauseProject,
  resumeProject,
  updateProject,
} from '../../../../src/core/projects/project.writes.js';
import { archivePrompt, createPrompt, updatePrompt } from '../../../../src/core/prompts/prompt.writes.js';
import type { RunKey } from '../../../../src/core/runs/run-id.js';
import { runPrompt } from '../../../../src/core/runs/run-now.js';
import { statement } from '../../../../src/database/rows.js';
import { type Frequency, PLATFORMS, type Platform, type Tier } from '../../../../src/entities/vocabulary.js';
import { lookForRuns } from '../../../../src/monitoring/engine/claim.js';
import { UNMEASURED } from '../../../../src/monitoring/engine/engine-figures.js';
import { planDue } from '../../../../src/monitoring/engine/plan.js';
import { recordHeartbeat } from '../../../../src/monitoring/engine/platform-limits.js';
import { reap } from '../../../../src/monitoring/engine/reap.js';
import type { RunWorker, ServedPlatform } from '../../../../src/monitoring/engine/run-worker.js';
import { openAccount } from '../../../support/accounts.js';
import type { TestDatabase } from '../../../support/database.js';
import type { FakePlatforms } from '../../../support/fake-platforms.js';
import { TestClock } from '../../../support/test-clock.js';
import { platformsOf, QUIET, workerOf } from '../asking-worker.js';
import { ExpectedCells, isWanted, type SimulatedPrompt, type SimulatedWorld } from './expected-cells.js';

const HOUR_MS = 3_600_000;
const ONE_OF_EACH = new Map(PLATFORMS.map((platform) => [platform, 1]));
/** A worker's heartbeat counts for three minutes; $1: the platforms that workers serve. */
const SERVED_UNTIL = `served_until = case when platform = any ($1) then now() + interval '3 minutes' end`;
const SERVE = statement<object>('serve-platforms', `update platform_gate set ${SERVED_UNTIL}`);
/** The platform limits use the database's time, which hardly passes: this lets an hour pass for them. */
const AGE_LIMITS = statement<object>(
  'age-gates',
  `update platform_gate
   set paused_until = paused_until - interval '1 hour', probe_at = probe_at - interval '1 hour',
     refilled_at = refilled_at - interval '1 hour', ${SERVED_UNTIL}`,
);

/**
 * An account's customers, the two workers that serve them, and what is expected of both, on a clock with steps of an
 * hour. Changes happen on the hour, before the workers look.
 */
export class SimulatedService {
  readonly world: SimulatedWorld = {
    tier: 'agency',
    isSubscribed: true,
    pausedProjects: new Set(),
    prompts: [],
    served: new Set(PLATFORMS),
  };
  readonly requested: RunKey[] = [];
  /** Periods of wanted prompts that ended before they were planned. */
  missedPeriods = 0;
  readonly expected: ExpectedCells;
  private readonly platforms: readonly ServedPlatform[];

  private constructor(
    private readonly database: TestDatabase,
    readonly clock: TestClock,
    readonly accountId: string,
    readonly projectIds: readonly string[],
    private readonly ctx: Context,
    fake: FakePlatforms,
  ) {
    this.expected = new ExpectedCells(clock.now());
    this.platforms = platformsOf(fake, 20_000);
  }

  static async open(database: TestDatabase, fake: FakePlatforms, start: Date): Promise<SimulatedService> {
    const clock = new TestClock(start);
    const { ctx, accountId } = await openAccount(database.db, 'agency', clock);
    const brand = { brandName: 'Acme', websiteUrl: 'https://acme.example' };
    const projects = [await createProject(ctx, brand), await createProject(ctx, brand)];
    const ids = projects.map(({ id }) => id);
    return new SimulatedService(database, clock, accountId, ids, ctx, fake);
  }

  async addPrompt(frequency: Frequency): Promise<void> {
    const { prompts } = this.world;
    const projectId = this.projectIds[prompts.length % this.projectIds.length] ?? '';
    const text = `Which anvil is best for smith ${prompts.length}?`;
    const sent = { promptText: text, monitoringFrequency: frequency, platforms: [...PLATFORMS] };
    const { id } = await createPrompt(this.ctx, projectId, sent);
    const createdAt = this.clock.now();
    const texts = [{ at: createdAt, text }];
    const prompt = { id, projectId, createdAt, frequency, isActive: true, isArchived: false, texts };
    prompts.push(prompt);
    this.expected.wake(prompt, createdAt);
  }

  async editText(prompt: SimulatedPrompt): Promise<void> {
    const text = `${prompt.texts[0]?.text} Edited ${prompt.texts.length} times.`;
    await updatePrompt(this.ctx, prompt.id, { promptText: text });
    prompt.texts.push({ at: this.clock.now(), text });
  }

  async setFrequency(prompt: SimulatedPrompt, frequency: Frequency): Promise<void> {
    if (prompt.frequency === frequency) return;
    await updatePrompt(this.ctx, prompt.id, { monitoringFrequency: frequency });
    prompt.frequency = frequency;
    this.expected.wake(prompt, this.clock.now());
  }

  async setActive(prompt: SimulatedPrompt, isActive: boolean): Promise<void> {
    await updatePrompt(this.ctx, prompt.id, { isActive });
    prompt.isActive = isActive;
    this.expected.wake(prompt, this.clock.now());
  }

  async archive(prompt: SimulatedPrompt): Promise<void> {
    await archivePrompt(this.ctx, prompt.id);
    prompt.isArchived = true;
  }

  async pause(projectId: string): Promise<void> {
    await pauseProject(this.ctx, projectId);
    this.world.pausedProjects.add(projectId);
  }

  async resume(projectId: string): Promise<void> {
    await resumeProject(this.ctx, projectId);
    this.world.pausedProjects.delete(projectId);
    for (const prompt of this.world.prompts) {
      if (prompt.projectId === projectId) this.expected.wake(prompt, this.clock.now());
    }
  }

  /** How often a week the weekly prompts of all projects are asked; what is expected by {@link world} knows one. */
  async setRepeats(repeats: number): Promise<void> {
    const caller = { ...this.ctx.caller, tier: this.world.tier };
    for (const id of this.projectIds) await updateProject({ ...this.ctx, caller }, id, { repeats });
  }

  async setTier(tier: Tier): Promise<void> {
    await updateAccount(this.database.db, this.clock, this.accountId, { tier });
    this.world.tier = tier;
  }

  async setSubscription(subscription: 'active' | 'inactive'): Promise<void> {
    await updateAccount(this.database.db, this.clock, this.accountId, { subscription });
    this.world.isSubscribed = subscription === 'active';
    if (this.world.isSubscribed) for (const prompt of this.world.prompts) this.expected.wake(prompt, this.clock.now());
  }

  /** Nothing where a prompt that is not asked now would be refused. */
  async runNow(prompt: SimulatedPrompt): Promise<void> {
    if (prompt.isArchived || !isWanted(prompt, this.world)) return;
    this.requested.push(...(await runPrompt(this.ctx, prompt.id)));
  }

  async serve(platforms: readonly Platform[] | null): Promise<void> {
    this.world.served = platforms && new Set(platforms);
    for (const { platform, bounds } of this.platforms) await recordHeartbeat(this.database.db, platform, bounds);
    await this.database.db.rows(SERVE, [platforms ?? []]);
  }

  /** What two workers do in an hour. */
  async work(): Promise<void> {
    this.expected.step(this.world, this.clock.now());
    const { served } = this.world;
    if (!served) return;
    const platforms = this.platforms.filter(({ platform }) => served.has(platform));
    const now = () => this.clock.now();
    const planned = await Promise.all([planDue(this.database, now()), planDue(this.database, now())]);
    const failures = planned.flatMap((one) => one.failures);
    if (failures.length > 0) throw failures[0]?.error;
    for (const { missedPeriods } of planned.flatMap(({ accounts }) => accounts)) this.missedPeriods += missedPeriods;
    if ((await lookForRuns(this.database.db, now(), ONE_OF_EACH)).size > 0) {
      const workers = [1, 2].map(() => workerOf(this.database, this.clock, { platforms }));
      await Promise.all(workers.map((worker) => this.askAll(worker)));
    }
    while ((await reap({ database: this.database, now, log: QUIET, meter: UNMEASURED })) > 0);
  }

  async passHour(): Promise<void> {
    this.clock.advance(HOUR_MS);
    await this.database.db.rows(AGE_LIMITS, [[...(this.world.served ?? [])]]);
  }

  private async askAll(worker: RunWorker): Promise<void> {
    for (let begun = 1; begun > 0; ) {
      begun = await worker.start(await lookForRuns(this.database.db, this.clock.now(), worker.places()));
      await worker.finish();
    }
  }
}
