import type { CurrencyCode } from '@corridor/core';
import { ibanNotation } from '@corridor/core/internal';
import { RailEntryError } from '@corridor/core/ports';
import * as z from 'zod';
import { isIban } from '../accounts/bank-numbers.js';
import { BIC } from '../iso20022/bic.js';
import {
  CREDIT_TRANSFER_MESSAGES,
  type CreditTransferMessage,
  type CreditTransferScheme,
  type IdentifiedParty,
  type PostalAddress,
} from '../iso20022/messages.js';
import { address, name, party, text } from './entry-parties.js';
import { isInReach } from './sepa-reach.js';

export const EUR = 'EUR' as CurrencyCode;

/** An account of the operator at the bank. */
export interface BankAccount {
  /** In capitals, without spaces. */
  readonly iban: string;
  readonly bic: string | null;
  /** The holder, as the bank knows it. */
  readonly name: string;
  /** Of the holder; null: files have none. */
  readonly address: PostalAddress | null;
}

export interface FolderEntry {
  readonly type: 'folder';
  readonly outgoing: string;
  readonly incoming: string;
  readonly archive: string;
}

export interface SftpEntry {
  readonly type: 'sftp';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** A reference to the secret, which `ConnectionContext.secretOf` resolves. */
  readonly privateKey: unknown;
  /** Null for a private key without a passphrase. */
  readonly passphrase: unknown;
  /** `SHA256:…`, or the key as in `known_hosts`, such as `ssh-ed25519 AAAA…`. */
  readonly hostKey: string;
  readonly outgoing: string;
  readonly incoming: string;
  /** Null: files stay where the bank put them, and are remembered. */
  readonly archive: string | null;
}

/** The configuration of a connection: docs/rails/bank-files-reference.md. */
export interface BankFilesEntry {
  readonly accounts: readonly [BankAccount, ...BankAccount[]];
  /** IBANs of other accounts of the operator: transfers from and to them are the service's own money. */
  readonly ownAccounts: readonly string[];
  /** Countries outside of SEPA, or not in it yet, that the bank reaches by its schemes. */
  readonly alsoReaches: readonly string[];
  readonly creditTransfer: CreditTransferMessage;
  /** Who sends the files; null: the holder of the first account, without an id. */
  readonly initiatingParty: IdentifiedParty | null;
  /** For whom all payments are made; null: for the holder of the account. */
  readonly ultimateDebtor: IdentifiedParty | null;
  /** Whether the bank books the payments of a file in one sum. */
  readonly batchBooking: boolean;
  /** Whether files have the UETR of each payment. The guidelines of some banks have no element for it. */
  readonly uetr: boolean;
  readonly paymentRails: readonly CreditTransferScheme[];
  readonly exchange: FolderEntry | SftpEntry;
  readonly batch: {
    readonly everySeconds: number;
    readonly maxPayments: number;
    /** Payments of a scheme wait for each other until there are as many, for at most `waitSeconds`. */
    readonly minPayments: number;
    readonly waitSeconds: number;
  };
  /** Whether exchanged files are kept encrypted: docs/operate/retention.md#vouchers. */
  readonly vouchers: boolean;
  /** `HH:MM` in `timeZone`. */
  readonly cutOff: string;
  readonly timeZone: string;
  readonly release: 'automatic' | 'manual';
  /** With `manual`: only files above this sum wait for a release. In cents; null: all files wait. */
  readonly manualAbove: bigint | null;
  /** Cents; null for no limit. */
  readonly maxPerFile: bigint | null;
  /** Cents for all accounts of the connection, by the day of `timeZone`; null for no limit. */
  readonly maxPerDay: bigint | null;
  /** Which message credits received money. */
  readonly credit: 'notification' | 'statement';
  /** How long money without a known reference waits for an operator before it goes back. */
  readonly returnAfterHours: number;
  /** What follows from results of the verification of the payee: docs/rails/verification-of-payee.md. */
  readonly payeeVerification: {
    /** Whether a payment waits for a release after a mismatch. */
    readonly mismatched: 'proceed' | 'wait';
    /** Whether it waits if the bank could not check the payee. */
    readonly unchecked: 'proceed' | 'wait';
    /** Whether a platform may cancel a payment that the bank has not released. */
    readonly platformMayCancel: boolean;
  };
  /**
   * TARGET days after which a payment whose status leaves it in doubt is an exception, and what a statement should contain
   * and does not is a problem.
   */
  readonly overdueAfterBankingDays: number;
}

