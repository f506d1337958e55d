import { TRANSFER_TOPIC } from './json-rpc-logs.js';
import type { Address, Hex, Receipt } from './nodes.js';
import type { Intent, Moved } from './sender.js';

/** The selector of `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb';
const WORD = 64;
const MOST = 1n << 256n;

const word = (digits: string): string => digits.padStart(WORD, '0');

/** The call by which a token pays an amount to an address. */
export const transferCall = (to: Address, amount: bigint): Hex =>
  `${TRANSFER}${word(to.slice(2))}${word(amount.toString(16))}`;

/** The payee and the amount of such a call; null for other data. */
export function transferIn(data: Hex): { readonly to: Address; readonly amount: bigint } | null {
  const [, payee, amount] = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data) ?? [];
  return payee === undefined ? null : { to: `0x${payee}`, amount: BigInt(`0x${amount!}`) };
}

/** The call of `balanceOf(address)`. */
export const balanceCall = (address: Address): Hex => `0x70a08231${word(address.slice(2))}`;

export const isAmount = (amount: bigint): boolean => amount > 0n && amount < MOST;

/**
 * Whether a successful transaction of the signer did what its call says. A token that answers false instead of a revert
 * moves nothing, and writes no event. Other calls need no event.
 */
export function isMoved(
  { logs }: Receipt,
  { signer, to: token, data }: Pick<Intent, 'signer' | 'to' | 'data'>,
): boolean {
  const transfer = transferIn(data);
  if (transfer === null) return true;
  return logs.some(
    ({ address, topics: [topic, from, to], data: amount }) =>
      address === token &&
      topic === TRANSFER_TOPIC &&
      from === `0x${word(signer.slice(2))}` &&
      to === `0x${word(transfer.to.slice(2))}` &&
      !isFalse(amount),
  );
}

/**
 * What a transfer moved, if it differs from its call; null if it does not, or for another call. Tokens that
 * take a fee report it by further events: from the sender or the payee to whom the fee goes, or is burned.
 */
export function otherMoved(
  { logs }: Receipt,
  { signer, to: token, data }: Pick<Intent, 'signer' | 'to' | 'data'>,
): Moved | null {
  const transfer = transferIn(data);
  if (transfer === null || transfer.to === signer) return null;
  const received = (address: Address): bigint => {
    const own = `0x${word(address.slice(2))}`;
    return logs.reduce((sum, log) => {
      const [topic, from, to] = log.topics;
      if (log.address !== token || topic !== TRANSFER_TOPIC || log.data.length !== 2 + WORD) return sum;
      const amount = BigInt(log.data);
      return sum + (to === own ? amount : 0n) - (from === own ? amount : 0n);
    }, 0n);
  };
  const arrived = received(transfer.to);
  const moved = { left: -received(signer), arrived: arrived > 0n ? arrived : 0n };
  return moved.left === transfer.amount && moved.arrived === transfer.amount ? null : moved;
}

/** Some tokens answer false instead of a revert. */
export const isFalse = (answer: Hex): boolean => /^0x0{64}$/.test(answer);
