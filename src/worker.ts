import { SYSTEM_CLOCK } from './clock.js';
import type { Config } from './config.js';
import type { Database } from './database/database.js';
import type { createLog } from './http/log.js';
import type { ServiceMetrics } from './http/metrics.js';
import { isReservedAddress } from './mail/reserved-domains.js';
import { startCompetitorQuestions } from './monitoring/engine/ask-for-competitors.js';
import { startEngine } from './monitoring/engine/engine.js';
import { createEngineMeter } from './monitoring/engine/engine-metrics.js';
import { KeyedPlatforms } from './monitoring/engine/keyed-platforms.js';
import type { Judging } from './monitoring/judge/judging.js';
import { createJudging } from './monitoring/judge/model-judge.js';
import { startReports } from './monitoring/reports/make-reports.js';
import { createReportMeter } from './monitoring/reports/report-metrics.js';
import { startMaintenance } from './monitoring/upkeep/maintenance.js';
import { createCarriers } from './sending/carriers.js';
import { startSending } from './sending/deliver.js';
import { createSendingMeter } from './sending/sending-metrics.js';

export interface Worker {
  /** Claims nothing more from now on; resolves once everything under way has ended or is queued again. */
  stop(): Promise<void>;
}

interface WorkerParts {
  database: Database;
  log: ReturnType<typeof createLog>;
  metrics: ServiceMetrics;
}

/**
 * How this process judges answers. Where a model does, it logs that texts of answers are sent to it, and where nobody
 * chose one, that nothing is read again for it, and how it is turned off.
 */
export async function judgingOf(
  { judge }: Readonly<Config>,
  { database, log }: Pick<WorkerParts, 'database' | 'log'>,
): Promise<Judging> {
  const judging = await createJudging(database.openForJob(), judge, log, SYSTEM_CLOCK);
  if (judging.judge) log.info({ judge: judging.judge.id }, judging.isDefault ? JUDGED_BY_DEFAULT : JUDGED);
  return judging;
}

const JUDGED = 'a model judges names and tone; texts of answers are sent to it';
const JUDGED_BY_DEFAULT =
  'JUDGE is not set: a cheap model judges names and tone of new answers, whose texts are sent to it; earlier answers ' +
  'stay as they were read until people have it applied to them; JUDGE=off turns it off';

/** Starts the live engine, the upkeep, the reports and the deliveries of a worker process. */
export function startWorker(
  config: Readonly<Config>,
  judging: Judging,
  { database, log, metrics }: WorkerParts,
): Worker {
  const { concurrency, leaseSeconds, drainSeconds } = config.worker;
  logPlatforms(config, log);
  const telling = {
    mail: { mayMail: config.smtpUrl === undefined ? null : (address: string) => !isReservedAddress(address) },
    publicUrl: config.publicUrl ?? null,
  };
  const maintenance = startMaintenance({
    database,
    log,
    judging,
    clock: SYSTEM_CLOCK,
    alerts: telling,
  });
  const platforms = new KeyedPlatforms(config, SYSTEM_CLOCK, log);
  const readPlatforms = () => platforms.read(database.openForJob());
  const meter = createEngineMeter(metrics.registry);
  const questions = startCompetitorQuestions({ database, readPlatforms, clock: SYSTEM_CLOCK, log, meter });
  const engine = startEngine({
    database,
    platforms: [],
    readPlatforms,
    judging,
    clock: SYSTEM_CLOCK,
    log,
    meter,
    bounds: { concurrency, leaseMs: leaseSeconds * 1_000, drainMs: drainSeconds * 1_000 },
  });
  const sending = startSending({
    database,
    clock: SYSTEM_CLOCK,
    log,
    meter: createSendingMeter(metrics.registry),
    carriers: createCarriers(config, { database, log }),
    telling,
    drainMs: drainSeconds * 1_000,
  });
  const reports = startReports({
    database,
    clock: SYSTEM_CLOCK,
    log,
    baseUrl: config.linkBaseUrl,
    canMail: config.smtpUrl !== undefined,
    counted: createReportMeter(metrics.registry),
  });
  const parts = [engine, questions, maintenance, reports, sending];
  return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
}

/** No key at all is a usual state: answers may be imported, and the demo needs none. */
function logPlatforms({ platforms }: Readonly<Config>, log: WorkerParts['log']): void {
  if (platforms.length === 0) {
    log.info('no platform is asked unless its key is stored, as the environment has no key; other runs are skipped');
    return;
  }
  const asked = platforms.map(({ platform }) => platform);
  log.info({ platforms: asked }, "these platforms are asked the customers' questions");
}
