import { PLANS } from '../../../../src/core/plans.js';
import { periodOf, slotIn } from '../../../../src/core/schedule/periods.js';
import {
  type Frequency,
  PLATFORMS,
  type Platform,
  type RunReason,
  type Tier,
} from '../../../../src/entities/vocabulary.js';

const HOUR_MS = 3_600_000;

/** A prompt in its present state, as the test has changed it. */
export interface SimulatedPrompt {
  id: string;
  projectId: string;
  createdAt: Date;
  frequency: Frequency;
  isActive: boolean;
  isArchived: boolean;
  /** Each text with the instant from which it counts, the first one first. */
  texts: { at: Date; text: string }[];
}

/** Everything that planning depends on. */
export interface SimulatedWorld {
  tier: Tier;
  isSubscribed: boolean;
  pausedProjects: Set<string>;
  prompts: SimulatedPrompt[];
  /** Platforms that the workers have a key for; null while there are no workers. */
  served: ReadonlySet<Platform> | null;
}

/** The run that a cell must have; `skip`: why it is not to be asked. */
export interface ExpectedCell {
  promptId: string;
  platform: Platform;
  periodDate: string;
  plannedAt: Date;
  skip: RunReason | null;
}

/**
 * The runs that there must be by the documents, hour by hour: a prompt is due at its slots and when something wakes it,
 * and is then planned for the present period, or for the one just over if it became due within the hour.
 */
export class ExpectedCells {
  readonly cells: ExpectedCell[] = [];
  private readonly dueAt = new Map<string, Date>();
  private readonly asked = new Set<string>();
  private lastLook: Date;

  constructor(start: Date) {
    this.lastLook = start;
  }

  /** Something happened that makes the prompt due now. */
  wake({ id }: SimulatedPrompt, now: Date): void {
    if (!this.dueAt.has(id)) this.dueAt.set(id, now);
  }

  /** An hour has passed, in which nothing changed; workers look at its end, if there are any. */
  step(world: SimulatedWorld, now: Date): void {
    for (const prompt of world.prompts) this.noteSlots(prompt, now);
    this.lastLook = now;
    if (world.served === null) return;
    for (const prompt of world.prompts) this.plan(prompt, world, now);
  }

  private noteSlots(prompt: SimulatedPrompt, now: Date): void {
    for (const at of [this.lastLook, now]) {
      const period = periodOf(prompt.frequency, at);
      const slot = slotIn(period, prompt.id);
      const isReached = slot > this.lastLook && slot <= now;
      if (isReached && !this.asked.has(`${prompt.id} ${period.date}`)) this.wake(prompt, slot);
    }
  }

  private plan(prompt: SimulatedPrompt, world: SimulatedWorld, now: Date): void {
    const dueAt = this.dueAt.get(prompt.id);
    this.dueAt.delete(prompt.id);
    if (!dueAt || prompt.isArchived || !isWanted(prompt, world)) return;
    const isLate = now.getTime() - dueAt.getTime() > HOUR_MS;
    const periodDate = periodOf(prompt.frequency, isLate ? now : dueAt).date;
    if (this.asked.has(`${prompt.id} ${periodDate}`)) return;
    this.asked.add(`${prompt.id} ${periodDate}`);
    for (const platform of PLATFORMS) {
      const skip = reasonToSkip(prompt, platform, world);
      this.cells.push({ promptId: prompt.id, platform, periodDate, plannedAt: now, skip });
    }
  }
}

export function isWanted(prompt: SimulatedPrompt, { isSubscribed, pausedProjects }: SimulatedWorld): boolean {
  return prompt.isActive && isSubscribed && !pausedProjects.has(prompt.projectId);
}

function reasonToSkip(prompt: SimulatedPrompt, platform: Platform, world: SimulatedWorld): RunReason | null {
  const { dailySlots, platforms } = PLANS[world.tier];
  if (prompt.frequency === 'daily' && dailyOnesUpTo(prompt, world) > dailySlots) return 'no_daily_slot';
  if (!platforms.includes(platform)) return 'platform_not_in_tier';
  return world.served?.has(platform) ? null : 'platform_not_configured';
}

function dailyOnesUpTo(prompt: SimulatedPrompt, { prompts }: SimulatedWorld): number {
  const age = ({ createdAt, id }: SimulatedPrompt) => `${createdAt.toISOString()} ${id}`;
  const daily = prompts.filter(({ frequency, isArchived }) => frequency === 'daily' && !isArchived);
  return daily.filter((other) => age(other) <= age(prompt)).length;
}
