import type { Platform } from '../../entities/vocabulary.js';

/** Each platform's small model that can search the web: what is asked, and what judges, unless the operator says so. */
export const DEFAULT_MODELS: Readonly<Record<Platform, string>> = {
  chatgpt: 'gpt-6-luna',
  perplexity: 'perplexity/sonar',
  claude: 'claude-haiku-5-5',
  gemini: 'gemini-3.5-flash-lite',
};
