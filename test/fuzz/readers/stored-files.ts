import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currencyFrom } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { RailEntryError } from '@corridor/core/ports';
import fc from 'fast-check';
import { parseEntry as parseBankEntry } from '../../../packages/adapters-rails/src/bank-files/entry.js';
import { ENTRY as BANK_ENTRY } from '../../../packages/adapters-rails/src/testing/bank-connection.js';
import { decodeKey, MasterKeyError } from '../../../packages/adapters-rails/src/custody/master-key.js';
import { listScreening, ListUnreadable } from '../../../packages/adapters-rails/src/evm/screening.js';
import { readCorridorsFile } from '../../../packages/host/src/files/corridors-file.js';
import { readDirectories } from '../../../packages/host/src/files/directory-files.js';
import { CommandError, ConfigurationError, UsageError } from '../../../packages/host/src/kernel/errors.js';
import { eventLine } from '../../../packages/host/src/running-host/event-line.js';
import { readCredentialFile } from '../../../packages/host/src/running-host/mcp/credential-file.js';
import { foreignText } from '../../../packages/host/src/running-host/mcp/foreign-text.js';
import { shown } from '../../../packages/host/src/running-host/mcp/shown.js';
import { readGeneralLedger } from '../../../packages/host/src/files/general-ledger-file.js';
import { readConnectionsFile } from '../../../packages/host/src/files/connections-file.js';
import { readRatesFile } from '../../../packages/host/src/files/rates-file.js';
import { statementLines } from '../../../packages/host/src/commands/reconcile.js';
import { promise, READ, type Reader, refusing, textOf } from '../reader.js';
import { damagedBytes, damagedText } from '../structure/bytes.js';
import { jsonLike } from '../structure/json.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-fuzz-'));
const FILE = join(folder, 'given');
/** The path of a file with these bytes. */
function fileOf(bytes: Uint8Array): string {
  writeFileSync(FILE, bytes, { mode: 0o600 });
  return FILE;
}

const configurationFile = (name: string, source: string, valid: unknown, read: (path: string) => unknown): Reader => ({
  name,
  sources: [source],
  genuine: [JSON.stringify(valid)],
  inputs: jsonLike(valid),
  always: 'either',
  read: (bytes) =>
    refusing([ConfigurationError], () => {
      try {
        return read(fileOf(bytes));
      } catch (cause) {
        if (cause instanceof ConfigurationError) promise(cause.message.length < 5_000, 'a message that is too long');
        throw cause;
      }
    }),
});

const LINES = `reference,currency,amount,direction
Transaction:1,EUR,1250,IN
"Transaction:2",USD,5,OUT
`;
const statement: Reader = {
  name: 'csv-statement',
  sources: ['host/src/commands/reconcile.ts'],
  genuine: [LINES, `\ufeff${LINES.replaceAll('\n', '\r\n')}`],
  inputs: fc.oneof(
    damagedText(LINES),
    damagedBytes([LINES]),
    fc
      .array(
        fc.array(
          fc.constantFrom(
            'a',
            '"a',
            '',
            'EUR',
            '1',
            '-1',
            '9'.repeat(16),
            '9'.repeat(17),
            'IN',
            '__proto__',
            '1.5',
            '\u202e',
          ),
          {
            minLength: 3,
            maxLength: 5,
          },
        ),
        { maxLength: 4 },
      )
      .map((rows) => `reference,currency,amount,direction,__proto__\n${rows.map((row) => row.join(',')).join('\n')}`),
  ),
  read: (bytes) =>
    refusing([CommandError], async () => {
      for await (const { reference, amount, direction } of statementLines(fileOf(bytes))) {
        promise(reference !== '' && typeof amount === 'bigint' && amount > 0n, 'a line without an amount');
        promise(direction === 'IN' || direction === 'OUT', 'a line without a direction');
      }
    }),
};

