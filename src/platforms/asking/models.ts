import type { Platform } from '../../entities/vocabulary.js';

/** Each platform's small model that can search the web: asks and judges unless the operator chooses another. */
export const DEFAULT_MODELS: Readonly<Record<Platform, string>> = {
  chatgpt: 'gpt-6-luna',
  perplexity: 'perplexity/sonar',
  claude: 'claude-haiku-5-5',
  gemini: 'gemini-3.5-flash-lite',
};
