// Writes openapi.json from the built service: the committed description of the API, which a test compares with it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../dist/rest/openapi.js';

writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
