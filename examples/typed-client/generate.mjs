// Writes the types of the schema, the one file that gql.tada needs: node generate.mjs [schema.graphql]
// [graphql-env.d.ts] Does what `npx gql.tada generate-output` does, which itself needs TypeScript 6 or older.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

const here = import.meta.dirname;
const [schemaFile = join(here, '../../schema.graphql'), typesFile = join(here, 'graphql-env.d.ts')] =
  process.argv.slice(2);

const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
const introspection = minifyIntrospection(introspectionFromSchema(schema));
writeFileSync(typesFile, outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }));
