/** Exits 0 where the service on this machine says within 4 s that it lives, else 1: the container's health check. */
const url = `http://127.0.0.1:${process.env.PORT || 4000}/healthz`;
try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
