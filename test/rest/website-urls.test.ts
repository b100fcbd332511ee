import { useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { BRAND, createCompetitor, createProject } from '../support/resources.js';

const api = useApi();

const GOOD = [
  'https://northwind.example',
  'http://northwind.example/',
  'HTTPS://NORTHWIND.EXAMPLE/Tea?a=1&b=%20#top',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/straße',
  'http://192.0.2.1:8080/',
  'http://[2001:db8::1]/',
  'https://user:secret@northwind.example/',
  "https://northwind.example/';drop/**/table/**/project;--",
];

const BAD = [
  'northwind.example',
  'www.northwind.example',
  '//northwind.example',
  '/tea',
  'ftp://northwind.example',
  'javascript:alert(1)',
  'data:text/html,tea',
  'https:',
  'https://',
  'https:///tea',
  'https://?q=tea',
  'https:northwind.example',
  'https:/northwind.example',
  'https:\\\\northwind.example',
  'https://north wind.example',
  'https://northwind.example/a b',
  'https://north\nwind.example',
  'https://[::1',
  'https://northwind.example:99999',
  'https://user@',
  '',
  '   ',
];

test.each(GOOD)('%s is an official website, stored as it was sent, trimmed', async (url) => {
  const caller = await api.open();
  expect(await createProject(caller, { website_url: `\n ${url}\t` })).toMatchObject({ website_url: url });
});

test.each(BAD)('%j is no official website', async (url) => {
  const caller = await api.open();
  expectError(await caller.post('/projects', { ...BRAND, website_url: url }), 'VALIDATION_ERROR', /^website_url: /);
});

test('the website of a competitor is held to the same rule, and may be empty', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  expect(await createCompetitor(caller, id, { website_url: ` ${GOOD[0]} ` })).toMatchObject({ website_url: GOOD[0] });
  expect(await createCompetitor(caller, id, { website_url: '  ' })).toMatchObject({ website_url: '' });
  for (const url of BAD.filter((text) => text.trim() !== '')) {
    const answer = await caller.post(`/projects/${id}/competitors`, { name: 'Contoso', website_url: url });
    expectError(answer, 'VALIDATION_ERROR', /^website_url: /);
  }
});

test.each(['US', 'us', 'De', ' gb '])('%j is a country code, stored upper-case', async (code) => {
  const created = await createProject(await api.open(), { target_country: code });
  expect(created.target_country).toBe(code.trim().toUpperCase());
});

test.each(['', ' ', 'U', 'USA', 'U1', 'ÜS', 'ſs', 'U\0', 'U\n', null, 5, ['US'], {}])(
  '%j is no country code',
  async (code) => {
    const caller = await api.open();
    expectError(
      await caller.post('/projects', { ...BRAND, target_country: code }),
      'VALIDATION_ERROR',
      /^target_country: /,
    );
  },
);
