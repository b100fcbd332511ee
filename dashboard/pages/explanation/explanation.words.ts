import type { ExplainedBy, Platform } from '../../api/gql.ts';
import { day, plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';

const NAMES = new Intl.ListFormat('en-GB');

interface Explanation {
  isExplainedBy: ExplainedBy;
  difference: number | null;
  platforms: readonly {
    platform: Platform;
    isModelChanged: boolean;
    before: readonly { model: string | null }[];
    now: readonly { model: string | null; firstDate: string | null }[];
  }[];
}

/** What a move coincides with, in words that claim no cause; null where there is nothing to tell. */
export function explanationText(explanation: Explanation | null): string | null {
  const changed = explanation?.platforms.filter(({ isModelChanged }) => isModelChanged) ?? [];
  if (!explanation || changed.length === 0) return null;
  const names = NAMES.format(changed.map(({ platform }) => platformOf(platform).name));
  switch (explanation.isExplainedBy) {
    case 'MODEL_CHANGE': {
      const by = explanation.difference ?? 0;
      const more = plural(Math.abs(Math.round(by)), 'point');
      return (
        `${beginningOf(changed, names)} and ${by < 0 ? 'fell' : 'rose'} by ${more} more than the other platforms. ` +
        'They coincide in time; that does not prove a cause.'
      );
    }
    case 'NOT_MODEL_CHANGE':
      return `${beginningOf(changed, names)}, but the platforms that kept their model moved the same way.`;
    case 'UNKNOWN':
      return `${beginningOf(changed, names)}: whether the move comes of that, the answers do not tell.`;
    case 'NOTHING_MOVED':
      return null;
    default:
      return explanation.isExplainedBy satisfies never;
  }
}

/** One platform with its new model and its first day; of several, or of another way of asking, that alone. */
function beginningOf(changed: Explanation['platforms'], names: string): string {
  const [one, another] = changed;
  const former = new Set(one?.before.map(({ model }) => model));
  const fresh = one?.now.find(({ model }) => model !== null && !former.has(model));
  if (another) return `${names} answer with other models, or are asked in another way,`;
  return fresh?.model && fresh.firstDate !== null
    ? `${names} began to answer with ${fresh.model} on ${day(fresh.firstDate)}`
    : `${names} answers with another model, or is asked in another way,`;
}
