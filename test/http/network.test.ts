import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { networkOf } from '../../src/http/request-context.js';

test.each([
  ['as IPv4', '192.0.2.1', '192.0.2.1'],
  ['as IPv4 within IPv6', '::ffff:192.0.2.1', '192.0.2.1'],
  ['as IPv4 within IPv6, in upper case', '::FFFF:192.0.2.1', '192.0.2.1'],
  ['as IPv4 within IPv6, in hexadecimal', '::ffff:c000:201', '192.0.2.1'],
  ['as IPv4 within IPv6, with all its zeros', '0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
])('an IPv4 address %s is counted by itself', (_what, address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['fe80::1%en0.100-a', 'fe80:0:0:0'],
])('the IPv6 address %s is counted by its network of 64 bits', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each(['unknown', '', '1', '0x7f.1', '::ffff:300.0.0.1', '2001:db8', '192.0.2.1, 192.0.2.2', '%eth0'])(
  'what is no address is counted as it stands: %j',
  (text) => expect(networkOf(text)).toBe(text),
);

test('an address cut out of a long header does not keep the header in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 4_000; at++) {
    const header = Buffer.alloc(15_000, `${at} `).toString('latin1');
    networkOf(`${header}2001:db8:${at.toString(16)}:1:aaaa:bbbb:cccc:dddd`.slice(header.length));
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
});
