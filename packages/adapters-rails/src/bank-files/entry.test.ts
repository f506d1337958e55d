import { RailEntryError } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { ENTRY, IBAN, OTHER_IBAN } from '../testing/bank-connection.js';
import { parseEntry } from './entry.js';

const SFTP = {
  type: 'sftp',
  host: 'sftp.bank.example',
  user: 'acme',
  privateKey: { file: '/etc/corridor/key' },
  hostKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8dxd1a8h9h2ZQ0l5q2N3qk4VJw3a0W4bJfS0m3v0aQ',
  outgoing: '/out',
  incoming: '/in',
};

describe('the configuration of a bank', () => {
  it('has the members of the manual', () => {
    expect(parseEntry(ENTRY)).toEqual({
      ...ENTRY,
      alsoReaches: [],
      accounts: [{ iban: IBAN, bic: 'COBADEFFXXX', name: 'Acme Payments GmbH', address: null }],
      ...{ initiatingParty: null, ultimateDebtor: null, batchBooking: true, uetr: true },
      ...{
        payeeVerification: { mismatched: 'wait', unchecked: 'proceed', platformMayCancel: false },
        overdueAfterBankingDays: 3,
      },
      manualAbove: null,
      maxPerFile: null,
      maxPerDay: null,
      vouchers: false,
      overdueAfterBankingDays: 3,
    });
  });

  it.each([
    ['Serbia', 'RS35260005601001611379'],
    ['Albania', 'AL47212110090000000235698741'],
    ['Montenegro', 'ME25505000012345678951'],
    ['North Macedonia', 'MK07250120000058984'],
    ['Moldova', 'MD24AG000225100013104168'],
  ])('takes accounts in %s', (_, iban) => {
    const { accounts, exchange, cutOff, timeZone } = ENTRY;
    const rest = { exchange, cutOff, timeZone };
    expect(parseEntry({ accounts: [{ ...accounts[0], iban }], ...rest }).accounts[0].iban).toBe(iban);
    expect(parseEntry({ accounts, ownAccounts: [`IBAN ${iban}`], ...rest }).ownAccounts).toEqual([iban]);
  });

  it('takes a BIC with digits in front', () => {
    const { accounts, ...rest } = ENTRY;
    const entry = parseEntry({ accounts: [{ ...accounts[0], bic: '2anzdeff' }], ...rest });
    expect(entry.accounts[0].bic).toBe('2ANZDEFF');
  });

  it('takes accounts in countries that the bank reaches besides SEPA', () => {
    const { accounts, exchange, cutOff, timeZone } = ENTRY;
    const kosovo = { ...accounts[0], iban: 'XK05 1212 0123 4567 8906' };
    const entry = parseEntry({ accounts: [kosovo], alsoReaches: ['XK'], exchange, cutOff, timeZone });
    expect([entry.accounts[0].iban, entry.alsoReaches]).toEqual(['XK051212012345678906', ['XK']]);
  });

  it('has defaults for what most banks do alike', () => {
    const { accounts, exchange, cutOff, timeZone } = ENTRY;
    expect(parseEntry({ accounts, exchange, cutOff, timeZone })).toMatchObject({
      ownAccounts: [],
      alsoReaches: [],
      creditTransfer: 'pain.001.001.09',
      paymentRails: ['SEPA'],
      batch: { everySeconds: 60, maxPayments: 5000, minPayments: 1, waitSeconds: 300 },
      release: 'automatic',
      credit: 'notification',
      returnAfterHours: 24,
      overdueAfterBankingDays: 3,
    });
  });

  it('accepts IBANs with spaces, limits in cents, and SFTP', () => {
    const parsed = parseEntry({
      ...ENTRY,
      ownAccounts: ['de75 5121 0800 1245 1261 99'],
      ...{ release: 'manual', manualAbove: 1_000_00, maxPerFile: '5000000', maxPerDay: 10_000_000 },
      exchange: SFTP,
    });
    expect(parsed.ownAccounts).toEqual([OTHER_IBAN]);
    expect([parsed.manualAbove, parsed.maxPerFile, parsed.maxPerDay]).toEqual([100_000n, 5_000_000n, 10_000_000n]);
    expect(parsed.exchange).toEqual({ ...SFTP, port: 22, passphrase: null, archive: null });
    const fingerprint = 'SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpqGqKbzg7xOXeLxmk';
    expect(parseEntry({ ...ENTRY, exchange: { ...SFTP, hostKey: fingerprint } }).exchange).toMatchObject({
      hostKey: fingerprint,
    });
  });

  it('says who sends the files, for whom it pays, from where, and how the bank books it', () => {
    const address = { line1: 'Kaiserplatz 1', city: 'Frankfurt', postalCode: '60311', country: 'DE' };
    const parsed = parseEntry({
      ...ENTRY,
      accounts: [{ ...account, address }],
      initiatingParty: { name: 'Acme Holding', id: 'K-4711', issuer: 'COBADEFF' },
      ultimateDebtor: { name: 'Klein & Söhne' },
      batchBooking: false,
    });
    expect(parsed.accounts[0].address).toEqual({
      ...{ country: 'DE', townName: 'Frankfurt', postCode: '60311', street: 'Kaiserplatz 1' },
      ...{ secondLine: null, buildingNumber: null, subdivision: null },
    });
    expect(parsed.initiatingParty).toEqual({ name: 'Acme Holding', id: { id: 'K-4711', issuer: 'COBADEFF' } });
    expect(parsed.ultimateDebtor).toEqual({ name: 'Klein & Söhne', id: null });
    expect(parsed.batchBooking).toBe(false);
  });

  const account = ENTRY.accounts[0]!;
  it.each<[string, Readonly<Record<string, unknown>>, string, RegExp]>([
    ['an account in another currency', { accounts: [{ ...account, currency: 'USD' }] }, 'accounts.0.currency', /EUR/],
    [
      'too many accounts',
      { accounts: Array.from({ length: 1001 }, () => account) },
      'accounts',
      /has more than 1000 accounts; divide them among several connections/,
    ],
    ['an invalid IBAN', { accounts: [{ ...account, iban: 'DE00370400440532013000' }] }, 'accounts.0.iban', /IBAN/],
    [
      'an IBAN outside of SEPA',
      { accounts: [{ ...account, iban: 'TR330006100519786457841326' }] },
      'accounts.0.iban',
      /is not in a country of SEPA; if the bank reaches the country, name it in alsoReaches/,
    ],
    ['an own account outside of SEPA', { ownAccounts: ['XK051212012345678906'] }, 'ownAccounts.0', /SEPA/],
    ['a country in another form', { alsoReaches: ['Kosovo'] }, 'alsoReaches.0', /two capital letters/],
    ['an account that is listed twice', { accounts: [account, account] }, 'accounts.1.iban', /twice/],
    ['an own account that is an account', { ownAccounts: [IBAN] }, 'ownAccounts.0', /twice/],
    ['an invalid BIC', { accounts: [{ ...account, bic: 'COBADE1O' }] }, 'accounts.0.bic', /BIC/],
    ['a name that no file can have', { accounts: [{ ...account, name: '…' }] }, 'accounts.0.name', /letter/],
    [
      'an address without a town',
      { accounts: [{ ...account, address: { line1: 'A', country: 'DE' } }] },
      'accounts.0.address.city',
      /./,
    ],
    [
      'a town of dots',
      { accounts: [{ ...account, address: { line1: 'A', city: '…', country: 'DE' } }] },
      'accounts.0.address.city',
      /letter/,
    ],
    [
      'a country by its name',
      { accounts: [{ ...account, address: { line1: 'A', city: 'Bonn', country: 'Germany' } }] },
      'accounts.0.address.country',
      /capital letters/,
    ],
    ['a sender of emoji', { initiatingParty: { name: '🚀' } }, 'initiatingParty.name', /letter/],
    ['an id with spaces', { initiatingParty: { name: 'A', id: 'K 1' } }, 'initiatingParty.id', /35/],
    ['an issuer of no id', { ultimateDebtor: { name: 'A', issuer: 'B' } }, 'ultimateDebtor.issuer', /needs an id/],
    ['a UETR that is a word', { uetr: 'none' }, 'uetr', /true or false/],
    ['a booking that is a word', { batchBooking: 'single' }, 'batchBooking', /./],
    [
      'fewer than the fewest payments',
      { batch: { maxPayments: 5, minPayments: 6 } },
      'batch.minPayments',
      /maxPayments/,
    ],
    [
      'another way after a missing check',
      { payeeVerification: { unchecked: 'fail' } },
      'payeeVerification.unchecked',
      /wait/,
    ],
    ['no account', { accounts: [] }, 'accounts', /./],
    ['another payment rail', { paymentRails: ['SWIFT'] }, 'paymentRails.0', /SEPA/],
    ['another message', { creditTransfer: 'pain.001.003.03' }, 'creditTransfer', /./],
    ['direct debits', { creditTransfer: 'pain.008.001.08' }, 'creditTransfer', /pain\.008/],
    ['mandates', { mandates: [] }, 'mandates', /pain\.008/],
    ['EBICS', { exchange: { type: 'ebics', host: 'x' } }, 'exchange.type', /EBICS/],
    ['PGP', { pgp: {} }, 'pgp', /PGP/],
    ['SWIFT', { exchange: { type: 'swift' } }, 'exchange.type', /SWIFT/],
    ['MT940', { credit: 'MT940' }, 'credit', /MT940/],
    ['FTP without encryption', { exchange: { type: 'ftp' } }, 'exchange.type', /sftp/],
    ['a time zone that does not exist', { timeZone: 'Europe/Atlantis' }, 'timeZone', /time zone/],
    ['a cut-off that is not a time', { cutOff: '24:00' }, 'cutOff', /HH:MM/],
    ['a limit with decimals', { maxPerFile: '10.50' }, 'maxPerFile', /cents/],
    ['a limit of nothing', { maxPerFile: 0 }, 'maxPerFile', /positive/],
    ['MT940 with a space', { credit: 'mt 940' }, 'credit', /MT940/],
    ['no exchange', { exchange: null }, 'exchange', /./],
    ['an exchange that is a name', { exchange: 'sftp' }, 'exchange', /./],
    ['an exchange without a type', { exchange: { outgoing: '/out' } }, 'exchange.type', /folder or sftp/],
    ['a threshold without releases', { manualAbove: 5 }, 'manualAbove', /manual/],
    ['a host key that is not one', { exchange: { ...SFTP, hostKey: 'md5:12:34' } }, 'exchange.hostKey', /SHA256/],
    ['a server without a host key', { exchange: { ...SFTP, hostKey: undefined } }, 'exchange.hostKey', /./],
    ['a member that is unknown', { batch: { everySeconds: 60, maxPayment: 5 } }, 'batch.maxPayment', /unknown/],
  ])('refuses %s', (_, over, member, message) => {
    const parse = () => parseEntry({ ...ENTRY, ...over });
    expect(parse).toThrow(RailEntryError);
    expect(parse).toThrow(message);
    try {
      parse();
    } catch (error) {
      expect((error as RailEntryError).member).toBe(member);
    }
  });
});
