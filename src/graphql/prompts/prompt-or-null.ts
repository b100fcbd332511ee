import { ServiceError } from '../../core/errors.js';
import type { PromptView } from '../../core/prompts/prompt.view.js';
import type { Loaders } from '../loaders/loaders.js';

/** The prompt of what outlives it, an answer or a run: null where it is archived. */
export function promptOrNull({ prompt }: Loaders, id: string): Promise<PromptView | null> {
  return prompt.load({ id, args: null }).catch(nullWhereArchived);
}

function nullWhereArchived(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
  throw error;
}