const iban = z.string().transform(ibanNotation).refine(isIban, 'is not a valid IBAN');

const bic = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine((value) => BIC.test(value), 'is not a valid BIC');

const cents = z
  .union(
    [z.number().int().safe(), z.string().regex(/^\d{1,15}$/, 'must be a whole number of cents')],
    'must be a whole number of cents',
  )
  .transform(BigInt)
  .refine((amount) => amount > 0n, 'must be positive');

const account = z.strictObject({
  iban,
  bic: bic.nullish().transform((value) => value ?? null),
  name,
  address: address.nullish().transform((value) => value ?? null),
  currency: z.literal('EUR', 'must be EUR: this rail moves euros only'),
});

/** Ways of exchanging files that other software offers; each is refused by its name. */
const OTHER_EXCHANGES: ReadonlyMap<string, string> = new Map([
  ['ebics', 'EBICS is not supported; let an EBICS client exchange the files of a folder'],
  ['pgp', 'PGP is not supported; let another program encrypt and decrypt the files of a folder'],
  ['swift', 'SWIFT is not supported; let another program exchange the files of a folder'],
  ['ftp', 'FTP is not supported, because it is not encrypted; use sftp'],
]);

const OTHER_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['directDebit', 'direct debits (pain.008) and mandates are not supported'],
  ['mandates', 'direct debits (pain.008) and mandates are not supported'],
  ['ebics', OTHER_EXCHANGES.get('ebics')!],
  ['pgp', OTHER_EXCHANGES.get('pgp')!],
  ['swift', OTHER_EXCHANGES.get('swift')!],
  ['mt940', 'MT940 statements are not supported; ask the bank for camt.053'],
]);

const folder = z.strictObject({ type: z.literal('folder'), outgoing: text, incoming: text, archive: text });

const HOST_KEY = /^(SHA256:[A-Za-z0-9+/]{43}=?|(\S+ )?(ssh-|ecdsa-)\S+ [A-Za-z0-9+/]+={0,2}( .*)?)$/;

const sftp = z.strictObject({
  type: z.literal('sftp'),
  host: text,
  port: z.number().int().min(1).max(65_535).default(22),
  user: text,
  privateKey: z.unknown().refine((value) => value !== undefined, 'is missing'),
  passphrase: z
    .unknown()
    .optional()
    .transform((value) => value ?? null),
  hostKey: text.regex(HOST_KEY, 'must be SHA256:… or a line of known_hosts, such as ssh-ed25519 AAAA…'),
  outgoing: text,
  incoming: text,
  archive: text.nullish().transform((value) => value ?? null),
});

const afterVerification = z.enum(['proceed', 'wait'], 'must be proceed or wait');

/** Each account is a rail, whose condition is read for itself. */
const MAX_ACCOUNTS = 1000;
const MAX_CENTS = 99_999_999_999n;

