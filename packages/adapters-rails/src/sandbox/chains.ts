import type { CurrencyCode } from '@corridor/core';
import { Bug, type Digest, primaryIdentifier } from '@corridor/core/ports';
import type { AccountInfo, PaymentAccountType } from '@corridor/core/records';
import { behaviourOf, type FieldContent, instructionFields, PAYMENT_ACCOUNTS } from '@corridor/core/internal';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, createBase58check, hex } from '@scure/base';
import { encodeEvm, encodeSpark } from '../accounts/addresses.js';

/** Derives bytes from a text: always the same for one text, different for another. */
export type Draw = (length: number) => Uint8Array;

/** A chain that the sandbox simulates. */
export interface Chain {
  /** The name in `cryptoNetwork` and `onChainTransaction.network`. */
  readonly network: string;
  /** The account type of its deposit addresses; the row of the type lists the currencies of the chain. */
  readonly accountType: PaymentAccountType;
  readonly address: (draw: Draw) => string;
  /** The form of its addresses on all of its networks. A pattern cannot check more, such as checksums. */
  readonly addressForm: RegExp;
  /** Network fee of a withdrawal: in satoshis for BTC, in millionths of a dollar for stablecoins. */
  readonly fee: { readonly coin: bigint; readonly token: bigint };
  readonly transactionHash: (draw: Draw) => string;
}

const TRON_PREFIX = 0x41;
/** The first byte of a compressed key whose point is even. */
const EVEN = 0x02;
const SEGWIT_V0 = 0;

type Form = Pick<Chain, 'address' | 'addressForm' | 'transactionHash'>;
const plainHash = (draw: Draw): string => hex.encode(draw(32));

/**
 * The form of addresses and transactions, by the content of the address in the row of the account type. Addresses are
 * derived from digests, so their keys are unknown. Bitcoin and Spark use the form of test networks, which real wallets
 * do not pay to; the other chains have no such form.
 */
const FORMS: Readonly<Partial<Record<FieldContent, Form>>> = {
  SPARK_ADDRESS: {
    address: (draw) => encodeSpark('test', Uint8Array.from([EVEN, ...draw(32)])),
    addressForm: /^(?:spark1|sparkrt1|sp1|sprt1)[0-9a-z]+$/i,
    transactionHash: plainHash,
  },
  SOLANA_ADDRESS: {
    address: (draw) => base58.encode(draw(32)),
    addressForm: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    transactionHash: (draw) => base58.encode(draw(64)),
  },
  BITCOIN_ADDRESS: {
    address: (draw) => bech32.encode('bcrt', [SEGWIT_V0, ...bech32.toWords(draw(20))]),
    addressForm: /^(?:(?:bc|tb|bcrt)1[0-9a-z]{11,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/i,
    transactionHash: plainHash,
  },
  EVM_ADDRESS: {
    address: (draw) => encodeEvm(draw(20)),
    addressForm: /^0x[0-9a-fA-F]{40}$/,
    transactionHash: (draw) => `0x${hex.encode(draw(32))}`,
  },
  TRON_ADDRESS: {
    address: (draw) => createBase58check(sha256).encode(Uint8Array.from([TRON_PREFIX, ...draw(20)])),
    addressForm: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
    transactionHash: plainHash,
  },
};

/** The fee of a withdrawal on each network. */
const FEES: Readonly<Record<string, Chain['fee']>> = {
  SPARK: { coin: 3n, token: 1_000n },
  SOLANA: { coin: 0n, token: 10_000n },
  BITCOIN: { coin: 1_500n, token: 0n },
  ETHEREUM: { coin: 0n, token: 1_500_000n },
  BASE: { coin: 0n, token: 20_000n },
  POLYGON: { coin: 0n, token: 20_000n },
  TRON: { coin: 0n, token: 1_000_000n },
  PLASMA: { coin: 0n, token: 10_000n },
};

/**
 * The simulated chains, in the order of the table of account types. The first chain that carries a currency is its
 * default.
 */
export const CHAINS: readonly Chain[] = PAYMENT_ACCOUNTS.flatMap((row) => {
  if (row.network === null) return [];
  const content = instructionFields(row).find(({ name }) => name === 'address')?.content;
  const form = content === undefined ? undefined : FORMS[content];
  const fee = FEES[row.network];
  if (form === undefined || fee === undefined) throw new Bug(`${row.network} lacks a form of addresses or a fee`);
  return [{ network: row.network, accountType: row.type, fee, ...form }];
});

const carries = (chain: Chain, currency: CurrencyCode): boolean =>
  PAYMENT_ACCOUNTS.some((row) => row.type === chain.accountType && row.currencies.includes(currency));

/** The chains that carry this currency, the default first. */
export const chainsOf = (currency: CurrencyCode): readonly Chain[] =>
  CHAINS.filter((chain) => carries(chain, currency));

/** The network fee of this currency; null if the address does not belong to the chain. */
export const withdrawalFee = (chain: Chain, currency: CurrencyCode, address: string): bigint | null =>
  !chain.addressForm.test(address) ? null : currency === 'BTC' ? chain.fee.coin : chain.fee.token;

/** The requested chain for this currency, or its default; null if there is none. */
export const chainFor = (currency: CurrencyCode, network: string | null): Chain | null =>
  CHAINS.find((chain) => carries(chain, currency) && (network === null || chain.network === network)) ?? null;

/** The chain of a wallet; null for a wallet that is paid off chain. */
export function chainOf(account: AccountInfo, currency: CurrencyCode): Chain | null {
  const row = behaviourOf(account.accountType);
  const anyChain = row.fields.some(({ content }) => content === 'ANY_CHAIN_ADDRESS');
  const network = anyChain ? networkOf(primaryIdentifier(account), currency) : row.network;
  return CHAINS.find((chain) => chain.network === network) ?? null;
}

/** An `ALTCHAIN_WALLET` does not name its chain, so the form of its address decides. */
function networkOf(address: string, currency: CurrencyCode): string {
  if (currency === 'BTC') return 'BITCOIN';
  if (address.startsWith('0x')) return 'ETHEREUM';
  return /^T\w{33}$/.test(address) ? 'TRON' : 'SOLANA';
}

/** Derives bytes from repeated digests of a text. */
export const drawFrom =
  (digest: Digest, text: string): Draw =>
  (length) => {
    let drawn = '';
    for (let block = 0; drawn.length < length * 2; block += 1) drawn += digest.sha256(`${text}\n${block}`);
    return hex.decode(drawn.slice(0, length * 2));
  };
