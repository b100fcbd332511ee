/** What GraphQL and the exports are priced in: ten points are one request of the budget. */
export const POINTS_PER_REQUEST = 10;

/** Rows of a flat table that cost a point, however few of them are wanted of the last hundred. */
export const ROWS_PER_POINT = 100;

/** Rows that one request of the budget pays for. */
export const ROWS_PER_REQUEST = ROWS_PER_POINT * POINTS_PER_REQUEST;

/** Requests that so many rows cost; at least one. */
export function requestsForRows(rows: number): number {
  return Math.max(1, Math.ceil(rows / ROWS_PER_REQUEST));
}
