import { storedOf } from '../core/access/secret-box.js';
import type { Carrier, ClaimedEvent } from './carrier.js';
import { contentOf } from './event-content.js';
import { postGuarded } from './guarded-request.js';
import { type HttpParts, outcomeOf } from './webhook.js';

/** Slack refuses a message with a longer section; what is escaped counts by its escaped length. */
const SECTION_MAX = 3_000;
/** Of the text beside the sections, and of a title, which quotes a name. */
const TEXT_MAX = 2_900;
const TITLE_MAX = 300;

/** What Slack answers where the channel or the app is gone. */
const ENDS = [403, 404, 410];

/** Posts events as messages to Slack's incoming webhooks and what takes the same: Mattermost, Discord's `/slack`. */
export function slackCarrier({ guard, secrets }: HttpParts): Carrier {
  return {
    gathersAlerts: true,
    send: async ({ destination, event }, now, signal, alongside) => {
      const { id, secret, isEncrypted } = destination;
      if (secret === null) throw new Error('a channel has no address');
      let url: string;
      try {
        url = secrets.open(storedOf({ secret, is_encrypted: isEncrypted }), id).toString();
      } catch {
        // Without its key an address cannot be read: the attempt says so, and waits for a process that has it.
        return { fault: 'secret_unreadable', status: null, responseHead: null, isElsewhere: true };
      }
      const headers = { 'content-type': 'application/json', 'user-agent': 'brand-visibility/1' };
      const events = [event, ...alongside.map((each) => each.event)];
      const body = JSON.stringify(slackMessage(events));
      return outcomeOf(() => postGuarded({ url, headers, body }, guard, signal), now, ENDS);
    },
  };
}

interface SlackMessage {
  /** What notifications show, and readers without blocks. */
  text: string;
  blocks: { type: 'section'; text: { type: 'mrkdwn'; text: string } }[];
}

/** Events as one message: of each its title, its sentence, and where to read more. */
export function slackMessage(events: readonly Pick<ClaimedEvent, 'type' | 'data'>[]): SlackMessage {
  const contents = events.map(({ type, data }) => contentOf(type, data));
  const blocks = contents.map(({ title, text, url }) => {
    const heading = `*${cut(escapeSlack(title), TITLE_MAX)}*`;
    const link = url === null ? '' : `\n<${escapeSlack(url)}|Open>`;
    const said = text === '' ? '' : `\n${cut(escapeSlack(text), SECTION_MAX - heading.length - link.length - 2)}`;
    return { type: 'section' as const, text: { type: 'mrkdwn' as const, text: heading + said + link } };
  });
  const notified = contents.map(({ title, text }) => [title, text].filter(Boolean).join(': ')).join('\n');
  return { text: cut(escapeSlack(notified), TEXT_MAX), blocks };
}

/** Slack's three signs: no name becomes a mention or a link. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** To `most` characters and a sign that it goes on, never within an escaped sign. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/&[a-z]{0,3}$|[\uD800-\uDBFF]$/, '')}…`;
}
