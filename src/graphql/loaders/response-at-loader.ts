import DataLoader from 'dataloader';
import type { Context } from '../../core/context.js';
import { type ResponsePlace, responsesAt } from '../../core/responses/response.service.js';
import { RESPONSE_PARTS, type ResponsePart, type ResponseView } from '../../core/responses/response.view.js';

/** An answer of which it is known where it lies, and what is read of it. */
export interface ResponseAt {
  place: ResponsePlace;
  parts: readonly ResponsePart[];
}

export type ResponseAtLoader = DataLoader<ResponseAt, ResponseView | null, string>;

/**
 * Gathers the answers of one tick in one statement, which reads of each the parts that any of them is asked for; null
 * for one that is gone.
 */
export function responseAtLoader(ctx: Context): ResponseAtLoader {
  return new DataLoader(
    async (asked: readonly ResponseAt[]) => {
      const parts = RESPONSE_PARTS.filter((part) => asked.some((one) => one.parts.includes(part)));
      const places = new Map(asked.map(({ place }) => [place.id, place]));
      const found = await responsesAt(ctx, [...places.values()], parts);
      return asked.map(({ place }) => found.get(place.id) ?? null);
    },
    { cacheKeyFn: ({ place, parts }) => `${place.id} ${parts.join(' ')}` },
  );
}
