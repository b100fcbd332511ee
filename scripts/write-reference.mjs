import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the program of the API reference's page, with its licence, into the folder. Scalar publishes it for browsers
 * in two packages: its own, which brings 255 others, and a plugin for Fastify, which brings 20. The plugin serves the
 * program from a route of its own, so the program is what that route sends.
 */
export async function writeReference(outDir) {
  const entry = import.meta.resolve('@scalar/fastify-api-reference');
  const { default: register } = await import(entry);
  const routes = [];
  const server = { route: (route) => routes.push(route), initialConfig: {} };
  await new Promise((resolve, reject) => {
    const options = { routePrefix: '/', configuration: { url: '/openapi.json' } };
    register(server, options, (error) => (error ? reject(error) : resolve()));
  });
  const program = routes.find(({ url }) => url.endsWith('.js'));
  if (program === undefined) throw new Error('@scalar/fastify-api-reference serves no program');
  let text;
  const reply = {
    header: () => reply,
    send: (body) => {
      text = body;
      return reply;
    },
  };
  program.handler({}, reply);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'standalone.js'), text);
  copyFileSync(join(dirname(fileURLToPath(entry)), '..', 'LICENSE'), join(outDir, 'LICENSE-scalar-api-reference'));
}
