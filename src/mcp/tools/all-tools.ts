import type { McpTool } from '../mcp-tool.js';
import { addNote } from './add-note.tool.js';
import { addPrompts } from './add-prompts.tool.js';
import { compareBrands } from './compare-brands.tool.js';
import { compareSegments } from './compare-segments.tool.js';
import { getAccount } from './get-account.tool.js';
import { getAnswer } from './get-answer.tool.js';
import { getProject } from './get-project.tool.js';
import { getVisibility } from './get-visibility.tool.js';
import { listChanges } from './list-changes.tool.js';
import { listProjectsTool } from './list-projects.tool.js';
import { listPrompts } from './list-prompts.tool.js';
import { listSources } from './list-sources.tool.js';
import { runPrompt } from './run-prompt.tool.js';
import { sampleSize } from './sample-size.tool.js';
import { searchAnswers } from './search-answers.tool.js';

/** Every tool, those that read first. Before a sixteenth: an argument of one that is here. */
export const TOOLS: readonly McpTool[] = [
  listProjectsTool,
  getProject,
  getVisibility,
  compareBrands,
  compareSegments,
  listPrompts,
  searchAnswers,
  getAnswer,
  listSources,
  listChanges,
  sampleSize,
  getAccount,
  addPrompts,
  runPrompt,
  addNote,
];
