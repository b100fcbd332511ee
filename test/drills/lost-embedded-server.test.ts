import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../support/data-folder.mjs';
import { createKey, postmasterOf, supervisorsOf } from '../support/embedded-processes.js';
import { type Exit, killProcesses, runService, type ServiceProcess, startService } from '../support/processes.js';
import { until } from '../support/until.js';

const BRAND = JSON.stringify({ brand_name: 'Acme', website_url: 'https://acme.example' });
/** The service gives up after 30 s, of which most are over by then. */
const GIVE_UP_TEST_MS = 60_000;

const folders: string[] = [];

function newFolder(): string {
  const folder = makeDataFolder();
  folders.push(folder);
  return folder;
}

afterAll(() => {
  killProcesses();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const kill = (pid: number) => process.kill(pid, 'SIGKILL');

async function readiness({ url }: ServiceProcess): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

const isReady = (service: ServiceProcess) =>
  until(
    () => readiness(service),
    (status) => status === 200,
  );

function logged(service: ServiceProcess, text: string): number {
  return service.stdout.split(text).length - 1;
}

const BACK = '"msg":"the embedded PostgreSQL is back"';
const comesBack = (service: ServiceProcess, times: number) =>
  until(
    async () => logged(service, BACK),
    (count) => count >= times,
    25_000,
  );

/** A service whose server is gone for good: started first, as it gives up after half a minute. */
let givingUp: Promise<{ exit: Exit; stdout: string }>;

beforeAll(async () => {
  const dataDir = newFolder();
  const service = await startService({ DATA_DIR: dataDir });
  const postmaster = postmasterOf(dataDir);
  rmSync(join(dataDir, 'postgres', 'cluster', 'global', 'pg_control'));
  kill(postmaster);
  givingUp = service.exited.then((exit) => ({ exit, stdout: service.stdout }));
});

describe('two services that share an embedded server', () => {
  let dataDir: string;
  let services: ServiceProcess[];
  let headers: Record<string, string>;
  let losses = 0;

  beforeAll(async () => {
    dataDir = newFolder();
    const env = { DATA_DIR: dataDir };
    services = [await startService(env), await startService(env)];
    headers = { Authorization: `Bearer ${await createKey(env)}`, 'Content-Type': 'application/json' };
  });

  const list = ({ url }: ServiceProcess) => fetch(`${url}/api/v1/projects`, { headers });
  const create = ({ url }: ServiceProcess) => fetch(`${url}/api/v1/projects`, { method: 'POST', headers, body: BRAND });

  // In one test: what is killed does not come back between tests, nor do the services.
  test('use another one after kill -9 of the postmaster, its supervisor, both, or the lease reader', async () => {
    const murders: Record<string, (postmaster: number) => void> = {
      postmaster: kill,
      'postmaster and supervisor': (postmaster) => {
        const { shell } = supervisorsOf(postmaster);
        kill(shell);
        kill(postmaster);
      },
      'reader of the leases': (postmaster) => kill(supervisorsOf(postmaster).reader),
      'all three': (postmaster) => {
        const { shell, reader } = supervisorsOf(postmaster);
        for (const pid of [shell, reader, postmaster]) kill(pid);
      },
    };
    for (const murder of Object.values(murders)) {
      const before = postmasterOf(dataDir);
      const underWay = services.flatMap((service) => [list(service), create(service)]);
      murder(before);
      const meanwhile = await Promise.all([...underWay, ...services.map(list)]);
      for (const { status } of meanwhile) expect([200, 201, 503]).toContain(status);
      losses += 1;
      for (const service of services) {
        await comesBack(service, losses);
        await isReady(service);
        const answers = await Promise.all([list(service), create(service), list(service), create(service)]);
        expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 201]);
      }
      expect(postmasterOf(dataDir)).not.toBe(before);
    }
    const [first, second] = await Promise.all(services.map(async (service) => (await list(service)).text()));
    expect(first).toBe(second);
  }, 120_000);

  test('lose nothing with the supervisor alone, and the server still ends with the last of them', async () => {
    const postmaster = postmasterOf(dataDir);
    kill(supervisorsOf(postmaster).shell);
    for (const service of services) expect((await list(service)).status).toBe(200);
    expect(postmasterOf(dataDir)).toBe(postmaster);
    for (const service of services) service.kill('SIGTERM');
    for (const { exited } of services) expect(await exited).toEqual({ code: 0, signal: null });
    await until(
      async () => isAlive(postmaster),
      (alive) => !alive,
    );
  });
});

