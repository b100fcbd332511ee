import type { ClaimedEvent } from './carrier.js';

/** An event in words, for people: a title, a sentence, and where to read more. */
export interface EventContent {
  title: string;
  text: string;
  url: string | null;
}

/** What an event says to people, by Slack and by mail alike. */
export function contentOf(told: ClaimedEvent['type'], data: ClaimedEvent['data']): EventContent {
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
    case 'person.gone':
      return { title: 'What a person made stays', text: textAt(data, 'person', 'summary'), url: null };
    case 'destination.test':
      return { title: 'Test', text: 'This is where the brand visibility monitor sends what it tells.', url: null };
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
export function textAt(data: ClaimedEvent['data'], ...path: string[]): string {
  let value: unknown = data;
  for (const name of path) {
    value = typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
  }
  return typeof value === 'string' ? value : '';
}