const entry = z.strictObject({
  accounts: z
    .array(account)
    .min(1)
    .max(MAX_ACCOUNTS, `has more than ${MAX_ACCOUNTS} accounts; divide them among several connections`),
  ownAccounts: z.array(iban).max(1000).default([]),
  alsoReaches: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be the code of a country in two capital letters, such as XK'))
    .max(50)
    .default([]),
  creditTransfer: z.enum(CREDIT_TRANSFER_MESSAGES).default('pain.001.001.09'),
  initiatingParty: party.nullish().transform((value) => value ?? null),
  ultimateDebtor: party.nullish().transform((value) => value ?? null),
  batchBooking: z.boolean().default(true),
  uetr: z.boolean('must be true or false').default(true),
  paymentRails: z
    .array(z.enum(['SEPA', 'SEPA_INSTANT'], 'must be SEPA or SEPA_INSTANT: this rail has no other'))
    .min(1)
    .refine((rails) => new Set(rails).size === rails.length, 'names a payment rail twice')
    .default(['SEPA']),
  exchange: z.discriminatedUnion('type', [folder, sftp], 'must be of type folder or sftp'),
  vouchers: z.boolean('must be true or false').default(false),
  batch: z
    .strictObject({
      everySeconds: z.number().int().min(1).max(86_400).default(60),
      maxPayments: z.number().int().min(1).max(10_000).default(5000),
      minPayments: z.number().int().min(1).max(10_000).default(1),
      waitSeconds: z.number().int().min(1).max(86_400).default(300),
    })
    .refine(({ minPayments, maxPayments }) => minPayments <= maxPayments, {
      path: ['minPayments'],
      message: 'is above maxPayments',
    })
    .prefault({}),
  cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM, such as 16:00'),
  timeZone: z.string().refine(isTimeZone, 'is not a time zone, such as Europe/Berlin'),
  release: z.enum(['automatic', 'manual']).default('automatic'),
  manualAbove: cents.nullish().transform((value) => value ?? null),
  maxPerFile: cents.nullish().transform((value) => value ?? null),
  maxPerDay: cents.nullish().transform((value) => value ?? null),
  credit: z.enum(['notification', 'statement']).default('notification'),
  returnAfterHours: z
    .number()
    .int()
    .min(0)
    .max(24 * 365)
    .default(24),
  payeeVerification: z
    .strictObject({
      mismatched: afterVerification.default('wait'),
      unchecked: afterVerification.default('proceed'),
      platformMayCancel: z.boolean().default(false),
    })
    .prefault({}),
  overdueAfterBankingDays: z.number().int().min(1).max(30).default(3),
});

/** Reads the members of an entry of the connections file. Throws a `RailEntryError` that names the member. */
export function parseEntry(members: Readonly<Record<string, unknown>>): BankFilesEntry {
  refuseByName(members);
  const parsed = entry.safeParse(members);
  if (!parsed.success) throw entryError(parsed.error);
  const { accounts, manualAbove, release, ...rest } = parsed.data;
  const ibans = accounts.map((each) => each.iban);
  const all = [...ibans, ...rest.ownAccounts];
  const memberOf = (index: number): string =>
    index < ibans.length ? `accounts.${index}.iban` : `ownAccounts.${index - ibans.length}`;
  const outside = all.findIndex((each) => !isInReach(each, rest));
  if (outside !== -1) {
    const reason = 'is not in a country of SEPA; if the bank reaches the country, name it in alsoReaches';
    throw new RailEntryError(memberOf(outside), reason);
  }
  const twice = all.findIndex((each, index) => all.indexOf(each) !== index);
  if (twice !== -1) throw new RailEntryError(memberOf(twice), 'is listed twice');
  if (manualAbove !== null && release !== 'manual')
    throw new RailEntryError('manualAbove', 'needs "release": "manual"');
  const [first, ...others] = accounts.map(({ currency: _, ...rest }) => rest);
  return { ...rest, accounts: [first!, ...others], manualAbove, release };
}

/** The largest amount of one SEPA credit transfer, 999,999,999.99 EUR. */
export const LARGEST_TRANSFER = MAX_CENTS;

function refuseByName(members: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(members)) {
    const reason = OTHER_MEMBERS.get(name);
    if (reason !== undefined) throw new RailEntryError(name, reason);
  }
  const { creditTransfer, credit, exchange } = members;
  if (typeof creditTransfer === 'string' && creditTransfer.startsWith('pain.008'))
    throw new RailEntryError('creditTransfer', 'pain.008 is a direct debit, which is not supported');
  if (typeof credit === 'string' && /^mt\s?94/i.test(credit))
    throw new RailEntryError('credit', 'MT940 statements are not supported; ask the bank for camt.053');
  const type =
    typeof exchange === 'object' && exchange !== null ? (exchange as { readonly type?: unknown }).type : null;
  const other = typeof type === 'string' ? OTHER_EXCHANGES.get(type.toLowerCase()) : undefined;
  if (other !== undefined) throw new RailEntryError('exchange.type', other);
}

function entryError({ issues: [issue] }: z.ZodError): RailEntryError {
  if (issue === undefined) return new RailEntryError('', 'is invalid');
  if (issue.code === 'unrecognized_keys') {
    const member = [...issue.path, issue.keys[0]!].join('.');
    return new RailEntryError(member, 'is unknown');
  }
  return new RailEntryError(issue.path.join('.'), issue.message);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
