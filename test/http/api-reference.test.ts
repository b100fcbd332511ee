import { readdirSync } from 'node:fs';
import { REFERENCE_FOLDER } from '../../src/rest/api-reference.js';
import { useApi } from '../support/api.js';

const api = useApi();

test('the API reference loads nothing that is not served from here', async () => {
  const page = await api.request('GET', '/docs');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at]) => at ?? '');
  expect(loaded).toEqual(['/docs/assets/standalone.js', '/docs/start.js']);
  for (const path of loaded) {
    const file = await api.request('GET', path);
    expect([path, file.status, file.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/javascript; charset=utf-8',
    ]);
  }
  expect((await api.request('GET', '/docs/assets/standalone.js')).text).toContain('createApiReference');
});

test('what is not ours lies with its licence', () => {
  expect(readdirSync(REFERENCE_FOLDER).toSorted()).toEqual(['LICENSE-scalar-api-reference', 'standalone.js']);
});
