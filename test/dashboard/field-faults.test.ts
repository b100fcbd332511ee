import fc from 'fast-check';
import { z } from 'zod';
import {
  aliasesFault,
  countryFault,
  descriptionFault,
  languageFault,
  marketNameFault,
  nameFault,
  optionalWebsiteFault,
  PROJECT_NAMES_MAX,
  placeFault,
  platformsFault,
  promptFault,
  promptKeyOf,
  topicFault,
  websiteFault,
} from '../../dashboard/ui/field-faults.words.ts';
import { createCompetitorInput } from '../../src/core/competitors/competitor.schema.js';
import { aliases, country, PROJECT_NAMES_MAX as NAMES_MAX, platforms } from '../../src/core/input.js';
import { createMarketInput } from '../../src/core/markets/market.schema.js';
import { createProjectInput } from '../../src/core/projects/project.schema.js';
import { createPromptInput } from '../../src/core/prompts/prompt.schema.js';
import { promptTextHash } from '../../src/core/prompts/prompt-duplicates.js';
import { useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';

const { brandName, websiteUrl, mainTopic, description } = createProjectInput.shape;
const { name, websiteUrl: optionalWebsiteUrl } = createCompetitorInput.shape;
const { promptText } = createPromptInput.shape;
const market = createMarketInput.shape;

/** A field that is left out where nothing but space is typed. */
const leftOut = (rule: z.ZodType) => z.preprocess((text) => (String(text).trim() === '' ? null : text), rule);

/** Each field that the page checks before it sends: its own rule, and the service's. */
const RULES: readonly { field: string; faultOf: (text: string) => string | null; rule: z.ZodType }[] = [
  { field: 'brand name', faultOf: nameFault, rule: brandName },
  { field: 'competitor name', faultOf: nameFault, rule: name },
  { field: 'website', faultOf: websiteFault, rule: websiteUrl },
  { field: "competitor's website", faultOf: optionalWebsiteFault, rule: optionalWebsiteUrl },
  { field: 'topic', faultOf: topicFault, rule: mainTopic },
  { field: 'description', faultOf: descriptionFault, rule: description },
  { field: 'country', faultOf: countryFault, rule: country },
  { field: 'prompt', faultOf: promptFault, rule: promptText },
  { field: "market's name", faultOf: marketNameFault, rule: market.name },
  { field: 'region', faultOf: placeFault, rule: leftOut(market.region) },
  { field: 'city', faultOf: placeFault, rule: leftOut(market.city) },
  { field: 'language', faultOf: languageFault, rule: leftOut(market.language) },
  { field: 'other name', faultOf: (text) => aliasesFault([text]), rule: aliases },
];

const PIECES = [
  'a',
  ' ',
  '\n',
  '\0',
  '\ud800',
  '\u200b',
  '😀',
  'é',
  '.',
  '/',
  ':',
  '?',
  '#',
  '%',
  '@',
  '[',
  'https://',
];

const LONG = [99, 100, 101, 199, 200, 201, 1_999, 2_000, 2_001, 2_047, 2_048, 2_049].flatMap((length) => [
  'a'.repeat(length),
  ` ${'😀'.repeat(length)} `,
  `https://a.example/${'b'.repeat(Math.max(0, length - 18))}`,
]);

const TEXTS = [
  ...['', '   ', '\u200b', 'Acme', ' Acme ', 'a\0b', 'a\ud800', 'not a site', 'https://not a site', 'acme.example'],
  ...[
    'https://acme.example',
    'HTTP://ACME.EXAMPLE/x',
    'ftp://acme.example',
    'https://',
    'https:///x',
    'http://[',
    'x:',
  ],
  ...[
    'https://acme',
    'https://a.example:99999',
    'https://é.example',
    'https://%',
    'US',
    'us',
    ' de ',
    'U',
    'USA',
    'ÜS',
    '1A',
  ],
  ...LONG,
];

describe.each(RULES)('a $field', ({ faultOf, rule, field }) => {
  const isTaken = (text: string) => rule.safeParse(field === 'other name' ? [text] : text).success;

  test('is refused by the page where the service refuses it, and nowhere else', () => {
    expect(TEXTS.filter((text) => (faultOf(text) === null) !== isTaken(text))).toEqual([]);
    expect(new Set(TEXTS.map(isTaken)).size).toBe(2);
  });

  test('whatever is typed', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...PIECES)).map((pieces) => pieces.join('')),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(typed, (text) => (faultOf(text) === null) === isTaken(text)),
      { numRuns: 500 },
    );
  });
});