const ACCOUNTS = `account,currency,number,name
available,EUR,2110,"Customers, in euros"
clearing:*,,1200,Banks
*,,9999,
`;
const generalLedgerFile: Reader = {
  name: 'general-ledger-file',
  sources: ['host/src/files/general-ledger-file.ts'],
  genuine: [ACCOUNTS, `\ufeff${ACCOUNTS.replaceAll('\n', '\r\n')}`],
  inputs: fc.oneof(
    damagedText(ACCOUNTS),
    damagedBytes([ACCOUNTS]),
    fc
      .array(
        fc.array(fc.constantFrom('available', '*', '**a*', 'clearing:', 'EUR', '', '1', '__proto__', '\u202e', '"a'), {
          minLength: 3,
          maxLength: 5,
        }),
        { maxLength: 4 },
      )
      .map((rows) => `account,currency,number,name,__proto__\n${rows.map((row) => row.join(',')).join('\n')}`),
  ),
  read: (bytes) =>
    refusing([CommandError], async () => {
      const accounts = await readGeneralLedger(fileOf(bytes));
      for (const account of ['available', 'fees', 'clearing:a-bank']) {
        const found = accounts.accountOf({ tenant: houseTenant('SANDBOX'), account, currency: currencyFrom('EUR') });
        promise(found === null || /^[^\p{Cc}\p{Cf}]{1,100}$/u.test(found.number), 'a number that cannot be printed');
      }
    }),
};

const AGENT = { baseUrl: 'https://pay.example', accessToken: 'secret-token' };
const credentialFile: Reader = {
  name: 'mcp-credential-file',
  sources: ['host/src/running-host/mcp/credential-file.ts'],
  genuine: [JSON.stringify(AGENT)],
  inputs: jsonLike(AGENT),
  read: (bytes) =>
    refusing([UsageError], async () => {
      const read = await readCredentialFile(fileOf(bytes)).catch((cause: unknown) => {
        promise(!String(cause).includes('secret-token'), 'a message with the credential');
        throw cause;
      });
      promise(/^[\x21-\x7e]+$/.test(read.accessToken), 'a token with other characters');
    }),
};

const PRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const EVENT = { id: 'Webhook:1', type: 'QUOTE.EXPIRED', resource: 'Quote:1' };
/** What the service wrote, as the programs show it in a terminal or to an agent. */
const shownTexts: Reader = {
  name: 'shown-texts',
  sources: [
    'host/src/running-host/event-line.ts',
    'host/src/running-host/mcp/foreign-text.ts',
    'host/src/running-host/mcp/shown.ts',
  ],
  genuine: [JSON.stringify(EVENT)],
  always: 'either',
  inputs: fc.oneof(
    jsonLike(EVENT, { balance: { amount: 1_050, currency: { code: 'USD', decimals: 2 } } }),
    fc.string({ unit: 'binary', maxLength: 2_000, size: 'max' }),
  ),
  read(bytes) {
    const text = textOf(bytes);
    const line = foreignText(text);
    promise(!PRINTABLE.test(line) && [...line].length <= 301, 'a text that is not printable');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return 'not JSON';
    }
    shown(value);
    const { id, type, resource } = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string' || typeof type !== 'string' || typeof resource !== 'string') return 'no event';
    const console = { url: 'https://pay.example/console', platformId: 'Platform:1', environment: 'SANDBOX' } as const;
    promise(
      !PRINTABLE.test(eventLine({ id, type, resource }, null, { inColour: false, console })),
      'a line that moves the cursor',
    );
    return READ;
  },
};

const KEY = Buffer.alloc(32, 7);
const masterKey: Reader = {
  name: 'master-key',
  sources: ['adapters-rails/src/custody/master-key.ts'],
  genuine: [KEY.toString('hex'), KEY.toString('base64'), `${KEY.toString('base64url')}\n`],
  inputs: damagedText(KEY.toString('hex'), KEY.toString('base64')),
  read: (bytes) =>
    refusing([MasterKeyError], () => {
      promise(decodeKey(textOf(bytes), 'the key').length === 32, 'a key of another length');
    }),
};

