import { readConfig } from './config.js';
import { serve } from './serve.js';

/** How long a stop may take; the sender of the signal kills the process soon after. */
const STOP_MS = 10_000;

/** The service's process: a start that fails ends it with one line, SIGTERM and SIGINT drain it, once. */
try {
  const service = await serve(readConfig(process.env), () => process.exit(1));
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(0), STOP_MS);
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