test('as many other names, platforms and characters of names are taken as by the service', () => {
  for (const length of [0, 1, 50, 51]) {
    const names = Array.from({ length }, (_, at) => `name ${at}`);
    expect([length, aliasesFault(names) === null]).toEqual([length, aliases.safeParse(names).success]);
  }
  for (const chosen of [[], ['chatgpt']]) {
    expect(platformsFault(chosen) === null).toBe(platforms.safeParse(chosen).success);
  }
  expect(PROJECT_NAMES_MAX).toBe(NAMES_MAX);
});

test('two prompts are the same to the page where they are to the service', () => {
  const pairs = [
    ['Which anvil?', ' which ANVIL? '],
    ['Which anvil?', 'Which  anvil?'],
    ['Straße', 'STRASSE'],
    ['ı', 'I'],
    ['e\u0301', 'é'],
    ['ẞ', 'ß'],
  ] as const;
  const areSame = (one: string, other: string) => promptTextHash(one).equals(promptTextHash(other));
  for (const [one, other] of pairs) {
    expect([one, promptKeyOf(one) === promptKeyOf(other)]).toEqual([one, areSame(one, other)]);
  }
  const word = fc
    .array(fc.constantFrom('a', 'A', ' ', 'ß', 'SS', 'ı', 'I', 'i', 'é', 'e\u0301'))
    .map((all) => all.join(''));
  fc.assert(fc.property(word, word, (one, other) => (promptKeyOf(one) === promptKeyOf(other)) === areSame(one, other)));
});

describe('over the wire', () => {
  const api = useApi();

  const CREATE = 'mutation ($input: CreateProjectInput!) { createProject(input: $input) { id } }';
  const CHANGE = 'mutation ($id: ID!, $input: UpdateProjectInput!) { updateProject(id: $id, input: $input) { id } }';
  const good = { brandName: 'Acme', websiteUrl: 'https://acme.example' };

  test.each([
    ['brandName', nameFault, ['Acme', ' ', 'a'.repeat(201)]],
    ['websiteUrl', websiteFault, ['https://acme', 'https://not a site', 'ftp://acme.example', '']],
    ['targetCountry', countryFault, ['DE', 'ZZ', 'Germany', '']],
    ['mainTopic', topicFault, ['', 'anvils', 'a'.repeat(201)]],
  ] as const)('%s of a project is taken and refused as the page foretells', async (field, faultOf, texts) => {
    const caller = await api.open();
    const { id } = await createProject(caller, { brand_name: 'Northwind' });
    for (const text of texts) {
      const isTaken = faultOf(text) === null;
      const created = await askGraphql(caller, CREATE, { input: { ...good, [field]: text } });
      const changed = await askGraphql(caller, CHANGE, { id, input: { [field]: text } });
      expect([text, created.body.errors === undefined, changed.body.errors === undefined]).toEqual([
        text,
        isTaken,
        isTaken,
      ]);
    }
  });

  test('so are the texts of prompts, two of which may not be the same', async () => {
    const caller = await api.open();
    const { id } = await createProject(caller, { brand_name: 'Northwind' });
    const create = (texts: readonly string[]) =>
      askGraphql(
        caller,
        'mutation ($id: ID!, $inputs: [CreatePromptInput!]!) { createPrompts(projectId: $id, inputs: $inputs) { id } }',
        { id, inputs: texts.map((promptText) => ({ promptText })) },
      );
    expect(promptKeyOf('Straße?')).toBe(promptKeyOf('STRASSE?'));
    expect((await create(['Straße?', 'STRASSE?'])).body.errors).toBeDefined();
    expect(promptKeyOf('Which anvil?')).not.toBe(promptKeyOf('Which  anvil?'));
    expect((await create(['Which anvil?', 'Which  anvil?'])).body.errors).toBeUndefined();
    expect(promptFault('a'.repeat(2_001))).not.toBeNull();
    expect((await create(['a'.repeat(2_001)])).body.errors).toBeDefined();
  });
});
