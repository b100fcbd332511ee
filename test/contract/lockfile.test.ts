import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.js';

interface LockEntry {
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

describe('the lockfile', () => {
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(text);

  test('names no registry', () => {
    expect(text).not.toMatch(/"resolved"/);
    expect(Object.keys(packages).length).toBeGreaterThan(100);
  });

  test('has an entry for every optional dependency, those of other platforms included', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(path, name))
        .map((name) => `${path || 'the project'} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('the project pins exact versions', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const wanted: [string, unknown][] = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    });
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([]);
  });

  /** As Node resolves it: below the package that wants it, or below one that contains it. */
  function isLocked(from: string, name: string): boolean {
    const folders = from.split('/node_modules/').map((_, at, parts) => parts.slice(0, at + 1).join('/node_modules/'));
    const homes = ['', ...folders.map((folder) => `${folder}/`)];
    return homes.some((home) => `${home}node_modules/${name}` in packages);
  }
});
