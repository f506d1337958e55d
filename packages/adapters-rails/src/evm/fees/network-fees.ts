import type { CurrencyCode } from '@corridor/core';
import { mulDiv } from '@corridor/core/internal';
import { accountField, type NetworkFees, RailUnavailable, type ConnectionContext } from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';
import { isAddress } from 'viem';
import { type Address, type EvmNodes, NoQuorum } from '../nodes.js';
import { transferCall } from '../token-transfer.js';
import { l1FeeOf } from './l1-fee.js';

export interface NetworkFeeParts {
  /** Name of the rail. */
  readonly rail: string;
  readonly network: string;
  readonly coin: CurrencyCode;
  readonly tokens: readonly { readonly currency: CurrencyCode; readonly address: Address }[];
  readonly treasury: Address;
  /** Added to the price, in hundredths of a per cent. */
  readonly marginBps: number;
  /** The most wei for one gas that a transaction pays: above it, payouts wait for a lower price. */
  readonly maxFeePerGas: bigint;
  readonly nodes: EvmNodes;
  readonly rateOf: ConnectionContext['rateOf'];
  readonly clock: { now(): number };
}

const WEI_PER_GWEI = 1_000_000_000n;
const BPS = 10_000n;

/** For which a measured amount of gas is used again. */
const MEASURED_MS = 60_000;
const MOST_MEASURED = 10_000;
/** A transfer to an address that has no tokens, for a treasury that has none to measure with. */
const USUAL_GAS = 65_000n;

/** The fee of a withdrawal: docs/rails/evm-treasury.md#fees. */
export function networkFees(parts: NetworkFeeParts): NetworkFees {
  const { rail, network, tokens, nodes, rateOf, coin, clock } = parts;
  const measured = new Map<string, { readonly gas: bigint; readonly at: number }>();
  const tokenOf = (currency: CurrencyCode) => tokens.find((token) => token.currency === currency);

  /** The measured amount belongs to the address, because a first transfer to it needs more gas. */
  async function gasOf(token: Address, to: Address, amount: bigint): Promise<bigint> {
    const key = `${token}/${to}`;
    const now = clock.now();
    const known = measured.get(key);
    if (known !== undefined && now - known.at < MEASURED_MS) return known.gas;
    const gas = (await measure(token, to, amount)) ?? (await measure(token, to, 1n)) ?? known?.gas;
    if (gas === undefined) return USUAL_GAS;
    measured.delete(key);
    measured.set(key, { gas, at: now });
    if (measured.size > MOST_MEASURED) measured.delete(measured.keys().next().value!);
    return gas;
  }

  async function measure(token: Address, to: Address, amount: bigint): Promise<bigint | null> {
    const gas = await nodes.estimateGas({ from: parts.treasury, to: token, data: transferCall(to, amount) });
    return typeof gas === 'bigint' ? gas : null;
  }

  async function price(token: Address, to: Address, amount: bigint): Promise<bigint> {
    const [{ base, tip }, gas] = await Promise.all([nodes.gasPrice(), gasOf(token, to, amount)]);
    const atMost = (wei: bigint): bigint => (wei < parts.maxFeePerGas ? wei : parts.maxFeePerGas);
    const limits = { maxFeePerGas: atMost(2n * base + tip), maxPriorityFeePerGas: atMost(tip) };
    return (
      atMost(base + tip) * gas + (await l1FeeOf(nodes, { to: token, data: transferCall(to, amount), gas, ...limits }))
    );
  }

  return {
    networks: (currency) => (tokenOf(currency) === undefined ? [] : [network]),
    networkOf: (account, currency) =>
      tokenOf(currency) !== undefined && isOnNetwork(account, network) ? network : null,
    async estimate({ currency, network: wanted, amount, address }) {
      const token = tokenOf(currency);
      if (token === undefined || wanted !== network || !isAddress(address)) return null;
      const failed = (reason: string, cause?: unknown) =>
        new RailUnavailable(rail, 'networkFees.estimate', reason, ...(cause === undefined ? [] : [{ cause }]));
      const to = address.toLowerCase() as Address;
      const wei = await price(token.address, to, amount).catch((cause: unknown) => {
        throw cause instanceof NoQuorum ? failed('the nodes give no price', cause) : cause;
      });
      const rate = await rateOf(coin, currency);
      if (rate === null) throw failed(`no rate from ${coin} to ${currency}`);
      return mulDiv(wei, rate.num * (BPS + BigInt(parts.marginBps)), rate.den * WEI_PER_GWEI * BPS, 'ceil');
    },
  };
}

/** Whether an account is paid on the network: its own type of wallet, and on Ethereum a `0x` `ALTCHAIN_WALLET`. */
export function isOnNetwork(account: AccountInfo, network: string): boolean {
  if (account.accountType === `${network}_WALLET`) return true;
  if (account.accountType !== 'ALTCHAIN_WALLET' || network !== 'ETHEREUM') return false;
  return accountField(account, 'address')?.startsWith('0x') ?? false;
}
