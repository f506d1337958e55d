import type { Address, Hex } from '../../evm/index.js';

const WORD = 64;

const word = (value: bigint): string => value.toString(16).padStart(WORD, '0');

const addressWord = (address: Address): string => address.slice(2).padStart(WORD, '0');

/** `mint(address,uint256)`, which the minter of the token may call. */
export const mintCall = (to: Address, amount: bigint): Hex => `0x40c10f19${addressWord(to)}${word(amount)}`;

/** Who receives the tokens of a call of `mint`. */
export const recipientOf = (call: Hex): Address => `0x${call.slice(34, 74)}`;

/** `burn(uint256)`: burns tokens of the caller. */
export const burnCall = (amount: bigint): Hex => `0x42966c68${word(amount)}`;

/** `decimals()`. */
export const DECIMALS_CALL: Hex = '0x313ce567';

/** The first topic of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The zero address as a topic: the sender of a mint, and the recipient of a burn. */
export const ZERO_TOPIC: Hex = `0x${'0'.repeat(WORD)}`;

/** The address in a topic. */
export const topicAddress = (topic: Hex): Address => `0x${topic.slice(-40).toLowerCase()}`;
