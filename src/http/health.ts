import type { Express } from 'express';

export interface HealthChecks {
  /** True when the database answers and its migrations are in. */
  isReady: () => Promise<boolean>;
}

/** `/healthz` lives as long as the process; `/readyz` is 503 while the database is away or behind. */
export function serveHealth(app: Express, { isReady }: HealthChecks): void {
  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/readyz', async (_req, res) => {
    const ready = await isReady().catch(() => false);
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable' });
  });
}
