import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { serverUser } from '../shared/server-user.js';

/** Where Debian and Ubuntu have the programs, a folder for each version. */
const INSTALLED = '/usr/lib/postgresql';
const START_MS = 30_000;

/** The folder with PostgreSQL's programs, `pg_basebackup` among them; undefined where there is none. */
export function findPrograms(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.PG_BIN, ...versions.map((version) => join(INSTALLED, version, 'bin'))];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'pg_basebackup')));
}

/** One PostgreSQL server of this machine, on a folder and a port of its own; everybody here may connect. */
export class PostgresServer {
  private readonly folder: string;

  constructor(
    private readonly programs: string,
    private readonly home: string,
    readonly name: string,
    readonly port: number,
  ) {
    this.folder = join(home, name);
  }

  /** Makes an empty cluster. */
  create(): void {
    this.run('initdb', ['-D', this.folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']);
  }

  /** Makes a standby of `primary`, which goes by this server's name there. */
  copy(primary: PostgresServer): void {
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${this.name}`;
    this.run('pg_basebackup', ['-D', this.folder, '-d', from, '-R', '-X', 'stream', '-c', 'fast']);
  }

  /** Starts it with these settings and waits until it answers. */
  async start(settings: readonly string[] = []): Promise<void> {
    const own = [`port=${this.port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${this.home}`];
    const words = [...own, ...settings].flatMap((setting) => ['-c', setting]);
    spawn(join(this.programs, 'postgres'), ['-D', this.folder, ...words], { ...this.account(), stdio: 'ignore' });
    for (let waitedMs = 0; !(await this.answers()); waitedMs += 100) {
      if (waitedMs > START_MS) throw new Error(`the PostgreSQL server ${this.name} does not start`);
      await pause(100);
    }
  }

  /** As a machine that loses its power: all of its processes at once. */
  kill(): void {
    const main = this.pid();
    const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const children = listed.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === main);
    for (const pid of [main, ...children.map(([child]) => child ?? main)]) process.kill(pid, 'SIGKILL');
  }

  promote(): void {
    this.run('pg_ctl', ['promote', '-w', '-D', this.folder]);
  }

  /** Nothing where it does not run. */
  stop(): void {
    const file = join(this.folder, 'postmaster.pid');
    const isRunning = existsSync(file) && existsSync(join('/proc', String(this.pid())));
    if (isRunning) this.run('pg_ctl', ['stop', '-m', 'immediate', '-w', '-D', this.folder]);
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = [], database = 'postgres') {
    const client = new Client({ host: '127.0.0.1', port: this.port, user: 'postgres', database });
    await client.connect();
    const { rows } = await client.query<Row>(text, [...values]).finally(() => client.end());
    return rows;
  }

  private async answers(): Promise<boolean> {
    return this.query('select 1').then(
      () => true,
      () => false,
    );
  }

  private pid(): number {
    return Number(readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  private run(program: string, args: readonly string[]): void {
    execFileSync(join(this.programs, program), args, { ...this.account(), stdio: ['ignore', 'ignore', 'inherit'] });
  }

  /** A folder that the user may look into, and an environment without our keys. */
  private account() {
    return { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...serverUser() };
  }
}

/** A new folder below `parent` for clusters and sockets, of the user that runs the servers. */
export function makeHome(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}
