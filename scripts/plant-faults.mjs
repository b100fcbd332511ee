/**
 * Plants small faults in files that decide something, one at a time, runs the tests that guard the file, and prints
 * the faults that no test found: a comparison turned round, a condition negated, a constant one larger, a call left
 * out, a clause of a statement changed. `npm run faults` plants 20 in each of twelve subjects, `npm run faults --
 * prices access` in some of them. The working tree stays as it is: tests run in copies beside it, removed at the end.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import setUp from '../test/support/global-setup.mjs';
import tearDown from '../test/support/global-teardown.mjs';
import { EQUIVALENT_FAULTS, SUBJECTS } from './planted-faults.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Everything that tests import or read. */
const COPIED = [
  ...['src', 'test', 'bench', 'scripts', 'dashboard', 'explorer', 'docs', 'examples'],
  ...['package.json', 'jest.config.mjs', 'tsconfig.json', 'schema.graphql', 'openapi.json'],
];
const FAULTS_EACH = 20;
/** A fault may make a test wait for ever, which counts as found. */
const HANG_MS = 300_000;

const COMPARISONS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '+': '-', '-': '+' };
const OPERATORS = { ...COMPARISONS, '*': '/', '/': '*', '&&': '||', '||': '&&' };
/** Within a statement's text. */
const CLAUSES = [
  [/ and (?!\d)/g, ' or '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ is not null/g, ' is null'],
  [/ is null/g, ' is not null'],
  [/(?<=[a-z_.]) = (?=\$\d|[a-z]+\.)/g, ' <> '],
  [/\bleast\(/g, 'greatest('],
  [/\bgreatest\(/g, 'least('],
  [/ - /g, ' + '],
  [/ \+ /g, ' - '],
  [/ desc\b/g, ' asc'],
];
const STATEMENT = /\b(?:select|update|insert into|delete from)\b/i;

const wanted = process.argv.slice(2);
const subjects = Object.entries(SUBJECTS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
if (subjects.length === 0) throw new Error(`no such subject; there are ${Object.keys(SUBJECTS).join(', ')}`);

await setUp();
const places = Array.from({ length: availableParallelism() }, (_, at) => makeCopy(at));
let missed = 0;
let planted = 0;
try {
  for (const [name, { files, tests }] of subjects) {
    const sound = await runTests(places[0], tests);
    if (sound.code !== 0) throw new Error(`the tests of ${name} fail without any fault:\n${sound.output}`);
    const faults = choose(files.flatMap(faultsOf));
    const left = [...faults];
    const survivors = [];
    const work = async (place) => {
      for (let fault = left.shift(); fault; fault = left.shift()) {
        if (!(await isFound(place, fault, tests))) survivors.push(fault);
      }
    };
    await Promise.all(places.map(work));
    planted += faults.length;
    missed += survivors.length;
    process.stdout.write(`${name}: ${faults.length - survivors.length} of ${faults.length} found\n`);
    for (const { file, line, was, is } of survivors) {
      process.stdout.write(`  missed ${file}:${line}: ${oneLine(was)} -> ${oneLine(is)}\n`);
    }
  }
} finally {
  for (const place of places) rmSync(place, { recursive: true, force: true });
  await tearDown();
}
process.stdout.write(`${planted - missed} of ${planted} faults found\n`);

/** A copy of the tree that tests can run in, with the packages and the build of this one. */
function makeCopy(at) {
  const place = join(ROOT, `.faults-${at}`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  for (const name of COPIED) cpSync(join(ROOT, name), join(place, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  symlinkSync(realpathSync(join(ROOT, 'dist')), join(place, 'dist'));
  return place;
}

async function isFound(place, { file, source, start, end, is }, tests) {
  const path = join(place, file);
  writeFileSync(path, source.slice(0, start) + is + source.slice(end));
  const { code } = await runTests(place, tests);
  writeFileSync(path, source);
  return code !== 0;
}

/** Ends at the first failing file; the database server is that of this process. */
function runTests(place, tests) {
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', '--bail', '--maxWorkers=1', ...tests], {
    cwd: place,
    env: process.env,
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** The same ones at each run, spread over the files. */
function choose(faults) {
  const known = faults.filter((fault) => !isEquivalent(fault));
  const count = Math.min(FAULTS_EACH, known.length);
  return Array.from({ length: count }, (_, at) => known[Math.floor(((at + 0.5) * known.length) / count)]);
}

function isEquivalent({ file, text, is }) {
  return EQUIVALENT_FAULTS.some((known) => known.file === file && text.includes(known.line) && is === known.is);
}

/** Each place of a file that a fault can be planted at, in its order. */
function faultsOf(file) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const faults = [];
  const plant = (start, end, is) => {
    const line = source.slice(0, start).split('\n').length;
    faults.push({ file, source, start, end, is, line, was: source.slice(start, end), text: lineAt(source, start) });
  };
  visit(parseAst(source, { lang: 'ts' }, file), (node) => plantAt(node, source, plant));
  return faults.toSorted((one, other) => one.start - other.start);
}

function plantAt(node, source, plant) {
  const textOf = ({ start, end }) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OPERATORS[node.operator];
      if (other) plant(node.start, node.end, `${textOf(node.left)} ${other} ${textOf(node.right)}`);
      return;
    }
    case 'ConditionalExpression':
      plant(node.start, node.end, `${textOf(node.test)} ? ${textOf(node.alternate)} : ${textOf(node.consequent)}`);
      return;
    case 'UnaryExpression':
      if (node.operator === '!') plant(node.start, node.end, textOf(node.argument));
      return;
    case 'IfStatement':
      plant(node.test.start, node.test.end, `!(${textOf(node.test)})`);
      return;
    case 'ExpressionStatement':
      if (/^(?:await )?[\w.]+\(/.test(textOf(node))) plant(node.start, node.end, ';');
      return;
    case 'Literal':
      plantInLiteral(node, source, plant);
      return;
    case 'TemplateLiteral':
      if (STATEMENT.test(textOf(node))) for (const quasi of node.quasis) plantInText(quasi, source, plant);
  }
}

function plantInLiteral(node, source, plant) {
  const { start, end, value } = node;
  if (typeof value === 'boolean') plant(start, end, String(!value));
  else if (typeof value === 'number') plant(start, end, String(value + 1));
  else if (STATEMENT.test(source.slice(start, end))) plantInText(node, source, plant);
}

function plantInText({ start, end }, source, plant) {
  const text = source.slice(start, end);
  for (const [clause, is] of CLAUSES) {
    for (const { index, 0: was } of text.matchAll(clause)) plant(start + index, start + index + was.length, is);
  }
}

function visit(node, see) {
  if (Array.isArray(node)) for (const each of node) visit(each, see);
  else if (typeof node === 'object' && node !== null) {
    // Types are gone before anything runs.
    if (typeof node.type === 'string') {
      if (/^(?:TS(?!AsExpression|NonNull|Satisfies)|ImportDeclaration)/.test(node.type)) return;
      see(node);
    }
    for (const value of Object.values(node)) visit(value, see);
  }
}

function lineAt(source, at) {
  return source.slice(source.lastIndexOf('\n', at) + 1, source.indexOf('\n', at)).trim();
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').slice(0, 90);
}