/** A disk of so few bytes; undefined where this process may not mount one. */
function mountDisk(megabytes: number): string | undefined {
  const place = newFolder();
  const disk = join(place, 'disk');
  mkdirSync(disk);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', disk]);
  return status === 0 ? disk : undefined;
}

/** Takes all that is left of the disk. */
function fill(disk: string): string {
  const file = join(disk, 'ballast');
  const fd = openSync(file, 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeSync(fd, block);
  } catch {
    // full
  }
  fsyncSync(fd);
  closeSync(fd);
  if (statfsSync(disk).bavail > 1_000) throw new Error('the disk is not full');
  return file;
}

const disk = mountDisk(300);

(disk === undefined ? describe.skip : describe)('on a disk that is full', () => {
  const dataDir = disk ?? '';

  afterAll(() => {
    spawnSync('umount', ['-l', dataDir]);
  });

  test('the start is refused in one line that names the disk', async () => {
    const ballast = fill(dataDir);
    const { code, stderr } = await runService({ DATA_DIR: dataDir });
    expect(stderr).toMatch(/^DATA_DIR: the disk of .* has \d+ MB left, and .* needs 64 MB; make room\n$/);
    expect(code).toBe(1);
    rmSync(ballast);
  });

  test('a running service says so, fails no read for it, and takes writes again once there is room', async () => {
    const env = { DATA_DIR: dataDir };
    const service = await startService(env);
    const headers = { Authorization: `Bearer ${await createKey(env)}`, 'Content-Type': 'application/json' };
    const ballast = fill(dataDir);
    await until(
      async () => logged(service, 'MB left, and the embedded PostgreSQL needs 64 MB; make room'),
      (count) => count === 1,
      20_000,
    );
    kill(postmasterOf(dataDir));
    await until(
      async () => logged(service, 'the embedded PostgreSQL is gone'),
      (count) => count === 1,
    );
    rmSync(ballast);
    await comesBack(service, 1);
    await isReady(service);
    const answer = await fetch(`${service.url}/api/v1/projects`, { method: 'POST', headers, body: BRAND });
    expect(answer.status).toBe(201);
  }, 60_000);
});

describe('a service whose embedded server does not come back', () => {
  test(
    'ends after half a minute with one fatal line and exit code 1',
    async () => {
      const { exit, stdout } = await givingUp;
      expect(exit).toEqual({ code: 1, signal: null });
      const fatal = stdout.split('\n').filter((line) => line.startsWith('{"level":60,'));
      expect(fatal).toHaveLength(1);
      expect(JSON.parse(fatal[0] ?? '')).toMatchObject({
        msg: 'the embedded PostgreSQL does not come back; the service ends',
        err: { message: expect.stringMatching(/^The embedded PostgreSQL did not (start|answer)/) },
      });
    },
    GIVE_UP_TEST_MS,
  );

  test('ends as well where each one that is started is lost soon after', async () => {
    const dataDir = newFolder();
    const service = await startService({ DATA_DIR: dataDir });
    for (let loss = 1; loss <= 5; loss += 1) {
      kill(postmasterOf(dataDir));
      await comesBack(service, loss);
    }
    kill(postmasterOf(dataDir));
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.stdout).toContain('The embedded PostgreSQL ended 6 times within 10 minutes');
  }, 120_000);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
