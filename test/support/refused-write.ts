import type { Page } from 'playwright-core';

interface Refusal {
  /** What the operation begins with; any mutation by default. */
  mutation?: string;
  /** The field of the input that is refused; without it the refusal is a conflict. */
  field?: string;
}

/** Refuses the page's next mutation in these words; what it only reads goes through. */
export async function refuseNextWrite(
  page: Page,
  message: string,
  { mutation = 'mutation', field }: Refusal = {},
): Promise<void> {
  let isToRefuse = true;
  await page.route('**/graphql', (route) => {
    const isMeant = route.request().postData()?.includes(mutation) === true;
    if (!isMeant || !isToRefuse) return route.fallback();
    isToRefuse = false;
    const issues = field === undefined ? undefined : [{ path: ['input', field], message }];
    const code = issues ? 'VALIDATION_ERROR' : 'CONFLICT';
    const body = JSON.stringify({ errors: [{ message, extensions: { code, issues } }] });
    return route.fulfill({ status: issues ? 422 : 409, contentType: 'application/json', body });
  });
}
