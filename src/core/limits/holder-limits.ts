/**
 * What the holders of an account may ask in a minute together, and each of them of that, whatever the tier
 * (specification of the dashboard); days are not counted. One operation may cost as much as all of them may ask: beyond
 * `perHolder` it takes the whole minute of who asks.
 */
export const HOLDER_REQUESTS = { perMinute: 200, perHolder: 120 } as const;
