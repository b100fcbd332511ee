import {
  changesOf,
  draftOf,
  faultsOfChanges,
  isRenaming,
  type SettingsProject,
} from '../../dashboard/pages/settings/settings.data.ts';

const project: SettingsProject = {
  ...{ id: '1', name: 'Northwind', brandName: 'Northwind', aliases: ['NW'], websiteUrl: 'https://northwind.example' },
  nameAdvice: [],
  ...{
    description: '',
    targetCountry: 'US',
    mainTopic: 'tools',
    isPaused: false,
    analysis: null,
    whole: null,
    competitors: null,
    repeats: 1,
    sampleSize: null,
  },
  settings: { platforms: ['CHATGPT', 'CLAUDE'], autoDiscoverCompetitors: false },
};

describe('what a form of settings sends', () => {
  test('is nothing where nothing differs, whatever the order of platforms and the space around words', () => {
    expect(changesOf(draftOf(project), project)).toEqual({});
    const same = { ...draftOf(project), mainTopic: ' tools ', platforms: ['CLAUDE', 'CHATGPT'] as const };
    expect(changesOf(same, project)).toEqual({});
  });

  test('is each field that differs, settings below their own name', () => {
    const draft = { ...draftOf(project), mainTopic: '', aliases: ['NW', 'North'], autoDiscoverCompetitors: true };
    expect(changesOf(draft, project)).toEqual({
      mainTopic: '',
      aliases: ['NW', 'North'],
      settings: { autoDiscoverCompetitors: true },
    });
    expect(changesOf({ ...draftOf(project), repeats: 2 }, project)).toEqual({ repeats: 2 });
    expect(changesOf({ ...draftOf(project), platforms: [] }, project)).toEqual({ settings: { platforms: [] } });
  });

  test('has answers read again for names and the website alone', () => {
    expect([{ brandName: 'N' }, { aliases: [] }, { websiteUrl: '' }].map(isRenaming)).toEqual([true, true, true]);
    expect([{}, { mainTopic: 'x' }, { settings: { platforms: [] } }].map(isRenaming)).toEqual([false, false, false]);
  });
});

describe('the characters of all names of a project together', () => {
  /** Competitors have 19,800 of the 20,000, a letter beyond 16 bits being one; the brand has 11. */
  const nodes = Array.from({ length: 99 }, (_, at) => ({ name: '𝕏'.repeat(100), aliases: [`${at}`.padEnd(100, 'y')] }));
  const full: SettingsProject = { ...project, competitors: { nodes } };
  const faultsOf = (draft: object, of = full) => faultsOfChanges(changesOf({ ...draftOf(of), ...draft }, of), of);
  const fill = (length: number) => ['NW', 'z'.repeat(length)];

  test('are refused beside the field that makes them too many, as the service counts them', () => {
    expect(faultsOf({ aliases: fill(189) })).toEqual({});
    expect(faultsOf({ aliases: fill(190) })).toEqual({ aliases: expect.stringContaining('20,000 characters') });
    expect(faultsOf({ brandName: ` ${'z'.repeat(198)} ` })).toEqual({});
    expect(faultsOf({ brandName: 'z'.repeat(199) })).toEqual({
      brandName: expect.stringContaining('20,000 characters'),
    });
    const both = { brandName: 'z'.repeat(150), aliases: fill(50) };
    expect(faultsOf(both)).toEqual({ aliases: expect.stringContaining('20,000 characters') });
  });

  test('are taken where they become fewer than before, and where the competitors are unknown', () => {
    const over = { ...full, aliases: fill(200) };
    expect(faultsOf({ aliases: fill(199) }, over)).toEqual({});
    expect(faultsOf({ aliases: fill(190) }, project)).toEqual({});
  });
});
