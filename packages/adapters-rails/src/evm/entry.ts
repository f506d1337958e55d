import { currency as registered, type CurrencyCode } from '@corridor/core';
import { RailEntryError, type ConnectionContext } from '@corridor/core/ports';
import { PAYMENT_ACCOUNTS } from '@corridor/core/internal';
import * as z from 'zod';
import { decodeEvm } from '../accounts/addresses.js';
import { type TravelRuleEntry, travelRuleSchema } from '../http-travel-rule/index.js';
import { needsTls } from '../partners/tls.js';
import type { Address } from './nodes.js';

export const EVM_NETWORKS = ['ETHEREUM', 'BASE', 'POLYGON'] as const;
/** The name in `cryptoNetwork` and `onChainTransaction.network`. */
export type EvmNetwork = (typeof EVM_NETWORKS)[number];

export interface EvmToken {
  readonly currency: CurrencyCode;
  readonly address: Address;
  /** Those of the currency: smallest units of the ledger are smallest units of the contract. */
  readonly decimals: number;
  /** Whether owners can sign transfers that others send. Null for tokens that need gas on the owner's address. */
  readonly authorization: 'eip-3009' | null;
}

export type EvmSignerEntry =
  /** A reference to the secret, which `ConnectionContext.secretOf` resolves. */
  | { readonly type: 'local'; readonly privateKey: unknown }
  | { readonly type: 'web3signer'; readonly url: string; readonly address: Address };

/** The configuration of a connection to a chain: docs/rails/evm.md. Amounts are in smallest units of every token. */
export interface EvmEntry {
  readonly network: EvmNetwork;
  readonly chainId: number;
  /** With credentials in the host, path or query of some providers: not for messages. */
  readonly rpcUrls: readonly string[];
  readonly quorum: number;
  /** Null: the head at the first start. */
  readonly startBlock: bigint | null;
  /** A number counts the block of the transaction: with 1 the head is confirmed. */
  readonly confirmations: number | 'safe' | 'finalized';
  readonly tokens: readonly [EvmToken, ...EvmToken[]];
  readonly treasury: {
    readonly signer: EvmSignerEntry;
    readonly limits: {
      /** A payout above it waits for a second person; null for no limit. */
      readonly perPayout: bigint | null;
      /** Payouts that exceed it within a day (UTC) wait likewise; null for no limit. */
      readonly perDay: bigint | null;
      /** What the treasury keeps; the surplus goes to `cold`. Null: everything. */
      readonly keep: bigint | null;
    };
    readonly cold: Address | null;
  };
  readonly deposits: {
    /** A reference to the secret, which `ConnectionContext.secretOf` resolves. */
    readonly mnemonic: unknown;
  };
  readonly fees: {
    /** The most that a transaction pays for one gas, in wei. */
    readonly maxFeePerGas: bigint;
    readonly replaceAfterSeconds: number;
    /** Added to the estimate that a customer pays, in hundredths of a percent. */
    readonly marginBps: number;
  };
  /** Null: deposits that cannot be credited wait for an operator. */
  readonly refunds: 'sender' | null;
  /** A file with addresses that must not be paid or credited; null for none. */
  readonly screening: { readonly file: string } | null;
  /** The partner that sends originators and beneficiaries to other institutions; null for none. */
  readonly travelRule: TravelRuleEntry | null;
  /** Other addresses of the operator: what arrives from them is the service's own money. */
  readonly ownAddresses: readonly Address[];
  readonly sweep: {
    /** Deposit addresses that hold less are not swept. */
    readonly minimum: bigint;
    readonly everySeconds: number;
  };
  /** Between two looks at the chain. */
  readonly pollSeconds: number;
  readonly multicall3: Address;
}

