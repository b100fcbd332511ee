import ipaddr from 'ipaddr.js';
import {
  addressesOf,
  NameNotFound,
  normalAddress,
  parseTarget,
  TargetRefused,
  type TargetRules,
} from '../../../src/core/destinations/webhook-target.js';

const PUBLIC_ONLY: TargetRules = { networks: [], ownHost: 'visibility.example' };
const INSIDE: TargetRules = { networks: [ipaddr.parseCIDR('10.0.0.0/8'), ipaddr.parseCIDR('fd00::/8')] };

/** What the names of this test resolve to. */
const NAMES: Readonly<Record<string, string[]>> = {
  'public.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'private.example': ['10.1.2.3'],
  'mixed.example': ['93.184.215.14', '10.1.2.3'],
  'loopback.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:169.254.169.254'],
  'six.example': ['fd00::1'],
  intranet: ['10.9.9.9'],
  'hooks.corp.internal': ['10.9.9.9'],
  'leaked.internal': ['93.184.215.14'],
};

async function outcome(url: string, rules = PUBLIC_ONLY): Promise<string> {
  try {
    const target = parseTarget(url, rules);
    return (await addressesOf(target, rules, async (name) => NAMES[name] ?? [])).join(' ');
  } catch (error) {
    if (error instanceof TargetRefused) return error.message;
    if (error instanceof NameNotFound) return 'no such name';
    throw error;
  }
}

const NOT_ALLOWED = 'address not allowed';
const HTTPS = 'must begin with https://';
const PORT = 'must be at port 443 or 8443';

