import { Permits, PermitsExhausted } from '../../src/database/permits.js';

const OPTIONS = { permits: 2, permitsPerKey: 1, maxWaitMs: 10_000, maxWaitingPerKey: 3 };

/** Takes a permit of each key in turn, and tells the order in which they were given. */
function takeAll(permits: Permits, keys: readonly string[]): string[] {
  const given: string[] = [];
  keys.forEach((key, at) => {
    permits.take(key).then(
      () => given.push(`${key}${at}`),
      () => {},
    );
  });
  return given;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('no more run at once than there are permits, nor of one key than its share', async () => {
  const permits = new Permits(OPTIONS);
  const given = takeAll(permits, ['a', 'a', 'b', 'c']);
  await settle();
  expect(given).toEqual(['a0', 'b2']);
});

test('keys take turns: a key with many waiting delays another by one', async () => {
  const permits = new Permits({ ...OPTIONS, permits: 1 });
  const given = takeAll(permits, ['a', 'a', 'a', 'b', 'c']);
  for (let at = 0; at < 4; at += 1) {
    await settle();
    permits.release(given.at(-1)?.charAt(0) ?? '');
  }
  await settle();
  expect(given).toEqual(['a0', 'a1', 'b3', 'c4', 'a2']);
});

test('a key at its share does not hold up the others', async () => {
  const permits = new Permits(OPTIONS);
  const given = takeAll(permits, ['a', 'a', 'b', 'b', 'c']);
  await settle();
  permits.release('b');
  await settle();
  expect(given).toEqual(['a0', 'b2', 'b3']);
  permits.release('b');
  await settle();
  expect(given).toEqual(['a0', 'b2', 'b3', 'c4']);
});

test('what waits too long is refused, and what waits beyond the bound is refused at once', async () => {
  const permits = new Permits({ ...OPTIONS, maxWaitMs: 1 });
  await permits.take('a');
  const waiting = ['a', 'a', 'a'].map((key) => permits.take(key));
  await expect(permits.take('a')).rejects.toBeInstanceOf(PermitsExhausted);
  const refused = await Promise.allSettled(waiting);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  permits.release('a');
  await permits.take('a');
});
