import type { Express } from 'express';

export interface HealthChecks {
  /** True when the database answers and its migrations are in. */
  isReady: () => Promise<boolean>;
}

/**
 * `/healthz` is 200 as long as the process lives; `/readyz` is 503 while the database is away or not migrated. Neither
 * needs a key, so requests that arrive during a check share its result.
 */
export function serveHealth(app: Express, { isReady }: HealthChecks): void {
  let underWay: Promise<boolean> | undefined;
  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/readyz', async (_req, res) => {
    underWay ??= isReady()
      .catch(() => false)
      .finally(() => {
        underWay = undefined;
      });
    const ready = await underWay;
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable' });
  });
}
