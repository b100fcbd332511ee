import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENVIRONMENT, SECRETS } from '../../src/config.js';
import { ROOT } from './sources.js';

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
/** What the service reads, and what Node itself does. */
const KNOWN = new Set<string>([
  ...Object.keys(ENVIRONMENT.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
  ...['NODE_ENV', 'NODE_COMPILE_CACHE'],
]);

const COMPOSE = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      read_only: z.boolean().optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])),
      secrets: z.array(z.string()),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

describe('compose.yaml', () => {
  const { services, secrets } = COMPOSE.parse(parse(read('compose.yaml'), { merge: true }));
  const own = Object.entries(services).filter(([name]) => name !== 'postgres');

  test('runs the API and a worker read-only, in the version of package.json', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(own.map(([, { environment }]) => environment['ROLE'])).toEqual(['api', 'worker']);
    for (const [, service] of own) {
      expect(service).toMatchObject({ image: `brand-visibility-monitor:${version}`, read_only: true });
    }
  });

  test('sets variables that exist, and hands over each secret whose file it names', () => {
    for (const [, { environment }] of own) {
      expect(Object.keys(environment).filter((name) => !KNOWN.has(name))).toEqual([]);
      expect(SECRETS.filter((name) => name in environment)).toEqual([]);
    }
    for (const { environment, secrets: handed } of Object.values(services)) {
      const named = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      expect(named.map(([, file]) => file).sort()).toEqual(handed.map((name) => `/run/secrets/${name}`).sort());
      expect(handed.filter((name) => !(name in secrets))).toEqual([]);
    }
  });
});

describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const last = text.slice(text.lastIndexOf('\nFROM '));

  test('ends with a stage that takes one folder, is not root, and checks its health', () => {
    expect(text.match(/^FROM /gm)?.length).toBeGreaterThan(1);
    expect(last.match(/^(COPY|ADD) .*$/gm)).toEqual(['COPY --from=build /service /service']);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK .*CMD \["node", "check-health.mjs"\]$/m);
    expect(text).toContain('node scripts/install-production.mjs /service');
  });

  test('is given each file that the build reads', () => {
    const given = read('.dockerignore').match(/(?<=^!).+$/gm) ?? [];
    expect(given).toEqual(
      expect.arrayContaining(['src', 'dashboard', 'explorer', 'scripts', 'tsconfig.json', '.npmrc']),
    );
    expect(given.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('sets variables that exist', () => {
    const [, set = ''] = /^ENV (.+)$/m.exec(last) ?? [];
    const names = set.split(' ').map((pair) => pair.split('=', 1)[0] ?? '');
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !KNOWN.has(name))).toEqual([]);
  });
});

describe('the unit for systemd', () => {
  const path = join('examples', 'systemd', 'brand-visibility-monitor.service');
  const unit = read(path);

  test('sets variables that exist, and hands over each secret whose file it names', () => {
    const set = [...unit.matchAll(/^Environment=(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => ({ name, value }));
    expect(set.filter(({ name }) => !KNOWN.has(name))).toEqual([]);
    const files = set.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value.replace('%d/', ''));
    expect(files.length).toBeGreaterThan(1);
    expect([...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name)).toEqual(files);
  });

  const hasSystemd = existsSync('/usr/bin/systemd-analyze');
  (hasSystemd ? test : test.skip)('leaves the process little of the machine, as systemd judges it', () => {
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', join(ROOT, path)];
    expect(execFileSync('/usr/bin/systemd-analyze', args, { encoding: 'utf8' })).toContain('Overall exposure level');
  });
});
