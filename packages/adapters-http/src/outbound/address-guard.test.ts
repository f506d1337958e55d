import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressGuard, isPublicAddress } from './address-guard.js';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
  '2003::1',
];

const NOT_PUBLIC = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'link-local and metadata': ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'unique local, with cloud metadata services': ['fc00::1', 'fd00:ec2::254', 'fdff::1'],
  'site local': ['fec0::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['240.0.0.1', '254.1.1.1', '192.0.0.1', '192.0.0.192', '192.88.99.1'],
  'documentation and benchmarks': ['192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
  'documentation of IPv6': ['2001:db8::1', '3fff::1'],
  'mapped IPv4': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  'compatible and translated IPv4': ['::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1', '::ffff:0:a9fe:a9fe'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::10.0.0.1'],
  '6to4': ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:a00:1::1'],
  'Teredo, ORCHID and the like': ['2001::1', '2001:0:a9fe:a9fe::1', '2001:10::1', '2001:20::1', '2001:2::1'],
  'discard and segment routing': ['100::1', '5f00::1'],
  'not an address': ['', 'localhost', '1.2.3.4.5', '::g', '999.1.1.1'],
};

describe('isPublicAddress', () => {
  it.each(PUBLIC)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(Object.entries(NOT_PUBLIC))('%s is not public', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('an IPv4 address that is refused is also refused in every IPv6 form that contains it', () => {
    const refused = fc.constantFrom(
      [127, 0, 0, 1],
      [10, 1, 2, 3],
      [169, 254, 169, 254],
      [192, 168, 1, 1],
      [100, 64, 0, 9],
    );
    fc.assert(
      fc.property(refused, (octets) => {
        const [a, b, c, d] = octets.map((octet) => octet.toString(16).padStart(2, '0'));
        const words = `${a}${b}:${c}${d}`;
        const forms = [`::ffff:${words}`, `::${words}`, `::ffff:0:${words}`, `64:ff9b::${words}`, `2002:${words}::1`];
        expect(forms.filter(isPublicAddress)).toEqual([]);
      }),
    );
  });
});

describe('a URL', () => {
  const refusal = (url: string, httpsOnly = false, allowPrivate = false) =>
    createAddressGuard({ allowPrivate }).refusal(new URL(url), httpsOnly);

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://10.0.0.1:8080/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
  ])('%s is refused before any name resolution', (url) => {
    expect(refusal(url)).toBe('the address is not public; use a public one');
    expect(refusal(url, false, true)).toBeNull();
  });

  it('a private address in the host is refused in every notation', () => {
    const octet = fc.nat(255);
    const address = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    );
    const base = fc.constantFrom<(n: number) => string>(
      String,
      (n) => `0x${n.toString(16)}`,
      (n) => `0${n.toString(8)}`,
    );
    fc.assert(
      fc.property(address, base, fc.integer({ min: 1, max: 4 }), ([a, b, c, d], write, parts) => {
        const octets = [a, b, c, d];
        const last = octets.slice(parts - 1).reduce((sum, part) => sum * 256 + part, 0);
        const host = [...octets.slice(0, parts - 1), last].map(write).join('.');
        expect(refusal(`http://${host}/`)).toBe('the address is not public; use a public one');
      }),
    );
  });

  it('that is refused names the setting that permits it', () => {
    const guard = createAddressGuard({ allowPrivate: false, permittedBy: 'ALLOW_PRIVATE' });
    const expected = 'the address is not public; use a public one, or set ALLOW_PRIVATE=true on the host';
    expect(guard.refusal(new URL('http://127.0.0.1/'), false)).toBe(expected);
  });

  it('is refused with credentials, another scheme, or http if https is required', () => {
    expect(refusal('https://user:pass@receiver.example/')).toBe('the URL contains credentials');
    expect(refusal('https://user@receiver.example/')).toBe('the URL contains credentials');
    expect(refusal('ftp://receiver.example/')).toBe('the URL scheme is neither https nor http');
    expect(refusal('file:///etc/passwd')).toBe('the URL scheme is neither https nor http');
    expect(refusal('http://receiver.example/', true)).toBe('the URL is not https');
    expect(refusal('https://receiver.example/', true)).toBeNull();
    expect(refusal('http://receiver.example/')).toBeNull();
    expect(refusal('https://8.8.8.8/')).toBeNull();
  });
});
