import type { Page } from 'playwright-core';

/** Refuses the page's next mutation as a conflict, in these words; what it only reads goes through. */
export async function refuseNextWrite(page: Page, message: string): Promise<void> {
  let isToRefuse = true;
  await page.route('**/graphql', (route) => {
    const isWrite = route.request().postData()?.includes('mutation') === true;
    if (!isWrite || !isToRefuse) return route.continue();
    isToRefuse = false;
    const body = JSON.stringify({ errors: [{ message, extensions: { code: 'CONFLICT' } }] });
    return route.fulfill({ status: 409, contentType: 'application/json', body });
  });
}
