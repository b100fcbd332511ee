/**
 * Prints how the sources are cut: how many files there are, how long they are, which are pieces of one other file. A
 * reader weighs the list; no test holds it. `npm run shape -- DIRECTORY` reads another checkout.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const PIECE_LINES = 60;
const FEW_LINES = 30;
/** Names that each program or folder has one of. */
const SHARED_NAMES = new Set(['main', 'index', 'vite.config']);
/** What a module would attach its data to, being another's. */
const FOREIGN = /new WeakMap<(?:Request|Response|Pool|EntityManager|Credential|GraphqlContext|IncomingMessage)\b/g;
const IMPORT = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

const files = ['src', 'dashboard', 'explorer', 'bench'].flatMap(filesOf);
const sources = files.filter(({ folder }) => folder !== 'bench');
const importers = new Map(files.map(({ path }) => [path, []]));
for (const { path, imports } of files) for (const to of imports) importers.get(to)?.push(path);

const typescript = sources.filter(({ path }) => /\.tsx?$/.test(path));
const lengths = typescript.map(({ lines }) => lines).toSorted((a, b) => a - b);
const pieces = typescript.filter(isPiece);
const cycles = cyclesOf(files);
const namesakes = namesakesOf(sources);

print([
  ['files in src', sources.filter(({ folder }) => folder === 'src').length],
  ['files in dashboard and explorer', sources.filter(({ folder }) => folder !== 'src').length],
  ['TypeScript files', typescript.length],
  ['  lines: median', quantile(0.5)],
  ['  lines: mean', Math.round(lengths.reduce((sum, lines) => sum + lines, 0) / lengths.length)],
  ['  lines: 90th percentile', quantile(0.9)],
  [`files of at most ${FEW_LINES} lines`, sources.filter(({ lines }) => lines <= FEW_LINES).length],
  [`private pieces (under ${PIECE_LINES} lines, one importer, in its folder)`, pieces.length],
  ['WeakMaps that attach data to foreign objects', sources.reduce((sum, { text }) => sum + attached(text), 0)],
  ['import cycles, types included', cycles.length],
  ['names that several files have', namesakes.length],
]);
list(
  'import cycles',
  cycles.map((cycle) => cycle.join(' ')),
);
list(
  'names that several files have',
  namesakes.map(({ name, paths }) => `${name}: ${paths.join(' ')}`),
);
list(
  'private pieces, lines and importer',
  pieces.map(({ path, lines }) => `${lines} ${path} < ${importers.get(path)}`),
);

function filesOf(folder) {
  const top = join(root, folder);
  if (!existsSync(top)) return [];
  const names = readdirSync(top, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(tsx?|css)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => fileAt(folder, join(top, name)));
}

function fileAt(folder, absolute) {
  const text = readFileSync(absolute, 'utf8');
  const imports = [...text.matchAll(IMPORT)]
    .map(([, still, dynamic]) => still ?? dynamic)
    .filter((to) => to[0] === '.');
  return {
    folder,
    path: pathOf(absolute),
    text,
    lines: text.split('\n').length - 1,
    imports: [...new Set(imports.map((to) => imported(resolve(dirname(absolute), to))))],
  };
}

/** The file that an import names: `rows.js` is `rows.ts` or `rows.tsx`. */
function imported(absolute) {
  const found = ['.ts', '.tsx'].map((end) => absolute.replace(/\.js$/, end)).find(existsSync);
  return pathOf(found ?? absolute);
}

function pathOf(absolute) {
  return relative(root, absolute).split(sep).join('/');
}

/** A migration is no piece of the list of all. */
function isPiece({ path, lines }) {
  if (path.includes('/migrations/')) return false;
  const [importer, ...others] = importers.get(path);
  return lines < PIECE_LINES && importer !== undefined && others.length === 0 && dirname(importer) === dirname(path);
}

function attached(text) {
  return [...text.matchAll(FOREIGN)].length;
}

/** Groups of files each of which imports itself by way of the others, by Tarjan's algorithm. */
function cyclesOf(all) {
  const importsOf = new Map(all.map(({ path, imports }) => [path, imports.filter((to) => importers.has(to))]));
  const index = new Map();
  const low = new Map();
  const open = [];
  const groups = [];
  const visit = (path) => {
    index.set(path, index.size);
    low.set(path, index.get(path));
    open.push(path);
    for (const to of importsOf.get(path)) {
      if (!index.has(to)) visit(to);
      if (open.includes(to)) low.set(path, Math.min(low.get(path), low.get(to)));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1) groups.push(group.toSorted());
  };
  for (const path of importsOf.keys()) if (!index.has(path)) visit(path);
  return groups;
}

function namesakesOf(all) {
  const byName = Map.groupBy(all, ({ path }) => basename(path).replace(/\.[a-z]+$/, ''));
  return [...byName]
    .filter(([name, { length }]) => length > 1 && !SHARED_NAMES.has(name))
    .map(([name, found]) => ({ name, paths: found.map(({ path }) => path) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function quantile(share) {
  return lengths[Math.floor(share * (lengths.length - 1))];
}

function print(figures) {
  const width = Math.max(...figures.map(([what]) => what.length)) + 2;
  for (const [what, figure] of figures) process.stdout.write(`${what.padEnd(width)}${String(figure).padStart(6)}\n`);
}

function list(title, lines) {
  if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
