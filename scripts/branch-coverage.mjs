/**
 * Prints how many branches of `src` the tests ran, as V8 counts them: each function, and each block in it whose count
 * differs from that of the code around it. Reads the folders that runs wrote to: `NODE_V8_COVERAGE=seen npm test`, then
 * `npm run coverage -- seen`. Code that tests start as processes of their own runs from a bundle and is not counted.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeScriptCovs } from '@bcoe/v8-coverage';

/** So many reports are merged at once: each may have megabytes. */
const BATCH = 8;

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('name the folders that NODE_V8_COVERAGE wrote to');

/** Of each file of `src`, merged so far. Reports of another checkout are counted by their path below it. */
const merged = new Map();
for (const folder of folders) {
  const reports = readdirSync(folder).filter((name) => name.startsWith('coverage-'));
  for (let at = 0; at < reports.length; at += BATCH)
    addAll(reports.slice(at, at + BATCH).map((name) => join(folder, name)));
}

const areas = new Map();
for (const [file, script] of merged) {
  const area = file.split('/')[0];
  const counts = areas.get(area) ?? { files: 0, branches: 0, run: 0 };
  const blocks = script.functions.flatMap(({ ranges }) => ranges);
  counts.files += 1;
  counts.branches += blocks.length;
  counts.run += blocks.filter(({ count }) => count > 0).length;
  areas.set(area, counts);
}
const rows = [...areas].toSorted(([one], [other]) => one.localeCompare(other));
for (const [area, counts] of rows) print(area, counts);
const sum = (of) => rows.reduce((total, [, counts]) => total + counts[of], 0);
print('all', { files: sum('files'), branches: sum('branches'), run: sum('run') });

function addAll(paths) {
  const found = new Map();
  for (const path of paths) {
    for (const script of JSON.parse(readFileSync(path, 'utf8')).result) {
      const file = /^file:.*?\/src\/(.+\.ts)$/.exec(script.url)?.[1];
      if (file === undefined || script.url.includes('/node_modules/')) continue;
      // The same file of any checkout is one script.
      found.set(file, [
        ...(found.get(file) ?? []),
        { ...script, url: pathToFileURL(join('/src', file)).href, scriptId: '0' },
      ]);
    }
  }
  for (const [file, scripts] of found) {
    const before = merged.get(file);
    const script = mergeScriptCovs(before ? [before, ...scripts] : scripts);
    if (script) merged.set(file, { ...script, scriptId: '0' });
  }
}

function print(area, { files, branches, run }) {
  const share = ((100 * run) / Math.max(1, branches)).toFixed(2);
  console.log(
    `${area.padEnd(16)}${String(files).padStart(5)} files ${String(run).padStart(7)} of ${branches} (${share} %)`,
  );
}
