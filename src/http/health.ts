import type { Express } from 'express';

export interface HealthChecks {
  /** True when the database answers and its migrations are in. */
  isReady: () => Promise<boolean>;
}

/**
 * `/healthz` lives as long as the process; `/readyz` is 503 while the database is away or behind. Nobody needs a key
 * for it, so a check under way answers all who ask meanwhile.
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
