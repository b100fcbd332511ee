import type { Client } from 'pg';

/** One server of a cluster. */
interface NodeStatus {
  host: string;
  port: number;
  /** The one that was asked; the others hold the accounts. */
  isCoordinator: boolean;
  isActive: boolean;
  /** Of the table of accounts; every other table has as many there. */
  shards: number;
}

interface DistributionStatus {
  isDistributed: boolean;
  /** Null without the extension. */
  extensionVersion: string | null;
  nodes: NodeStatus[];
  /** Shards of each table. */
  shards: number;
  sharedOut: string[];
  /** Tables with an account that lie whole on the server: empty once everything is shared out. */
  notSharedOut: string[];
  /** Tables of no account, which stay on the coordinator. */
  ofNoAccount: string[];
}

const VERSION = `select extversion as version from pg_extension where extname = 'citus'`;

const tablesText = (isShared: string) => `select c.relname::text as name, a.attname is not null as has_account,
     ${isShared} as is_shared
   from pg_class c
   left join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname`;

const PLAIN_TABLES = tablesText('false');
const TABLES = tablesText('exists (select from pg_dist_partition d where d.logicalrelid = c.oid)');

const NODES = `select n.nodename as host, n.nodeport as port, n.groupid = 0 as "isCoordinator",
     n.isactive as "isActive", count(s.shardid)::int as shards
   from pg_dist_node n
   left join pg_dist_placement p on p.groupid = n.groupid
   left join pg_dist_shard s on s.shardid = p.shardid and s.logicalrelid = to_regclass('public.account')
   where n.noderole = 'primary'
   group by n.nodeid, n.nodename, n.nodeport, n.groupid, n.isactive
   order by n.groupid`;

interface TableRow {
  name: string;
  has_account: boolean;
  is_shared: boolean;
}

/** How the tables of a database lie: whole on one server, or by account on those of a cluster. */
export async function distributionStatus(client: Client): Promise<DistributionStatus> {
  const { rows: extensions } = await client.query<{ version: string }>(VERSION);
  const extensionVersion = extensions[0]?.version ?? null;
  const { rows: tables } = await client.query<TableRow>(extensionVersion === null ? PLAIN_TABLES : TABLES);
  const nodes = extensionVersion === null ? [] : (await client.query<NodeStatus>(NODES)).rows;
  const named = (is: (table: TableRow) => boolean) => tables.filter(is).map(({ name }) => name);
  const sharedOut = named(({ is_shared }) => is_shared);
  return {
    isDistributed: sharedOut.length > 0,
    extensionVersion,
    nodes,
    shards: nodes.reduce((sum, { shards }) => sum + shards, 0),
    sharedOut,
    notSharedOut: named(({ has_account, is_shared }) => has_account && !is_shared),
    ofNoAccount: named(({ has_account, is_shared }) => !has_account && !is_shared),
  };
}
