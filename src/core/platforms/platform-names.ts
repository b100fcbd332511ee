import type { Platform } from '../../entities/vocabulary.js';

/** How the platforms call themselves, for sentences. */
export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  chatgpt: 'ChatGPT',
  perplexity: 'Perplexity',
  claude: 'Claude',
  gemini: 'Gemini',
};
