import type { Timer } from '../../clock.js';
import { MICRO_USD } from '../../core/platforms/platform.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import { DEFAULT_MODELS } from '../../platforms/asking/models.js';
import { PlatformAsker } from '../../platforms/asking/platform-asker.js';
import type { Asker } from './run-worker.js';

/** A platform that the configuration has a key for. */
export interface AskedPlatform {
  platform: Platform;
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Absent: the platform's default. */
  model: string | undefined;
  requestsPerMinute: number;
  /** Absent: no bound. */
  dailyBudgetUsd: number | undefined;
  /** Whether Gemini searches the web; the other platforms always do. */
  isGrounded: boolean;
}

/** An asker for each configured platform, with its bounds. */
export function createAskers(platforms: readonly AskedPlatform[], clock: Timer): Asker[] {
  return platforms.map((asked) => {
    const asker = new PlatformAsker({ ...asked, model: asked.model ?? DEFAULT_MODELS[asked.platform] }, clock);
    const { requestsPerMinute: perMinute, dailyBudgetUsd } = asked;
    const microUsdPerDay = dailyBudgetUsd === undefined ? null : Math.round(dailyBudgetUsd * MICRO_USD);
    return {
      platform: asked.platform,
      requestVersion: asker.requestVersion,
      usual: asker.usual,
      bounds: { perMinute, microUsdPerDay },
      ask: (question, signal) => asker.ask(question, signal),
    };
  });
}
