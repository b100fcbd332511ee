import { join } from 'node:path';
import type { Server } from '../shared/servers.js';
import type { Stage } from '../shared/stage.js';
import { createFunctions } from './postgraphile-functions.js';
import { installPostgraphile } from './postgraphile-install.js';

/** A server of the comparison. */
export interface Variant {
  name: string;
  form?: string;
  /** How it is asked: see `questions.ts`. */
  phrasing: 'own' | 'peer';
  /** Starts one on the benchmark's database, or on another address of it. */
  start: (way?: { url: string }) => Promise<Server>;
}

export const BARE = 'bare';
export const PEER = 'PostGraphile';
export const PEER_BEHIND_DOOR = 'PostGraphile + door';
export const SERVICE = 'service';

/** The bar in both of its forms, the service, and PostGraphile, open and behind the door, where it can be installed. */
export async function variantsOf({ database, servers, service }: Stage): Promise<[Variant, Variant, ...Variant[]]> {
  const starter =
    (script: string, ...words: string[]) =>
    (way: { url: string } | undefined) =>
      servers.startPeer(join(import.meta.dirname, script), words, way);
  const variants: [Variant, Variant, ...Variant[]] = [
    { name: BARE, form: 'rows', phrasing: 'own', start: starter('bare-server.js', 'rows') },
    { name: BARE, form: 'JSON in SQL', phrasing: 'own', start: starter('bare-server.js', 'json') },
    {
      name: SERVICE,
      phrasing: 'own',
      start: async (way) => (way ? servers.startService({ DATABASE_URL: way.url, DEMO: 'false' }) : service),
    },
  ];
  const folder = await installPostgraphile();
  if (folder !== null) {
    await createFunctions(database.client);
    variants.push(
      { name: PEER, phrasing: 'peer', start: starter('postgraphile-server.js', folder) },
      { name: PEER_BEHIND_DOOR, phrasing: 'peer', start: starter('postgraphile-server.js', folder, 'door') },
    );
  }
  return variants;
}
