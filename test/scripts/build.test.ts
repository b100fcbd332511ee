import { type ExecFileException, execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../contract/sources.js';

const SCRIPTS = ['build.mjs', 'build-page.mjs', 'write-reference.mjs'];
const MAIN = `import { word } from './word.js';\nconsole.log(word);\n`;

interface Built {
  code: unknown;
  stderr: string;
}

/** A project of a few lines with the scripts of this one, and a whole build of it; each test has a copy. */
let whole: string;
let project: string;
let first: string;

beforeAll(async () => {
  project = fs.mkdtempSync(join(tmpdir(), 'bvm-build-'));
  const folders = ['scripts', 'src', 'dashboard/visitors', 'explorer'];
  for (const folder of folders) fs.mkdirSync(join(project, folder), { recursive: true });
  for (const name of SCRIPTS) fs.copyFileSync(join(ROOT, 'scripts', name), join(project, 'scripts', name));
  fs.copyFileSync(join(ROOT, 'tsconfig.json'), join(project, 'tsconfig.json'));
  fs.symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  write('src/main.ts', MAIN);
  write('src/word.ts', `export const word: string = 'one';\n`);
  for (const page of ['dashboard', 'dashboard/visitors', 'explorer']) {
    write(`${page}/index.html`, '<script type="module" src="./main.ts"></script>');
    write(`${page}/main.ts`, `document.title = 'one';\n`);
    const cacheDir = `${JSON.stringify(join(project, 'cache'))}`;
    write(`${page}/vite.config.ts`, `export default { root: import.meta.dirname, cacheDir: ${cacheDir} };\n`);
  }
  expect(await build()).toEqual({ code: 0, stderr: '' });
  first = inUse();
  whole = project;
});

beforeEach(() => {
  project = fs.mkdtempSync(join(tmpdir(), 'bvm-build-'));
  fs.cpSync(whole, project, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
});

afterEach(() => fs.rmSync(project, { recursive: true }));
afterAll(() => fs.rmSync(whole, { recursive: true }));

function write(file: string, text: string): void {
  fs.writeFileSync(join(project, file), text);
}

function build(...args: string[]): Promise<Built> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(project, 'scripts', 'build.mjs'), ...args], (error, _, stderr) =>
      resolve({ code: (error as ExecFileException | null)?.code ?? 0, stderr }),
    );
  });
}

/** What the service prints when it is started as `npm start` starts it. */
function run(): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(project, 'dist', 'main.js')], (error, stdout) =>
      error ? reject(error) : resolve(stdout.trim()),
    );
  });
}

function inUse(): string {
  return fs.readlinkSync(join(project, 'dist'));
}

function builds(): string[] {
  return fs.readdirSync(project).filter((name) => name.startsWith('dist-'));
}

/** When the build in use was written, in a form that only a second writing changes. */
function writtenAt(file = 'main.js'): string {
  const { ino, mtimeNs } = fs.statSync(join(project, 'dist', file), { bigint: true });
  return `${ino} ${mtimeNs}`;
}

test('sources that did not change are not built again, whatever their times', async () => {
  const before = writtenAt();
  expect(await build()).toEqual({ code: 0, stderr: '' });
  const later = new Date(Date.now() + 60_000);
  for (const file of ['src/main.ts', 'dashboard/main.ts']) fs.utimesSync(join(project, file), later, later);
  expect(await build()).toEqual({ code: 0, stderr: '' });
  expect([inUse(), writtenAt()]).toEqual([first, before]);
  expect(await run()).toBe('one');
});

test('a changed byte is built, and a changed dashboard alone is none of the service', async () => {
  const before = fs.statSync(join(project, 'src/word.ts'));
  write('src/word.ts', `export const word: string = 'two';\n`);
  fs.utimesSync(join(project, 'src/word.ts'), before.atime, before.mtime);
  await build();
  expect(await run()).toBe('two');
  const service = inUse();
  write('dashboard/main.ts', `document.title = 'two';\n`);
  await build('--service');
  expect(inUse()).toBe(service);
  await build();
  const script = fs.readdirSync(join(project, 'dist/dashboard/assets')).find((name) => name.endsWith('.js')) ?? '';
  expect(fs.readFileSync(join(project, 'dist/dashboard/assets', script), 'utf8')).toContain('two');
  expect(fs.existsSync(join(project, 'dist/dashboard/assets', `${script}.br`))).toBe(true);
});

test('a changed page is built alone: the other page and the API reference are those of the former build', async () => {
  const kept = ['dashboard/index.html', 'api-reference/standalone.js'];
  const marked = kept.map((file) => join(project, 'dist', file));
  // In their length, so that the former build stays whole: what is copied has the mark, what is built anew has not.
  for (const file of marked) fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^./s, '~'));
  write('explorer/main.ts', `document.title = 'two';\n`);
  await build();
  const script = fs.readdirSync(join(project, 'dist/explorer/assets')).find((name) => name.endsWith('.js')) ?? '';
  expect(fs.readFileSync(join(project, 'dist/explorer/assets', script), 'utf8')).toContain('two');
  expect(inUse()).not.toBe(first);
  for (const file of marked) expect(fs.readFileSync(file, 'utf8')).toMatch(/^~/);
});

test('a change that is taken back is there already, and of older builds two are kept', async () => {
  const before = writtenAt();
  for (const word of ['two', 'three', 'one', 'four', 'five']) {
    write('src/word.ts', `export const word: string = '${word}';\n`);
    await build();
    expect(await run()).toBe(word);
    if (word === 'one') expect([inUse(), writtenAt()]).toEqual([first, before]);
  }
  expect(builds()).toHaveLength(3);
});

test.each([
  ['was ended before its stamp', () => fs.rmSync(join(project, 'dist', 'build.json'))],
  ['has half a stamp', () => fs.truncateSync(join(project, 'dist', 'build.json'), 20)],
  ['lacks a file', () => fs.rmSync(join(project, 'dist', 'word.js'))],
  ['has half a file', () => fs.truncateSync(join(project, 'dist', 'word.js'), 3)],
])('a build that %s is not used', async (_, damage) => {
  damage();
  expect(await build()).toEqual({ code: 0, stderr: '' });
  expect([inUse(), await run()]).toEqual([first, 'one']);
});

test('what a build left that was ended in the middle is not used, and is removed after an hour', async () => {
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const process of [1, 2]) fs.mkdirSync(join(project, `${first}.${process}.building`));
  fs.utimesSync(join(project, `${first}.1.building`), old, old);
  await build();
  expect(builds().sort()).toEqual([first, `${first}.2.building`]);
});

test('two builds at once end with one whole build', async () => {
  write('src/word.ts', `export const word: string = 'two';\n`);
  expect(await Promise.all([build(), build()])).toEqual(Array(2).fill({ code: 0, stderr: '' }));
  expect(await run()).toBe('two');
  expect(builds()).toHaveLength(2);
});

test('sources that cannot be built are refused with the place of the fault, and no other build is used', async () => {
  write('src/word.ts', 'export const word: string = ;\n');
  const { code, stderr } = await build();
  expect(code).toBe(1);
  expect(stderr).toMatch(/src\/word\.ts:1:29/);
  expect(builds()).toEqual([first]);
});

test('the folder that older versions built into becomes a link', async () => {
  fs.rmSync(join(project, 'dist'));
  fs.mkdirSync(join(project, 'dist'));
  write('dist/main.js', `console.log('old');`);
  await build();
  expect([inUse(), await run()]).toEqual([first, 'one']);
});
