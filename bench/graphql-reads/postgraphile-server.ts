import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { DatabaseAddress } from '../../src/database/connection.js';
import { passDoor, presentedKey } from '../shared/pass-door.js';

/**
 * PostGraphile as its documentation recommends for production, started with its installation folder: Amber preset, no
 * explaining, no GraphiQL, no watching. The pool is as large as the others' and keeps its connections. Without
 * `PgIndexBehaviorsPlugin` it also shows the relations whose index is a partial one. With a second word, `door`, the
 * service's door statement runs before each request, on a connection of the same pool.
 */
const [folder = '', door] = process.argv.slice(2);
const { postgraphile, grafserv, amber, makePgService, createPool } = loadPeer(folder);
// Written by the benchmark that started this process.
const address = JSON.parse(process.env.BENCH_DATABASE ?? '') as DatabaseAddress;

const pool = createPool({
  connectionString: connectionString(address),
  ...{ max: 10, idleTimeoutMillis: 0, application_name: 'bvm-bench' },
});
const peer = postgraphile({
  extends: [amber],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, websockets: false },
  grafast: { explain: false },
});
const handle = peer.createServ(grafserv).createHandler();
const server = createServer(door === 'door' ? behindDoor(handle) : handle);
server.listen(0, '127.0.0.1', () => {
  // A TCP server that listens has an AddressInfo.
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

function behindDoor(next: RequestListener): RequestListener {
  return async (req, res) => {
    try {
      await passDoor(pool, presentedKey(req.headers.authorization));
    } catch (error) {
      res.writeHead(401).end(String(error));
      return;
    }
    next(req, res);
  };
}

/** The part of PostGraphile that is used here. */
interface Peer {
  postgraphile: (preset: object) => { createServ: (of: unknown) => { createHandler: () => RequestListener } };
  grafserv: unknown;
  amber: unknown;
  makePgService: (options: object) => unknown;
  /** Of the driver that it brings along. */
  createPool: (options: object) => Pool;
}

/** Its packages are in a folder of their own, where no types are checked; their documentation names their exports. */
function loadPeer(from: string): Peer {
  const load = createRequire(join(from, 'package.json'));
  const driver = load('pg');
  return {
    postgraphile: load('postgraphile').postgraphile,
    grafserv: load('postgraphile/grafserv/node').grafserv,
    amber: load('postgraphile/presets/amber').PostGraphileAmberPreset,
    makePgService: load('postgraphile/adaptors/pg').makePgService,
    createPool: (options) => new driver.Pool(options),
  };
}

function connectionString(of: DatabaseAddress): string {
  if ('url' in of) return of.url;
  const socket = new URLSearchParams({ host: of.host, port: String(of.port) });
  return `postgresql://${of.user}@/${of.database}?${socket}`;
}
