/**
 * What the holders of an account may ask in a minute together, whatever its tier (specification of the dashboard); days
 * are not counted.
 */
export const HOLDER_REQUESTS = { perMinute: 200, perDay: null } as const;
