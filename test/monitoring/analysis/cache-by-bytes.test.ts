import { CacheByBytes } from '../../../src/monitoring/analysis/cache-by-bytes.js';

describe('a cached value', () => {
  const made: string[] = [];
  const make = (key: string, bytes: number) => () => {
    made.push(key);
    return { value: key, bytes };
  };

  beforeEach(() => made.splice(0));

  test('is made once, and the values used last stay longest', () => {
    const kept = new CacheByBytes<string>(100);
    kept.of('a', make('a', 40));
    kept.of('b', make('b', 40));
    kept.of('a', make('a', 40));
    kept.of('c', make('c', 40));
    expect(kept.bytes).toBe(80);
    expect(kept.of('a', make('a', 40))).toBe('a');
    expect(made).toEqual(['a', 'b', 'c']);
    kept.of('b', make('b', 40));
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  test('takes no more than the bound with all others, unless it is larger alone', () => {
    const kept = new CacheByBytes<string>(100);
    for (let n = 0; n < 50; n++) kept.of(`small ${n}`, make('small', 30));
    expect(kept.bytes).toBe(90);
    expect(kept.of('large', make('large', 500))).toBe('large');
    expect(kept.bytes).toBe(100);
    expect(kept.of('large', make('large again', 500))).toBe('large');
    kept.of('small', make('small', 30));
    expect(kept.bytes).toBe(30);
  });
});
