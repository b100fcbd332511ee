import { addNames, readNames, sameNames } from '../../dashboard/ui/names.ts';

describe('a list of names', () => {
  test('a pasted list is read name by name, whatever stands between', () => {
    expect(readNames(' North Wind, NW;Northwind Inc\r\nnw.example\t,, ')).toEqual([
      'North Wind',
      'NW',
      'Northwind Inc',
      'nw.example',
    ]);
    expect(readNames(' ,\n; ')).toEqual([]);
  });

  test('a name that is there already is not added again, in whatever letter case', () => {
    expect(addNames(['Kestrova'], 'KESTROVA, Kes, kes')).toEqual(['Kestrova', 'Kes']);
    expect(addNames([], '')).toEqual([]);
  });

  test('names are the same in the same order only', () => {
    expect(sameNames(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(sameNames(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(sameNames(['a'], ['a', 'b'])).toBe(false);
  });
});