/** Chains whose coins and tokens are worth money, by id; the names are those of networks of the service if it has one. */
const MAINNETS: ReadonlyMap<number, string> = new Map<number, string>([
  [1, 'ETHEREUM'],
  [10, 'Optimism'],
  [25, 'Cronos'],
  [56, 'BNB Smart Chain'],
  [100, 'Gnosis'],
  [130, 'Unichain'],
  [137, 'POLYGON'],
  [146, 'Sonic'],
  [196, 'X Layer'],
  [204, 'opBNB'],
  [250, 'Fantom'],
  [252, 'Fraxtal'],
  [288, 'Boba'],
  [324, 'ZKsync Era'],
  [369, 'PulseChain'],
  [480, 'World Chain'],
  [999, 'HyperEVM'],
  [1088, 'Metis'],
  [1101, 'Polygon zkEVM'],
  [1135, 'Lisk'],
  [1284, 'Moonbeam'],
  [1329, 'Sei'],
  [1868, 'Soneium'],
  [5000, 'Mantle'],
  [8217, 'Kaia'],
  [8453, 'BASE'],
  [9745, 'Plasma'],
  [34_443, 'Mode'],
  [42_161, 'Arbitrum One'],
  [42_170, 'Arbitrum Nova'],
  [42_220, 'Celo'],
  [43_114, 'Avalanche'],
  [57_073, 'Ink'],
  [59_144, 'Linea'],
  [80_094, 'Berachain'],
  [81_457, 'Blast'],
  [167_000, 'Taiko'],
  [534_352, 'Scroll'],
  [7_777_777, 'Zora'],
]);

/** The entry for one network holds the currencies of the account type of that network. */
const currenciesOf = (network: EvmNetwork): readonly string[] =>
  PAYMENT_ACCOUNTS.find(({ type }) => type === `${network}_WALLET`)?.currencies ?? [];

const ZERO = `0x${'0'.repeat(40)}`;

