import type { Platform } from '../../entities/vocabulary.js';

/** What a process has yet to report about requests that were granted on a UTC day, in millionths of a dollar. */
export interface Correction {
  /** The day of the grants, `YYYY-MM-DD`. */
  day: string;
  /** What they cost beyond what was reserved for them; negative where they cost less. */
  microUsd: number;
  /** What is reserved for them no longer, as their cost is known or nothing was sent. */
  releasedMicroUsd: number;
}

/** Corrections of reservations, until they are reported: one of each platform, of the last day. */
export class Corrections {
  private readonly byPlatform = new Map<Platform, Correction>();

  /** A correction of an earlier day than the last is dropped: the money of that day bounds nothing any more. */
  add(platform: Platform, added: Correction): void {
    const kept = this.byPlatform.get(platform);
    if (kept && kept.day > added.day) return;
    if (!kept || kept.day < added.day) return void this.byPlatform.set(platform, added);
    this.byPlatform.set(platform, {
      day: kept.day,
      microUsd: kept.microUsd + added.microUsd,
      releasedMicroUsd: kept.releasedMicroUsd + added.releasedMicroUsd,
    });
  }

  /** Removes and returns what is to be reported of a platform. */
  take(platform: Platform): Correction | null {
    const kept = this.byPlatform.get(platform) ?? null;
    this.byPlatform.delete(platform);
    return kept;
  }
}
