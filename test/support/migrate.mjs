/** Migrates the database of `DATABASE_URL` as a start of the built service does, and does nothing else. */
import { connect, migrate } from '../../dist/database/connection.js';

const database = await connect({ address: { url: process.env.DATABASE_URL }, isPooled: false, report: () => {} });
await migrate(database);
await database.close();
