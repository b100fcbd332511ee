import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../src/database/connection.js';

/**
 * PostGraphile as its documentation recommends for production, started with its installation folder: Amber preset, no
 * explaining, no GraphiQL, no watching. The pool is as large as the others' and keeps its connections. Without
 * `PgIndexBehaviorsPlugin` it also shows the relations whose index is a partial one.
 */
const [folder = ''] = process.argv.slice(2);
const { postgraphile, grafserv, amber, makePgService } = loadPeer(folder);
// Written by the benchmark that started this process.
const address = JSON.parse(process.env.BENCH_DATABASE ?? '') as DatabaseAddress;

const peer = postgraphile({
  extends: [amber],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: connectionString(address),
      schemas: ['public'],
      poolConfig: { max: 10, idleTimeoutMillis: 0, application_name: 'bvm-bench' },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, websockets: false },
  grafast: { explain: false },
});
const server = createServer();
await peer.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  // A TCP server that listens has an AddressInfo.
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

/** The part of PostGraphile that is used here. */
interface Peer {
  postgraphile: (preset: object) => { createServ: (of: unknown) => { addTo: (server: Server) => Promise<void> } };
  grafserv: unknown;
  amber: unknown;
  makePgService: (options: object) => unknown;
}

/** Its packages are in a folder of their own, where no types are checked; their documentation names their exports. */
function loadPeer(from: string): Peer {
  const load = createRequire(join(from, 'package.json'));
  return {
    postgraphile: load('postgraphile').postgraphile,
    grafserv: load('postgraphile/grafserv/node').grafserv,
    amber: load('postgraphile/presets/amber').PostGraphileAmberPreset,
    makePgService: load('postgraphile/adaptors/pg').makePgService,
  };
}

function connectionString(of: DatabaseAddress): string {
  if ('url' in of) return of.url;
  const socket = new URLSearchParams({ host: of.host, port: String(of.port) });
  return `postgresql://${of.user}@/${of.database}?${socket}`;
}
