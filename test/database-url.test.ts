import { faultOfDatabaseUrl, serversOfUrl } from '../src/database-url.js';

describe('the servers of a DATABASE_URL', () => {
  test.each([
    ['postgresql://u:p@a:1/x', ['postgresql://u:p@a:1/x'], false],
    ['postgresql:///x?host=%2Frun&port=7', ['postgresql:///x?host=%2Frun&port=7'], false],
    ['postgres://u:p@a:1,b:2/x', ['postgres://u:p@a:1/x', 'postgres://u:p@b:2/x'], true],
    [
      'postgresql://u:p%40@a,[::1]:2/x?sslmode=require&target_session_attrs=read-write',
      ['postgresql://u:p%40@a/x?sslmode=require', 'postgresql://u:p%40@[::1]:2/x?sslmode=require'],
      true,
    ],
    ['postgresql://a/x?target_session_attrs=primary', ['postgresql://a/x'], true],
    [
      'postgresql:///x?user=u&host=/run/a,b&port=1,2',
      ['postgresql:///x?user=u&host=%2Frun%2Fa&port=1', 'postgresql:///x?user=u&host=b&port=2'],
      true,
    ],
    ['postgresql:///x?host=a,b&port=7', ['postgresql:///x?host=a&port=7', 'postgresql:///x?host=b&port=7'], true],
    ['postgresql:///x?host=a,b', ['postgresql:///x?host=a', 'postgresql:///x?host=b'], true],
  ])('%s', (url, urls, isChosen) => {
    expect(faultOfDatabaseUrl(url)).toBeUndefined();
    expect(serversOfUrl(url)).toEqual({ urls, isChosen });
  });

  test.each(['postgresql://a,b:99999/x', 'postgresql://a,b', 'postgresql:///x?host=a,b,c&port=1,2', 'a,b'])(
    '%s is refused',
    (url) => {
      expect(faultOfDatabaseUrl(url)).toMatch(/^must be a URL/);
    },
  );

  test.each(['any', 'standby', 'read-only', 'prefer-standby'])(
    'target_session_attrs=%s is refused, as the service writes',
    (target) => {
      expect(faultOfDatabaseUrl(`postgresql://a,b/x?target_session_attrs=${target}`)).toBe(
        'has a target_session_attrs that is not read-write or primary',
      );
    },
  );
});
