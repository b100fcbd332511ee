import { SYSTEM_CLOCK } from '../../../src/clock.js';
import type { ProjectScope } from '../../../src/core/facts/project-scope.js';
import type { DatabaseSession } from '../../../src/database/database-session.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { createJudging } from '../../../src/monitoring/judge/model-judge.js';
import { reanalyseWhereFree } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { PlatformServer } from '../../support/platform-server.js';
import { answerIn, verdictOf } from '../judge/replies.js';
import { fileOf, plainLine } from '../monitored-project.js';

/** Answers of the first batch, and all that {@link retainAnswers} ingests. */
export const READ = 200;
export const TOTAL = 300;
/** The judge after a {@link HeldReanalysis}. */
export const JUDGE = 'claude/m-1/4';

const LATER = 'Acme is what a judge thinks long about.';

/** Ingests a batch of answers, and a hundred more whose verdicts are held back. */
export async function retainAnswers(db: DatabaseSession, scope: ProjectScope): Promise<void> {
  const lines = Array.from({ length: TOTAL }, (_, n) =>
    n < READ
      ? plainLine({ answered_at: '2026-03-01T00:00:00Z' })
      : plainLine({ answered_at: '2026-03-02T00:00:00Z', answer: LATER }),
  );
  await importAnswers(db, scope, fileOf(lines));
}

/** The outcome of a run that nothing ended early. */
export function finished(outcome: Awaited<HeldReanalysis['running']>) {
  if (outcome === null || typeof outcome === 'string') throw new Error(`the run ended with ${outcome}`);
  return outcome;
}

export interface HeldReanalysis {
  /** Settles as the run does. */
  running: ReturnType<typeof reanalyseWhereFree>;
  /** Lets it continue to its end. */
  release: () => void;
  /** Asks it to stop, as a worker that is stopping does. */
  stop: () => void;
  /** Lets it continue to its end, and closes what it was set up with. */
  close: () => Promise<void>;
}

/**
 * A re-analysis by a worker with a model as judge, held between its first batch and its second: the model's platform
 * does not reply yet.
 */
export async function holdReanalysis(
  db: DatabaseSession,
  scope: ProjectScope,
  mustSwitch = false,
): Promise<HeldReanalysis> {
  const stopping = new AbortController();
  const released = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const server = await PlatformServer.start(async (call) => {
    if (answerIn(call) === LATER) {
      reached.resolve();
      await released.promise;
    }
    return { json: verdictOf('claude', answerIn(call), 'neutral') };
  });
  const choice = { platform: 'claude' as const, apiKey: 'key-sesame', baseUrl: server.url, model: 'm-1' };
  const judging = await createJudging(db, choice, { info() {}, warn() {} }, SYSTEM_CLOCK);
  const running = reanalyseWhereFree(db, scope, stopping.signal, judging, { mustSwitch });
  // If the run fails, awaiting it rejects.
  await Promise.race([reached.promise, running.catch(() => {})]);
  return {
    running,
    release: released.resolve,
    stop: () => stopping.abort(),
    close: async () => {
      released.resolve();
      await running.catch(() => {});
      await server.close();
    },
  };
}
