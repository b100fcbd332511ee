/**
 * Counts the files of `src` with a function that runs during one request or task, by the inspector's precise coverage:
 * how many files a reader opens who follows it. `npm run walk` prints a table; `npm run walk -- --files CASE` the files
 * of one case, each with how many of its functions ran.
 */
import { parseArgs } from 'node:util';
import './register.mjs';

const { values } = parseArgs({ options: { files: { type: 'string' } } });
const { prepareServer, releaseServer } = await import('../test/support/server.mjs');
const { WALKS, walkAll } = await import('../test/support/walk.ts');
if (values.files !== undefined && !WALKS.includes(values.files)) {
  process.stderr.write(`--files takes one of ${WALKS.join(', ')}\n`);
  process.exit(2);
}
const server = await prepareServer();
process.env.TEST_SERVER = JSON.stringify(server);
try {
  const walked = await walkAll();
  process.stdout.write(values.files === undefined ? table(walked) : list(walked.get(values.files)));
} finally {
  await releaseServer(server);
}

function table(walked) {
  const rows = [...walked].map(([walk, files]) => {
    const analysis = [...files.keys()].filter((path) => path.startsWith('analysis/')).length;
    const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
    return [walk, files.size - analysis, analysis, functions];
  });
  return [['case', 'files', 'of analysis', 'functions'], ...rows]
    .map(([walk, ...figures]) => walk.padEnd(15) + figures.map((figure) => String(figure).padStart(13)).join(''))
    .join('\n')
    .concat('\n');
}

function list(files) {
  const lines = [...files].toSorted().map(([path, functions]) => `${String(functions).padStart(4)} ${path}`);
  return `${lines.join('\n')}\n${files.size} files\n`;
}
