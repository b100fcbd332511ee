import { changesOf, draftOf, isRenaming, type SettingsProject } from '../../dashboard/pages/settings/settings.data.ts';

const project: SettingsProject = {
  ...{ id: '1', name: 'Northwind', brandName: 'Northwind', aliases: ['NW'], websiteUrl: 'https://northwind.example' },
  nameAdvice: [],
  ...{ description: '', targetCountry: 'US', mainTopic: 'tools', isPaused: false, analysis: null, whole: null },
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
    expect(changesOf({ ...draftOf(project), platforms: [] }, project)).toEqual({ settings: { platforms: [] } });
  });

  test('has answers read again for names and the website alone', () => {
    expect([{ brandName: 'N' }, { aliases: [] }, { websiteUrl: '' }].map(isRenaming)).toEqual([true, true, true]);
    expect([{}, { mainTopic: 'x' }, { settings: { platforms: [] } }].map(isRenaming)).toEqual([false, false, false]);
  });
});
