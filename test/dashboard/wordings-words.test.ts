import { tieOf } from '../../dashboard/pages/wordings/wordings.data.ts';
import { pairsFinding, wordingsFinding } from '../../dashboard/pages/wordings/wordings.words.ts';

/** What the pages say of prompts that ask the same, and how a pair is tied. */

const end = (id: string, wordingCount: number | null = 0, lead?: string) => ({
  ...{ id, promptText: id, wordingCount },
  wordingOf: lead === undefined ? null : { id: lead },
});

test('the later prompt of a pair becomes a wording of the earlier one, or of the one that leads it', () => {
  expect(tieOf({ prompt: end('later'), like: end('earlier') })).toEqual({ id: 'later', wordingOfId: 'earlier' });
  expect(tieOf({ prompt: end('later'), like: end('earlier', 0, 'lead') })).toEqual({
    id: 'later',
    wordingOfId: 'lead',
  });
  expect(tieOf({ prompt: end('later', null), like: end('earlier', 3) })?.wordingOfId).toBe('earlier');
});

test('a prompt with wordings of its own leads the pair; of two such neither can', () => {
  expect(tieOf({ prompt: end('later', 2), like: end('earlier') })).toEqual({ id: 'earlier', wordingOfId: 'later' });
  expect(tieOf({ prompt: end('later', 2), like: end('earlier', 1) })).toBeNull();
});

test('wordings are counted with the question itself', () => {
  expect(wordingsFinding({ isWording: false, others: 1 })).toBe(
    'It is asked in 2 wordings, which count as one question.',
  );
  expect(wordingsFinding({ isWording: true, others: 2 })).toBe(
    'It words another prompt’s question. That one is asked in 3 wordings, which count as one question.',
  );
  expect([pairsFinding(0), pairsFinding(1), pairsFinding(2)]).toEqual([
    'No prompts seem to ask the same.',
    '1 pair of prompts may ask the same in other words.',
    '2 pairs of prompts may ask the same in other words.',
  ]);
});
