import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createProject } from '../support/resources.js';

/** A package of Scalar's tries once whether it may compile code at run time; the policy refuses, and it goes on. */
const PROBE = 'policy: script-src eval ';

describeBrowser('the API reference', () => {
  const api = useApi();
  const browser = useBrowser();

  test.each(['light', 'dark'] as const)('opens in the %s theme, and a try is answered', async (colorScheme) => {
    const caller = await api.open('professional');
    await createProject(caller, { brand_name: 'Northwind' });
    const { page, faults } = await browser.open({ viewport: { width: 1280, height: 800 }, colorScheme });
    await page.goto(`${api.url}/docs`);
    await page.locator(`body.${colorScheme}-mode`).waitFor();
    await page.getByPlaceholder('Token').first().fill(caller.key);
    await page.evaluate(`location.hash = '#tag/projects/GET/projects'`);
    await page.getByRole('button', { name: 'Test Request (get /projects)' }).click();
    await page.getByRole('button', { name: 'Send get request to' }).filter({ visible: true }).first().click();
    await page.getByText('"Northwind"').filter({ visible: true }).first().waitFor();
    expect(faults.filter((fault) => fault !== PROBE)).toEqual([]);
  });
});