const LIST = `# sanctioned\n0x${'ab'.repeat(20)} # one\n\n0x${'CD'.repeat(20)}\n`;
const screening: Reader = {
  name: 'screening-list',
  sources: ['adapters-rails/src/evm/screening.ts'],
  genuine: [LIST, '# none'],
  inputs: fc.oneof(damagedText(LIST), damagedBytes([LIST])),
  read: (bytes) =>
    refusing([ListUnreadable], async () => {
      const text = textOf(bytes);
      const found = await listScreening({ file: fileOf(bytes) }).screen({ address: `0x${'ab'.repeat(20)}` } as never);
      const isListed = text.split('\n').some((line) => /^\s*0x(ab){20}\s*(#.*)?$/i.test(line));
      promise((found !== null) === isListed, isListed ? 'an address that is listed' : 'a refusal of another address');
    }),
};

const RATES_FILE = {
  sources: [
    {
      name: 'acme',
      environments: ['PRODUCTION'],
      url: 'https://rates.example/{base}/{quote}',
      pairs: [{ base: 'EUR', quote: 'USD' }],
      bid: '/bid',
      ask: '/ask',
    },
  ],
};
const CORRIDORS_FILE = {
  corridors: [
    { source: 'USD', destination: 'MXN', variableFeeBps: 0, fixedFee: 25, maxAmount: 5_000, dailyVolume: 50 },
  ],
  providerRequirements: [{ currency: 'NGN', customerFields: ['BIRTH_DATE'] }],
};

/** Entries of the connections file, as the connections read them. */
const entryOf = (name: string, source: string, valid: object, read: (members: never) => unknown): Reader => ({
  name,
  sources: [source],
  genuine: [JSON.stringify(valid)],
  inputs: jsonLike(valid),
  always: 'either',
  read: (bytes) =>
    refusing([RailEntryError], () => {
      let members: unknown = null;
      try {
        members = JSON.parse(textOf(bytes));
      } catch {
        // Handled below.
      }
      // The reader of the file refuses entries that are not objects.
      if (typeof members !== 'object' || members === null || Array.isArray(members))
        throw new RailEntryError('', 'no object');
      return read(members as never);
    }),
});

export const STORED_FILES: readonly Reader[] = [
  configurationFile(
    'connections-file',
    'host/src/files/connections-file.ts',
    {
      rails: [{ name: 'acme', type: 'http', environment: 'SANDBOX', url: 'https://rail.example' }],
      kyc: [{ name: 'acme-id', type: 'http', environment: 'SANDBOX', url: 'https://provider.example' }],
      screening: [{ name: 'lists', type: 'http', environment: 'SANDBOX', passBelow: { EUR: 100 }, holdHours: 24 }],
      cards: [{ name: 'acme-cards', type: 'http', environment: 'SANDBOX', floors: { USD: 100 } }],
    },
    (path) =>
      readConnectionsFile(
        path,
        { rails: ['http', 'bank-files'], kyc: ['http'], screening: ['http'], cards: ['http'] },
        ['sandbox'],
      ),
  ),
  configurationFile(
    'institutions-file',
    'host/src/files/directory-files.ts',
    { KE: { KES: ['M-Pesa', { bankName: 'Bank', displayName: 'The Bank' }] } },
    (path) => readDirectories(path, null),
  ),
  configurationFile(
    'vasps-file',
    'host/src/files/directory-files.ts',
    [{ name: 'VASP', url: 'https://vasp.example' }],
    (path) => readDirectories(null, path),
  ),
  configurationFile('rates-file', 'host/src/files/rates-file.ts', RATES_FILE, (path) => readRatesFile(path, {})),
  configurationFile('corridors-file', 'host/src/files/corridors-file.ts', CORRIDORS_FILE, (path) =>
    readCorridorsFile(path),
  ),
  entryOf('rail-entry-bank-files', 'adapters-rails/src/bank-files/entry.ts', BANK_ENTRY, parseBankEntry),
  statement,
  generalLedgerFile,
  credentialFile,
  shownTexts,
  masterKey,
  screening,
];