describe('an address that is called is public, however it is written', () => {
  test.each([
    ['https://public.example/hook?a=1', '93.184.215.14 2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
    ['https://PUBLIC.example.:8443/', '93.184.215.14 2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
    ['https://93.184.215.14/', '93.184.215.14'],
    ['https://1572394766/', '93.184.215.14'],
    ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
  ])('%s', async (url, addresses) => {
    expect(await outcome(url)).toBe(addresses);
  });

  test.each([
    // Loopback and the unspecified address, in each notation
    ['https://127.0.0.1/', NOT_ALLOWED],
    ['https://127.1/', NOT_ALLOWED],
    ['https://127.255.255.254/', NOT_ALLOWED],
    ['https://0x7f.1/', NOT_ALLOWED],
    ['https://0x7f000001/', NOT_ALLOWED],
    ['https://2130706433/', NOT_ALLOWED],
    ['https://0177.0.0.1/', NOT_ALLOWED],
    ['https://017700000001/', NOT_ALLOWED],
    ['https://１２７.0.0.1/', NOT_ALLOWED],
    ['https://127。0。0。1/', NOT_ALLOWED],
    ['https://%31%32%37.0.0.1/', NOT_ALLOWED],
    ['https://127.0.0.1./', NOT_ALLOWED],
    ['https://0.0.0.0/', NOT_ALLOWED],
    ['https://0/', NOT_ALLOWED],
    ['https://[::1]/', NOT_ALLOWED],
    ['https://[0:0:0:0:0:0:0:1]/', NOT_ALLOWED],
    ['https://[::]/', NOT_ALLOWED],
    // Private, link-local, carrier, documentation, reserved, multicast
    ['https://10.0.0.1/', NOT_ALLOWED],
    ['https://172.16.0.1/', NOT_ALLOWED],
    ['https://172.31.255.255/', NOT_ALLOWED],
    ['https://192.168.1.1/', NOT_ALLOWED],
    ['https://169.254.169.254/latest/meta-data', NOT_ALLOWED],
    ['https://100.64.0.1/', NOT_ALLOWED],
    ['https://192.0.2.1/', NOT_ALLOWED],
    ['https://198.51.100.1/', NOT_ALLOWED],
    ['https://203.0.113.1/', NOT_ALLOWED],
    ['https://198.18.0.1/', NOT_ALLOWED],
    ['https://192.0.0.8/', NOT_ALLOWED],
    ['https://192.88.99.1/', NOT_ALLOWED],
    ['https://224.0.0.1/', NOT_ALLOWED],
    ['https://240.0.0.1/', NOT_ALLOWED],
    ['https://255.255.255.255/', NOT_ALLOWED],
    // IPv6 of the same kinds, and IPv4 inside IPv6
    ['https://[fe80::1]/', NOT_ALLOWED],
    ['https://[fc00::1]/', NOT_ALLOWED],
    ['https://[fd12:3456::1]/', NOT_ALLOWED],
    ['https://[fec0::1]/', NOT_ALLOWED],
    ['https://[ff02::1]/', NOT_ALLOWED],
    ['https://[2001:db8::1]/', NOT_ALLOWED],
    ['https://[3fff::1]/', NOT_ALLOWED],
    ['https://[100::1]/', NOT_ALLOWED],
    ['https://[::ffff:127.0.0.1]/', NOT_ALLOWED],
    ['https://[::ffff:7f00:1]/', NOT_ALLOWED],
    ['https://[::ffff:0:127.0.0.1]/', NOT_ALLOWED],
    ['https://[::127.0.0.1]/', NOT_ALLOWED],
    ['https://[::7f00:1]/', NOT_ALLOWED],
    ['https://[64:ff9b::127.0.0.1]/', NOT_ALLOWED],
    ['https://[64:ff9b:1::a00:1]/', NOT_ALLOWED],
    ['https://[2002:7f00:1::]/', NOT_ALLOWED],
    ['https://[2001::1]/', NOT_ALLOWED],
    // Names of a network of its own, and of the service itself
    ['https://localhost/', NOT_ALLOWED],
    ['https://localhost./', NOT_ALLOWED],
    ['https://LOCALHOST/', NOT_ALLOWED],
    ['https://a.localhost/', NOT_ALLOWED],
    ['https://intranet/', NOT_ALLOWED],
    ['https://printer.local/', NOT_ALLOWED],
    ['https://printer.local./', NOT_ALLOWED],
    ['https://hooks.corp.internal/', NOT_ALLOWED],
    ['https://nas.home.arpa/', NOT_ALLOWED],
    ['https://visibility.example/graphql', NOT_ALLOWED],
    ['https://Visibility.Example./graphql', NOT_ALLOWED],
    // Names that resolve to what may not be called, in part or whole
    ['https://private.example/', NOT_ALLOWED],
    ['https://mixed.example/', NOT_ALLOWED],
    ['https://loopback.example/', NOT_ALLOWED],
    ['https://mapped.example/', NOT_ALLOWED],
    ['https://six.example/', NOT_ALLOWED],
    ['https://absent.example/', 'no such name'],
    // Other schemes, ports, users, fragments, lengths
    ['http://public.example/', HTTPS],
    ['ftp://public.example/', HTTPS],
    ['file:///etc/passwd', HTTPS],
    ['javascript:alert(1)', HTTPS],
    ['https://public.example:22/', PORT],
    ['https://public.example:80/', PORT],
    ['https://user@public.example/', 'must have no user and no password'],
    ['https://user:secret@public.example/', 'must have no user and no password'],
    ['https://public.example/#part', 'must have no fragment'],
    ['https://public.example/#', 'must have no fragment'],
    ['https://', 'must be a URL such as https://receiver.example/hook'],
    ['https://[fe80::1%25eth0]/', 'must be a URL such as https://receiver.example/hook'],
    ['public.example', 'must be a URL such as https://receiver.example/hook'],
    [`https://public.example/${'a'.repeat(2_000)}`, 'must have at most 2000 characters'],
    [`https://public.example/${'é'.repeat(1_000)}`, 'must have at most 2000 characters'],
  ])('%s is refused', async (url, why) => {
    expect(await outcome(url)).toBe(why);
  });
});

describe('in networks that the operator allows', () => {
  test.each([
    ['https://10.0.0.1/', '10.0.0.1'],
    ['http://10.0.0.1:9000/', '10.0.0.1'],
    ['http://private.example:9000/', '10.1.2.3'],
    ['https://intranet/', '10.9.9.9'],
    ['https://hooks.corp.internal/', '10.9.9.9'],
    ['https://[fd00::1]:9000/', 'fd00::1'],
    ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
    ['https://mixed.example/', '93.184.215.14 10.1.2.3'],
    ['https://public.example/', '93.184.215.14 2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  ])('%s may be called', async (url, addresses) => {
    expect(await outcome(url, INSIDE)).toBe(addresses);
  });

  test.each([
    ['https://127.0.0.1/', NOT_ALLOWED],
    ['https://192.168.1.1/', NOT_ALLOWED],
    ['http://public.example/', NOT_ALLOWED],
    ['https://public.example:9000/', NOT_ALLOWED],
    ['http://mixed.example/', NOT_ALLOWED],
    ['https://leaked.internal/', NOT_ALLOWED],
    ['http://93.184.215.14/', NOT_ALLOWED],
  ])('%s is refused all the same', async (url, why) => {
    expect(await outcome(url, INSIDE)).toBe(why);
  });
});

test('an address has one spelling', () => {
  expect(normalAddress('::ffff:93.184.215.14')).toBe('93.184.215.14');
  expect(normalAddress('2606:0:0:0:0:0:0:1')).toBe(normalAddress('2606::1'));
  expect(normalAddress(undefined)).toBeNull();
  expect(normalAddress('name')).toBeNull();
});
