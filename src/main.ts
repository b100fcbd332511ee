import module from 'node:module';
import { readConfig } from './config.js';
import { serve } from './serve.js';

/** The service's process: a start that fails ends it with one line, SIGTERM and SIGINT drain it, once. */
try {
  const config = readConfig(process.env);
  const service = await serve(config, () => process.exit(1));
  // What Node compiled is kept for the next start: now, as a killed process keeps nothing. Node 20 cannot.
  module.flushCompileCache?.();
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      // Whoever sent the signal kills what is still there soon after.
      setTimeout(() => process.exit(0), config.worker.drainSeconds * 1_000);
      void service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message.split('\n', 1)[0]}\n`);
  process.exit(1);
}
