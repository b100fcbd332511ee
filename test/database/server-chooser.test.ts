import { Pool } from 'pg';
import { ServerChooser } from '../../src/database/cluster/server-chooser.js';
import { connect } from '../../src/database/connection.js';
import { isUnavailable } from '../../src/database/unavailable.js';
import { FakePostgres } from '../support/fake-postgres.js';
import { until } from '../support/until.js';

const PRIMARY = { isWritable: true, timeline: 1 };
const STANDBY = { isWritable: false, timeline: 0 };
const PROMOTED = { isWritable: true, timeline: 2 };

describe('of two servers', () => {
  let first: FakePostgres;
  let second: FakePostgres;
  let chooser: ServerChooser;
  let pool: Pool;
  let moves: string[];

  beforeEach(async () => {
    first = await FakePostgres.start('first', PRIMARY);
    second = await FakePostgres.start('second', STANDBY);
    moves = [];
    chooser = new ServerChooser([urlOf(first), urlOf(second)], (move) => moves.push(move));
    pool = new Pool({ max: 2, connectionTimeoutMillis: 5_000 });
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    chooser.lead(pool);
  });
  afterEach(async () => {
    await pool.end();
    await Promise.all([first.stop(), second.stop()]);
  });

  const urlOf = ({ port }: FakePostgres) => `postgresql://me:sesame@127.0.0.1:${port}/x`;
  const answering = async () => (await pool.query<{ name: string }>('select who')).rows[0]?.name;
  const fault = () => answering().then(String, (error: unknown) => error);

  test('the one that takes writes is used, wherever it is named', async () => {
    await chooser.choose();
    expect(await answering()).toBe('first');
    first.state = STANDBY;
    second.state = PROMOTED;
    await chooser.choose();
    expect(await answering()).toBe('second');
    expect(moves).toEqual([
      `the database is now the server 127.0.0.1:${second.port}, and no longer 127.0.0.1:${first.port}`,
    ]);
  });

  test('the promoted one is used by itself once the other was lost; until then statements fail', async () => {
    await chooser.choose();
    expect(await answering()).toBe('first');
    await first.stop();
    expect(String(await fault())).toMatch(/ECONNRE(SET|FUSED)|Connection terminated/);
    second.state = PROMOTED;
    expect(await until(fault, (answer) => answer === 'second')).toBe('second');
    await first.startAgain();
  });

  test('a former primary that runs on is left for the promoted one, and its connections are ended', async () => {
    await chooser.choose();
    const held = await pool.connect();
    held.on('error', () => {});
    second.state = PROMOTED;
    await chooser.choose();
    expect(isUnavailable(await held.query('select who').catch((error: unknown) => error))).toBe(true);
    held.release(true);
    expect(await answering()).toBe('second');
  });

  test('a former primary is not used again while the promoted one is away', async () => {
    second.state = PROMOTED;
    await chooser.choose();
    await second.stop();
    await expect(chooser.choose()).rejects.toThrow(`127.0.0.1:${first.port}: is a former primary`);
    pool.options.connectionString = urlOf(first);
    expect(isUnavailable(await fault())).toBe(true);
    await second.startAgain();
    await chooser.choose();
  });

  test('no connection to a server is used that has become a standby', async () => {
    first.state = STANDBY;
    const error = await fault();
    expect(error).toEqual(new Error('Connection terminated: the server takes no writes'));
    expect(isUnavailable(error)).toBe(true);
  });

  test('what an open connection answers as its server becomes read-only is not used', async () => {
    await chooser.choose();
    expect(await answering()).toBe('first');
    first.state = STANDBY;
    const error = await fault();
    expect(error).toEqual(new Error('Connection terminated: the server takes no writes any more'));
    expect(isUnavailable(error)).toBe(true);
  });

  test('a server that is silent for good delays the choice, and does not prevent it', async () => {
    first.isSilent = true;
    second.state = PROMOTED;
    await chooser.choose();
    expect(chooser.server).toBe(urlOf(second));
  });

  test('a server that falls silent right after its answer does not stop the looks at the others', async () => {
    await chooser.choose();
    first.fallsSilent = true;
    await chooser.choose();
    second.state = PROMOTED;
    await chooser.choose();
    expect(chooser.server).toBe(urlOf(second));
  });

  test('none takes writes: an error of one line names both with their faults, and no password', async () => {
    await first.stop();
    const address = { url: `postgresql://me:sesame@127.0.0.1:${first.port},127.0.0.1:${second.port}/x` };
    await expect(connect({ address, isPooled: false, report: () => {} })).rejects.toThrow(
      new RegExp(
        `^DATABASE_URL: none of its servers takes writes \\(127.0.0.1:${first.port}: .*connect ECONNREFUSED ` +
          `127.0.0.1:${first.port}; 127.0.0.1:${second.port}: takes no writes\\)$`,
      ),
    );
    await first.startAgain();
  });
});
