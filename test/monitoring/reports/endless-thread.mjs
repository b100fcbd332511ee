/** What no report does: it never ends, or takes all memory. */
export default function drawPdf({ name }) {
  const kept = [];
  for (;;) if (name === 'memory') kept.push(new Array(1_000_000).fill(kept.length));
}
