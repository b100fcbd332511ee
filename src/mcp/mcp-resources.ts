import type { McpServer } from '@modelcontextprotocol/server';
import { PLANS, POINTS_PER_REQUEST } from '../core/plans.js';
import { METHOD_NOTE, type MethodView } from '../core/platforms/methods.js';
import type { Tier } from '../entities/vocabulary.js';
import { TIERS } from '../entities/vocabulary.js';
import { RESULT_BYTES_MAX } from './mcp-tool.js';

interface Facts {
  methods: readonly MethodView[];
  tier: Tier | undefined;
}

const MARKDOWN = 'text/markdown';

/** What a model should have read before it explains numbers. */
export function addMcpResources(server: McpServer, facts: Facts): void {
  const documents = [
    { name: 'method', description: 'What the numbers mean, and what they do not', text: () => methodText(facts) },
    { name: 'limits', description: 'What the plan allows, and what tools cost', text: () => limitsText(facts) },
  ];
  for (const { name, description, text } of documents) {
    const uri = `docs://${name}`;
    server.registerResource(name, uri, { title: name, description, mimeType: MARKDOWN }, () => ({
      contents: [{ uri, mimeType: MARKDOWN, text: text() }],
    }));
  }
}

function methodText({ methods }: Facts): string {
  const asked = methods.map(
    ({ platform, model, isSearchForced, places }) =>
      `- ${platform}: model ${model}; ` +
      `${isSearchForced ? 'each answer rests on a search' : 'it decides whether to search'}; ` +
      `${places.length > 0 ? 'told where to search from' : 'not told a place'}`,
  );
  return [
    '# Method',
    METHOD_NOTE,
    '## How platforms are asked',
    ...asked,
    '## What the numbers are',
    '- **Score** (visibility): accepted answers that name the brand, as a percent of all accepted answers (`n`).',
    '- **Interval**: 95 %; it allows for answers to one question being alike. State it with every score.',
    '- **Even score**: every prompt counts alike on each platform, however often it is asked.',
    '- **Share** (of voice): mentions of the brand as a percent of mentions of the brand and tracked competitors.',
    '- **Verdict**: whether two periods of equal length differ by more than chance, judged question by question: ' +
      '`moved_up`, `moved_down`, `within_noise` (nothing shown), `too_few_answers` (nothing can be told).',
    '- **Gap**: a site that three or more answers cite while they name a rival and not the brand, and that none or ' +
      'significantly fewer cite while they name the brand.',
    '- **Tone**: of one answer towards the brand: positive, neutral, negative or mixed.',
    '## What they are not',
    '- Not how many people saw something, and not what one person saw.',
    '- Not causes: a change of model or of prompts that coincides with a move explains nothing by itself.',
    '- Not comparable across brands that are asked about with other prompts.',
    '- Missing runs (failed, skipped) are left out of a score; look at them before you explain one.',
  ].join('\n');
}

function limitsText({ tier }: Facts): string {
  const rows = TIERS.map((each) => {
    const { requests, projectCapacity, promptCapacity, creditsPerMonth, dailySlots } = PLANS[each];
    const budget = requests ? `${requests.perMinute} a minute, ${requests.perDay} a day` : 'no API';
    const mark = each === tier ? ' (this account)' : '';
    const cells = [`${each}${mark}`, budget, projectCapacity, promptCapacity, creditsPerMonth, dailySlots];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '# Limits',
    '| plan | requests | projects | prompts | credits a month | daily prompts |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    `- A call of a tool costs points; ${POINTS_PER_REQUEST} points are one request, and each call is one at least.`,
    '- Beyond the budget a call answers RATE_LIMIT_EXCEEDED and says how long to wait.',
    `- A result has ${RESULT_BYTES_MAX / 1_000} kB at most: \`is_cut\` says there is more, \`next_cursor\` goes on.`,
    '- Periods have 91 days at most; search_answers and list_sources 31.',
    '- A credit is one asking of one prompt on one platform.',
  ].join('\n');
}