export const address = z
  .string('must be an address, such as 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  .refine((text) => /^0x[0-9a-fA-F]{40}$/.test(text), 'must be an address: 0x and 40 hexadecimal digits')
  .refine((text) => decodeEvm(text) !== null, 'has a wrong checksum (EIP-55)')
  .transform((text) => text.toLowerCase() as Address)
  .refine((text) => text !== ZERO, 'must not be the zero address');

const DECIMAL = /^(0|[1-9]\d{0,17})(?:\.(\d+))?$/;

/** The decimal number in units of 10^-decimals; null if it has more decimals, or is none. */
export function scaled(text: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

export const decimalAmount = z
  .string('must be an amount as text, such as "10000.00"')
  .regex(DECIMAL, 'must be an amount as text, such as "10000.00"');
const optionalAmount = decimalAmount.nullish().transform((text) => text ?? null);

const GWEI_DECIMALS = 9;
/** No chain asks more, and a slip of units shall not cost money. */
const MOST_GWEI = 1_000_000n * 10n ** BigInt(GWEI_DECIMALS);

export const gwei = z
  .union([z.number(), z.string()], 'must be a number of gwei')
  .transform((given) => scaled(String(given), GWEI_DECIMALS))
  .refine(
    (wei): wei is bigint => wei !== null && wei > 0n && wei <= MOST_GWEI,
    'must be a number of gwei above 0, with at most 9 decimals, up to 1000000',
  );

const secret = z.unknown().refine((value) => value !== undefined && value !== null, 'is missing');

export const seconds = (most: number) => z.number().int().min(1).max(most);

const token = z.strictObject({
  currency: z.string(),
  address,
  decimals: z.number().int().min(0).max(36),
  authorization: z
    .literal('eip-3009', 'must be "eip-3009" or null')
    .nullish()
    .transform((value) => value ?? null),
});

const CONFIRMATIONS = 'must be a number of blocks from 1, "safe" or "finalized"';
const MOST_CONFIRMATIONS = 10_000;

const isConfirmations = (given: number | string): given is EvmEntry['confirmations'] =>
  typeof given === 'number'
    ? Number.isInteger(given) && given >= 1 && given <= MOST_CONFIRMATIONS
    : given === 'safe' || given === 'finalized';

export const confirmations = z.union([z.number(), z.string()], CONFIRMATIONS).refine(isConfirmations, CONFIRMATIONS);

/** The members of a signer, of which an entry has one. */
export const signerMembers = {
  privateKey: z.unknown().optional(),
  web3signer: z.strictObject({ url: z.unknown(), address }).optional(),
};

const schema = z.strictObject({
  network: z.enum(EVM_NETWORKS, `must be ${EVM_NETWORKS.join(', ')}`),
  chainId: z.number().int().positive(),
  rpcUrls: z.array(z.unknown()).min(1).max(20),
  quorum: z.number().int().min(1).max(20).default(2),
  startBlock: z
    .number()
    .int()
    .min(0)
    .nullish()
    .transform((block) => (typeof block === 'number' ? BigInt(block) : null)),
  confirmations,
  tokens: z.array(token).min(1).max(10),
  treasury: z.strictObject({
    ...signerMembers,
    limits: z
      .strictObject({ perPayout: optionalAmount, perDay: optionalAmount, keep: optionalAmount })
      .default({ perPayout: null, perDay: null, keep: null }),
    cold: address.nullish().transform((value) => value ?? null),
  }),
  deposits: z.strictObject({ mnemonic: secret }),
  fees: z.strictObject({
    maxGwei: gwei,
    replaceAfterSeconds: seconds(86_400).default(60),
    marginBps: z.number().int().min(0).max(100_000).default(1000),
  }),
  refunds: z
    .literal('sender', 'must be "sender" or null')
    .nullish()
    .transform((value) => value ?? null),
  screening: z
    .strictObject({ file: z.string().trim().min(1).max(1000) })
    .nullish()
    .transform((value) => value ?? null),
  travelRule: travelRuleSchema.nullish().transform((value) => value ?? null),
  ownAddresses: z.array(address).max(1000).default([]),
  sweep: z
    .strictObject({ minimum: decimalAmount.default('1'), everySeconds: seconds(86_400 * 7).default(60) })
    .default({ minimum: '1', everySeconds: 60 }),
  pollSeconds: seconds(3600).default(4),
  multicall3: address.default('0xca11bde05977b3631167028862be2a173976ca11'),
});

type Members = z.infer<typeof schema>;
type Configuration = Pick<ConnectionContext, 'environment' | 'secretOf'>;

/** Reads the members of an entry of the connections file. Throws a `RailEntryError` that names the first wrong member. */
export function parseEntry(members: Readonly<Record<string, unknown>>, context: Configuration): EvmEntry {
  const parsed = schema.safeParse(members);
  if (!parsed.success) throw entryError(parsed.error);
  const { treasury, fees, sweep, ...rest } = parsed.data;
  const { network, chainId, quorum, deposits } = rest;
  checkChain(network, chainId, context);
  const rpcUrls = readUrls(rest.rpcUrls, quorum, context);
  const tokens = readTokens(network, rest.tokens);
  const inUnits = (member: string, text: string | null): bigint | null => readAmount(member, text, tokens[0]);
  const { perPayout, perDay, keep } = treasury.limits;
  const limits = {
    perPayout: inUnits('treasury.limits.perPayout', perPayout),
    perDay: inUnits('treasury.limits.perDay', perDay),
    keep: inUnits('treasury.limits.keep', keep),
  };
  if (limits.keep !== null && treasury.cold === null)
    throw new RailEntryError('treasury.cold', 'is missing: `treasury.limits.keep` needs an address for the surplus');
  refuseSharedAddresses(parsed.data);
  return {
    ...rest,
    rpcUrls,
    tokens,
    treasury: { signer: readSigner('treasury', treasury, context), limits, cold: treasury.cold },
    deposits: { mnemonic: deposits.mnemonic },
    fees: {
      maxFeePerGas: fees.maxGwei,
      replaceAfterSeconds: fees.replaceAfterSeconds,
      marginBps: fees.marginBps,
    },
    sweep: { minimum: inUnits('sweep.minimum', sweep.minimum)!, everySeconds: sweep.everySeconds },
  };
}

export function checkChain(network: EvmNetwork, chainId: number, { environment }: Configuration): void {
  const mainnet = MAINNETS.get(chainId);
  if (mainnet === undefined) return;
  if (environment === 'SANDBOX')
    throw new RailEntryError(
      'chainId',
      `${chainId} is ${mainnet}, where money is real; the sandbox needs a test network`,
    );
  if (mainnet !== network) throw new RailEntryError('chainId', `${chainId} is ${mainnet}, not ${network}`);
}

export function readUrls(given: readonly unknown[], quorum: number, context: Configuration): readonly string[] {
  if (given.length < quorum)
    throw new RailEntryError('rpcUrls', `has ${given.length} addresses, but \`quorum\` is ${quorum}`);
  const urls = given.map((each, index) => {
    const member = `rpcUrls.${index}`;
    return readUrl(member, typeof each === 'string' ? each : context.secretOf(member, each), context);
  });
  const twice = urls.findIndex((url, index) => urls.indexOf(url) !== index);
  if (twice !== -1) throw new RailEntryError(`rpcUrls.${twice}`, 'is listed twice; a node counts once');
  return urls;
}

function readUrl(member: string, text: string, { environment }: Configuration): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new RailEntryError(member, 'must be an address that begins with https:// or http://');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw new RailEntryError(member, 'must have no user, no password and no fragment');
  if (needsTls(text, environment) && url.protocol !== 'https:')
    throw new RailEntryError(member, 'must begin with https:// in PRODUCTION, except on the same machine');
  return url.href;
}

function readTokens(network: EvmNetwork, given: Members['tokens']): readonly [EvmToken, ...EvmToken[]] {
  const currencies = currenciesOf(network);
  const tokens = given.map((each, index): EvmToken => {
    const member = `tokens.${index}`;
    const known = registered(each.currency);
    if (known === null || !currencies.includes(known.code))
      throw new RailEntryError(`${member}.currency`, `must be ${currencies.join(' or ')} on ${network}`);
    if (each.decimals !== known.decimals)
      throw new RailEntryError(`${member}.decimals`, `must be ${known.decimals}, as the service keeps ${known.code}`);
    const others = given.slice(0, index);
    if (others.some(({ currency }) => currency === each.currency))
      throw new RailEntryError(`${member}.currency`, 'is listed twice');
    if (others.some((other) => other.address === each.address))
      throw new RailEntryError(`${member}.address`, 'is listed twice');
    return { ...each, currency: known.code };
  });
  return [tokens[0]!, ...tokens.slice(1)];
}

/** The tokens of a chain have the same decimals, so one number serves all of them. */
function readAmount(member: string, text: string | null, { currency, decimals }: EvmToken): bigint | null {
  if (text === null) return null;
  const units = scaled(text, decimals);
  if (units === null) throw new RailEntryError(member, `has more than the ${decimals} decimals of ${currency}`);
  return units;
}

/** The signer of a member of the entry. */
export function readSigner(
  signer: string,
  { privateKey, web3signer }: Pick<Members['treasury'], keyof typeof signerMembers>,
  context: Configuration,
): EvmSignerEntry {
  const hasKey = privateKey !== undefined && privateKey !== null;
  if (hasKey === (web3signer !== undefined))
    throw new RailEntryError(signer, 'must have either `privateKey` or `web3signer`');
  if (web3signer === undefined) return { type: 'local', privateKey };
  const member = `${signer}.web3signer.url`;
  if (typeof web3signer.url !== 'string') throw new RailEntryError(member, 'must be the address of a Web3Signer');
  const url = readUrl(member, web3signer.url, context);
  if (url.includes('?')) throw new RailEntryError(member, 'must have no query: paths are added to it');
  return { type: 'web3signer', url: url.replace(/\/+$/, ''), address: web3signer.address };
}

/** Each address of the entry has one role: contracts hold no money of the operator, and `cold` is an address of its own. */
function refuseSharedAddresses({ tokens, treasury, ownAddresses, multicall3 }: Members): void {
  const roles = new Map(tokens.map((each, index) => [each.address, `tokens.${index}.address`]));
  const given: readonly (readonly [string, Address | null | undefined])[] = [
    ['multicall3', multicall3],
    ['treasury.web3signer.address', treasury.web3signer?.address],
    ['treasury.cold', treasury.cold],
    ...ownAddresses.map((each, index) => [`ownAddresses.${index}`, each] as const),
  ];
  for (const [member, each] of given) {
    if (each === null || each === undefined) continue;
    const other = roles.get(each);
    if (other !== undefined) throw new RailEntryError(member, `is the address of \`${other}\``);
    roles.set(each, member);
  }
}

export function entryError({ issues: [issue] }: z.ZodError): RailEntryError {
  if (issue === undefined) return new RailEntryError('', 'is invalid');
  if (issue.code === 'unrecognized_keys')
    return new RailEntryError([...issue.path, issue.keys[0]!].join('.'), 'is unknown');
  return new RailEntryError(issue.path.join('.'), issue.message);
}
