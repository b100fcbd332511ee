import type { AlertEvidence } from '../../core/alerts/evidence.js';
import { type AlertChange, endAlert, openAlert, tellAlerts } from '../../core/alerts/standing-alerts.js';
import { toDay } from '../../core/time.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { AlertResolution, AlertState, Platform, Subscription, Tier } from '../../entities/vocabulary.js';
import { decideAccount } from './account-decisions.js';
import { readAccountFacts } from './account-facts.js';
import type { CheckOutcome, CheckParts } from './check-project.js';

const DAY_MS = 86_400_000;
/** Longer than any month: alerts that ended before it say nothing of this one. */
const LATELY_MS = 33 * DAY_MS;
/** Of an account, more than can be opened within that time unless platforms come and go. */
const ALERTS_MAX = 200;

/** Waits for another worker that checks the same hour, and then does nothing. */
const BEGIN = statement<object>(
  'begin-account-check',
  `insert into account_check (account_id, hour)
   values ($1, $2)
   on conflict (account_id) do update
   set hour = excluded.hour
   where account_check.hour < excluded.hour
   returning hour`,
);

const ACCOUNT = statement<{ tier: Tier; subscription: Subscription }>(
  'account-to-check',
  `select a.tier, a.subscription
   from account a
   where a.account_id = $1`,
);

interface AlertRow {
  id: string;
  series: string;
  state: AlertState;
  resolution: AlertResolution | null;
  opened_at: Date;
  evidence: AlertEvidence;
}

/** Of the account itself: those that stand, and those that were opened since $2; the newest first. */
const ALERTS = statement<AlertRow>(
  'alerts-of-account-itself',
  `select a.id, a.series, a.state, a.resolution, a.opened_at, a.evidence
   from alert a
   where a.account_id = $1 and a.project_id is null and (a.state <> 'resolved' or a.opened_at > $2)
   order by a.opened_at desc, a.id
   limit ${ALERTS_MAX}`,
);

/** What an hourly check of an account has in common with others. */
export interface AccountCheckParts extends CheckParts {
  /** Platforms that no question is sent to, for whatever reason, though a worker has a key. */
  shut: readonly Platform[];
}

/**
 * Checks one hour of an account, once: whether platforms are silent, and how far its credits go (docs/alerts.md). All
 * of it is in one transaction, with the events that tell it.
 * @returns null where the hour was checked already.
 */
export function checkAccount(
  db: DatabaseSession,
  accountId: string,
  hour: Date,
  { clock, mail, publicUrl, shut }: AccountCheckParts,
): Promise<CheckOutcome | null> {
  return db.transaction(async (session) => {
    if ((await session.rows(BEGIN, [accountId, hour])).length === 0) return null;
    const [account] = await session.rows(ACCOUNT, [accountId]);
    if (!account) return null;
    const tx = { db: session, clock, caller: { kind: 'worker', accountId, tier: account.tier } as const };
    const now = clock.now();
    const rows = await session.rows(ALERTS, [accountId, new Date(now.getTime() - LATELY_MS)]);
    const { opened, ended } = decideAccount({
      facts: await readAccountFacts(tx, shut),
      alerts: rows.map(({ opened_at, ...row }) => ({ ...row, openedAt: new Date(opened_at) })),
      now,
      isActive: account.subscription === 'active',
      url: publicUrl && `${publicUrl}/dashboard/account`,
    });
    const told: AlertChange[] = [];
    for (const { alert, resolution } of ended) {
      await endAlert(tx, alert.id, resolution);
      if (alert.state === 'open') told.push({ id: alert.id, type: 'alert.resolved' });
    }
    for (const { kind, series, evidence } of opened) {
      const rest = { projectId: null, direction: null, parts: [], day: toDay(now) };
      told.push({ id: await openAlert(tx, { kind, series, evidence, ...rest }), type: 'alert.opened' });
    }
    await tellAlerts(tx, told, mail);
    return { opened: opened.map(({ kind }) => kind), ended: ended.length };
  });
}
