// Writes a new migration from a template and appends it to the list: `npm run migration:create --
// intent-in-kebab-case`. Its name begins with the minute in UTC, later than that of any migration before it, so that
// names sort in the order in which they run.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/database/migrations', import.meta.url));
const indexFile = path.join(folder, 'index.ts');
const INTENT = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const STAMP = /^(\d{4}-\d{2}-\d{2})t(\d{2})(\d{2})-/;
const MINUTE_MS = 60_000;

const [intent, ...more] = process.argv.slice(2);
if (intent === undefined || more.length > 0 || !INTENT.test(intent)) {
  refuse(2, 'usage: npm run migration:create -- intent-in-kebab-case, such as bounds-of-the-judge');
}
const index = readFileSync(indexFile, 'utf8');
const names = Array.from(index.matchAll(/\bname: '([^']+)'/g), ([, name]) => name);
const className = intent.replace(/(?:^|-)([a-z0-9])/g, (_, first) => first.toUpperCase());
if (index.includes(`class: ${className} }`)) {
  refuse(1, `${indexFile} has a migration ${className} already: name what this one does beyond it.`);
}
const name = `${nextStamp(names, new Date())}-${intent}`;
const file = path.join(folder, `${name}.ts`);
if (existsSync(file)) refuse(1, `${file} exists, but is not in the list of ${indexFile}.`);
const extended = append(index, name, className);
writeFileSync(file, template(className), { flag: 'wx' });
writeFileSync(indexFile, extended);
console.log(`${path.relative(process.cwd(), file)} is in the list. Change the entities by hand (src/entities).`);

/** The minute of `now`; or the one after the last name's where that is not later, as when two are made in a minute. */
function nextStamp(names, now) {
  const stamps = names.flatMap((name) => {
    const [, day, hours, minutes] = STAMP.exec(name) ?? [];
    return day === undefined ? [] : [Date.parse(`${day}T${hours}:${minutes}:00Z`)];
  });
  const at = Math.max(now.getTime(), ...stamps.map((stamp) => stamp + MINUTE_MS));
  const [day, time] = new Date(at).toISOString().split('T');
  return `${day}t${time.slice(0, 5).replace(':', '')}`;
}

/** Adds an import after the last one and an entry at the end of the list. Refuses a file where either is missing. */
function append(index, name, className) {
  const imports = [...index.matchAll(/^import .+;\n/gm)].at(-1);
  const end = index.indexOf('] as const;');
  if (!imports || end < 0) refuse(1, `${indexFile} has no imports, or no list that ends in "] as const;".`);
  const afterImports = imports.index + imports[0].length;
  return [
    index.slice(0, afterImports),
    `import { ${className} } from './${name}.js';\n`,
    index.slice(afterImports, end),
    `  { name: '${name}', class: ${className} },\n`,
    index.slice(end),
  ].join('');
}

function template(className) {
  return `import { Migration } from '@mikro-orm/migrations';

const CHANGE = \`
-- The statements: lower-case keywords, a clause a line, account_id first in every key.
\`;

/** What the change is for, in one sentence. */
export class ${className} extends Migration {
  override up(): void {
    this.addSql(CHANGE);
  }
}
`;
}

function refuse(exitCode, message) {
  console.error(message);
  process.exit(exitCode);
}
