import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../contract/sources.js';

const SECRET = 'sesame-sesame-sesame';

/** The log writes to standard output of its process, so it gets one. */
function logged(line: object): string {
  const module = pathToFileURL(join(ROOT, 'dist', 'http', 'log.js')).href;
  const script = `import { createLog } from ${JSON.stringify(module)};
    createLog('info').info(${JSON.stringify(line)}, 'a line');`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout;
}

test.each([
  ['the cookies of a request', { req: { headers: { cookie: SECRET } } }],
  ['the cookies of a response', { res: { headers: { 'set-cookie': [SECRET] } } }],
  ['cookies that stand alone', { cookie: SECRET, 'set-cookie': SECRET }],
  ['a key', { req: { headers: { authorization: SECRET } } }],
  ['a password or token within something', { sent: { password: SECRET, token: SECRET } }],
])('%s are cut out of a line, were they ever logged', (_what, line) => {
  const written = logged(line);
  expect(written).toContain('"msg":"a line"');
  expect(written).toContain('[redacted]');
  expect(written).not.toContain(SECRET);
});
