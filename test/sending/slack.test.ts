import { slackMessage } from '../../src/sending/slack.js';

/** Characters of a section: Slack refuses a message with more. */
const SECTION_MAX = 3_000;

test('a section is within what Slack takes, however a brand is called, and no sign of it is cut in two', () => {
  const url = 'https://visibility.dev/dashboard/projects/1/alerts';
  const data = { project: { brand_name: '&'.repeat(200) }, alert: { summary: '<'.repeat(2_000), url } };
  const { blocks } = slackMessage([{ type: 'alert.opened', data }]);
  const shown = blocks[0]?.text.text ?? '';
  expect(shown.length).toBeLessThanOrEqual(SECTION_MAX);
  expect(shown).toMatch(/^\*Alert of (&amp;)+…\*\n(&lt;){500,}…\n<https:\/\/visibility\.dev\/\S+\|Open>$/);
});
