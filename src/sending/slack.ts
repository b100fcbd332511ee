import { storedOf } from '../core/access/secret-box.js';
import type { Carrier, ClaimedEvent } from './carrier.js';
import { postGuarded } from './guarded-request.js';
import { type HttpParts, outcomeOf } from './webhook.js';

/** Slack cuts a section of more; what is escaped counts by its escaped length. */
const TEXT_MAX = 2_900;

/** What Slack answers where the channel or the app is gone. */
const ENDS = [403, 404, 410];

/** Posts events as messages to Slack's incoming webhooks and what takes the same: Mattermost, Discord's `/slack`. */
export function slackCarrier({ guard, secrets }: HttpParts): Carrier {
  return {
    send: async ({ destination, event }, now, signal) => {
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
      const body = JSON.stringify(slackMessage(event));
      return outcomeOf(() => postGuarded({ url, headers, body }, guard, signal), now, ENDS);
    },
  };
}

interface SlackMessage {
  /** What notifications show, and readers without blocks. */
  text: string;
  blocks: { type: 'section'; text: { type: 'mrkdwn'; text: string } }[];
}

/** An event as a message: its title, its sentence, and where to read more. */
export function slackMessage({ type, data }: Pick<ClaimedEvent, 'type' | 'data'>): SlackMessage {
  const { title, text, url } = contentOf(type, data);
  const shown = [`*${escapeSlack(title)}*`, ...(text === '' ? [] : [cut(escapeSlack(text))])].join('\n');
  const link = url === null ? '' : `\n<${escapeSlack(url)}|Open>`;
  return {
    text: cut(escapeSlack([title, text].filter(Boolean).join(': '))),
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: shown + link } }],
  };
}

/** Slack's three signs: no name becomes a mention or a link. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Never within an escaped sign. */
function cut(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX).replace(/&[a-z]{0,3}$|[\uD800-\uDBFF]$/, '')}…`;
}

interface Content {
  title: string;
  text: string;
  url: string | null;
}

function contentOf(told: ClaimedEvent['type'], data: ClaimedEvent['data']): Content {
  const brand = textAt(data, 'project', 'brand_name');
  const of = brand === '' ? '' : ` of ${brand}`;
  switch (told) {
    case 'alert.opened':
      return { title: `Alert${of}`, text: textAt(data, 'alert', 'summary'), url: urlAt(data, 'alert') };
    case 'alert.acknowledged':
      return { title: `Alert${of} acknowledged`, text: textAt(data, 'alert', 'summary'), url: urlAt(data, 'alert') };
    case 'alert.resolved':
      return { title: `Alert${of} resolved`, text: textAt(data, 'alert', 'summary'), url: urlAt(data, 'alert') };
    case 'report.ready': {
      const period = `${textAt(data, 'report', 'from')} to ${textAt(data, 'report', 'to')}`;
      return { title: `Report${of}`, text: `${period} is ready`, url: urlAt(data, 'report') };
    }
    case 'project.day_closed':
      return { title: `Day closed${of}`, text: `The numbers of ${textAt(data, 'day')} are complete`, url: null };
    case 'destination.failing':
      return { title: 'A destination fails', text: aboutDestination(data), url: null };
    case 'destination.disabled':
      return { title: 'A destination was disabled', text: aboutDestination(data), url: null };
    case 'destination.test':
      return { title: 'Test', text: 'This channel gets what the brand visibility monitor tells.', url: null };
    default: {
      told satisfies never;
      throw new Error('an event of unknown type');
    }
  }
}

function aboutDestination(data: ClaimedEvent['data']): string {
  return `${textAt(data, 'destination', 'name')}: ${textAt(data, 'destination', 'fault').replaceAll('_', ' ')}`;
}

function urlAt(data: ClaimedEvent['data'], part: string): string | null {
  return textAt(data, part, 'url') || null;
}

/** The text at a path of an event's data; empty where there is none. */
function textAt(data: ClaimedEvent['data'], ...path: string[]): string {
  let value: unknown = data;
  for (const name of path) {
    value = typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
  }
  return typeof value === 'string' ? value : '';
}
