// Writes the committed descriptions of the two APIs from the built service; tests compare them with the served ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGraphqlSchema, printedSchema, unannouncedChanges } from '../dist/graphql/schema.js';
import { typesOfVisitorDocuments } from '../dist/graphql/visitors/visitor-documents.js';
import { openApiDocument } from '../dist/rest/openapi.js';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
// The types of the REST client come from that file.
await import('../examples/rest-client/generate.mjs');

const visitors = join(root, 'dashboard', 'visitors', 'documents-of-visitors.ts');
writeFileSync(visitors, typesOfVisitorDocuments());

const schemaFile = join(root, 'schema.graphql');
const schema = buildGraphqlSchema();
const unannounced = existsSync(schemaFile) ? unannouncedChanges(readFileSync(schemaFile, 'utf8'), schema) : [];
if (unannounced.length > 0) {
  console.error(`schema.graphql is unchanged: deprecate a field before you remove it.\n  ${unannounced.join('\n  ')}`);
  process.exitCode = 1;
} else {
  writeFileSync(schemaFile, printedSchema(schema));
  // The types of the typed client come from that file.
  await import('../examples/typed-client/generate.mjs');
}
