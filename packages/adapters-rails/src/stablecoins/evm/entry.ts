import { type CurrencyCode, currency as registered, type Environment, type Id } from '@corridor/core';
import { RailEntryError, type ConnectionContext } from '@corridor/core/ports';
import { isId } from '@corridor/core/internal';
import { BURN_RAILS, type BurnRail } from '@corridor/core/records';
import * as z from 'zod';
import {
  address,
  checkChain,
  confirmations,
  decimalAmount,
  entryError,
  EVM_NETWORKS,
  type EvmNetwork,
  type EvmSignerEntry,
  gwei,
  readSigner,
  readUrls,
  scaled,
  seconds,
  signerMembers,
} from '../../evm/entry.js';
import type { Address } from '../../evm/index.js';

/** The configuration of an issuer on a chain, of one token for one platform: docs/rails/evm-issuer.md. */
export interface EvmIssuerEntry {
  readonly platform: Id<'Platform'>;
  /** With what the platform links the issuer. `secret` is a reference, which `ConnectionContext.secretOf` resolves. */
  readonly client: { readonly id: string; readonly secret: unknown };
  readonly network: EvmNetwork;
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  readonly quorum: number;
  readonly confirmations: number | 'safe' | 'finalized';
  readonly token: {
    readonly address: Address;
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
    readonly baseCurrency: CurrencyCode;
  };
  readonly signer: EvmSignerEntry;
  /** Smallest units that may be minted and not burned at a time. */
  readonly mintLimit: bigint;
  /** Rails on which the operator pays out burned tokens. */
  readonly burnRails: readonly BurnRail[];
  /** From where supply counts; null for the head at the first start. */
  readonly firstBlock: bigint | null;
  readonly fees: { readonly maxFeePerGas: bigint; readonly replaceAfterSeconds: number };
  /** A file with addresses to which nothing is minted; null for none. */
  readonly screening: { readonly file: string } | null;
  readonly pollSeconds: number;
}

const text = (most: number) => z.string().trim().min(1).max(most);

const MOST_DECIMALS = 18;

const schema = z.strictObject({
  platform: z
    .string()
    .refine((id): id is Id<'Platform'> => isId('Platform', id), 'must be the id of a platform, such as Platform:…'),
  client: z.strictObject({
    id: text(255),
    secret: z.unknown().refine((value) => value !== undefined && value !== null, 'is missing'),
  }),
  network: z.enum(EVM_NETWORKS, `must be ${EVM_NETWORKS.join(', ')}`),
  chainId: z.number().int().positive(),
  rpcUrls: z.array(z.unknown()).min(1).max(20),
  quorum: z.number().int().min(1).max(20).default(2),
  confirmations,
  token: z.strictObject({
    address,
    name: text(100),
    symbol: z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/, 'must be 2 to 12 capital letters and digits'),
    decimals: z.number().int().min(0).max(MOST_DECIMALS),
    baseCurrency: z
      .string()
      .refine((code) => registered(code)?.kind === 'fiat', 'must be a currency of banks, such as USD')
      .transform((code) => code as CurrencyCode),
  }),
  signer: z.strictObject(signerMembers),
  mintLimit: decimalAmount,
  burnRails: z.array(z.enum(BURN_RAILS, `must be ${BURN_RAILS.join(', ')}`)).default([]),
  firstBlock: z
    .number()
    .int()
    .min(0)
    .nullish()
    .transform((block) => (typeof block === 'number' ? BigInt(block) : null)),
  fees: z.strictObject({ maxGwei: gwei, replaceAfterSeconds: seconds(86_400).default(60) }),
  screening: z
    .strictObject({ file: text(1000) })
    .nullish()
    .transform((value) => value ?? null),
  pollSeconds: seconds(3600).default(4),
});

/** Reads the members of an entry of the connections file. Throws a `RailEntryError` that names the first wrong member. */
export function parseIssuerEntry(
  members: Readonly<Record<string, unknown>>,
  context: Pick<ConnectionContext, 'secretOf'> & { readonly environment: Environment },
): EvmIssuerEntry {
  const parsed = schema.safeParse(members);
  if (!parsed.success) throw entryError(parsed.error);
  const { mintLimit, fees, signer, ...rest } = parsed.data;
  const { network, chainId, quorum, token } = rest;
  checkChain(network, chainId, context);
  const limit = scaled(mintLimit, token.decimals);
  if (limit === null)
    throw new RailEntryError('mintLimit', `has more than the ${token.decimals} decimals of ${token.symbol}`);
  return {
    ...rest,
    rpcUrls: readUrls(rest.rpcUrls, quorum, context),
    signer: readSigner('signer', signer, context),
    mintLimit: limit,
    fees: { maxFeePerGas: fees.maxGwei, replaceAfterSeconds: fees.replaceAfterSeconds },
  };
}
