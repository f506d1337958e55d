import { decodeEvm } from '../accounts/addresses.js';

/** A transfer of a token, as a URI by EIP-681 asks for it. Addresses are in lower case. */
export interface TokenTransfer {
  readonly chainId: number;
  readonly token: string;
  readonly to: string;
  /** Smallest units. */
  readonly amount: bigint;
}

const LONGEST = 300;
const ADDRESS = '0x[0-9a-fA-F]{40}';
const CALL = new RegExp(`^ethereum:(?:pay-)?(${ADDRESS})@([1-9][0-9]{0,15})/transfer\\?([^#]+)$`);
const TO = new RegExp(`^address=(${ADDRESS})$`);
const AMOUNT = /^uint256=([1-9][0-9]{0,77})$/;
const MOST = 2n ** 256n - 1n;

/**
 * The transfer that a URI asks for; null for any other text. The grammar of EIP-681 allows more: names instead of
 * addresses, numbers with exponents, gas parameters. The payer must not have to interpret, so only whole transfers
 * in plain digits are read, with the recipient and the amount once each.
 */
export function readTransfer(text: string): TokenTransfer | null {
  if (text.length > LONGEST) return null;
  const [, token, chain, query] = CALL.exec(text) ?? [];
  if (token === undefined || chain === undefined || query === undefined) return null;
  const parameters = query.split('&');
  if (parameters.length !== 2) return null;
  const find = (pattern: RegExp): string | undefined =>
    parameters.map((parameter) => pattern.exec(parameter)?.[1]).find((value) => value !== undefined);
  const [to, digits] = [find(TO), find(AMOUNT)];
  if (to === undefined || digits === undefined) return null;
  // Letters of both cases are a checksum (EIP-55): with a wrong one, the address is not the one that was meant.
  if (decodeEvm(token) === null || decodeEvm(to) === null) return null;
  const [chainId, amount] = [Number(chain), BigInt(digits)];
  if (!Number.isSafeInteger(chainId) || amount > MOST) return null;
  return { chainId, token: token.toLowerCase(), to: to.toLowerCase(), amount };
}

export const writeTransfer = ({ chainId, token, to, amount }: TokenTransfer): string =>
  `ethereum:${token}@${chainId}/transfer?address=${to}&uint256=${amount}`;
