import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createProject } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

const [BEFORE, NOW] = ['2026-06-02', '2026-06-09'];
const HOSTILE = '<img src=x onerror=alert(1)>';

/** Two answers to each of twelve questions, of which one in so many names the brand. */
function answersOf(day: string, platform: string, model: string, oneIn: number): string[] {
  return Array.from({ length: 24 }, (_, n) =>
    JSON.stringify({
      ...{ external_id: `${day} ${platform} ${n}`, platform, question: `Question ${n % 12}?`, model },
      answer: n % oneIn === 0 ? 'Northwind, perhaps.' : 'Contoso.',
      answered_at: `${day}T0${n % 3}:00:00Z`,
    }),
  );
}

describeBrowser('what explains a move, in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  beforeAll(async () => {
    person = await openPerson(api);
  });

  async function openOverview(lines: readonly string[], options = {}) {
    const { id } = await createProject(person.caller);
    await importAnswers(api.db, { projectId: id }, fileOf(lines));
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${id}/overview?window=7d`);
    await watched.page.getByText('Share of answers by platform').waitFor();
    return watched;
  }

  test('a move beside a new model is told as a coincidence, with no barrier, light and on a phone', async () => {
    const lines = [
      ...answersOf(BEFORE, 'chatgpt', 'gpt-one', 4),
      ...answersOf(BEFORE, 'claude', 'haiku', 4),
      ...answersOf(NOW, 'chatgpt', HOSTILE, 1),
      ...answersOf(NOW, 'claude', 'haiku', 4),
    ];
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 320],
    ] as const) {
      const options = { colorScheme, viewport: { width, height: 900 } };
      const { page, faults, findBarriers } = await openOverview(lines, options);
      const sentence = page.getByText(/^ChatGPT began to answer with /);
      await sentence.waitFor();
      expect(await sentence.textContent()).toBe(
        `ChatGPT began to answer with ${HOSTILE} on 9 Jun and rose by 75 points more than the other platforms. ` +
          'They coincide in time; that does not prove a cause.',
      );
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  test('where nothing moved, nothing is asked for', async () => {
    const lines = [...answersOf(BEFORE, 'chatgpt', 'gpt-one', 4), ...answersOf(NOW, 'chatgpt', 'gpt-two', 4)];
    const { page, faults } = await openOverview(lines);
    await page.getByText('No clear change.').waitFor();
    expect(await page.getByText(/began to answer with/).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
