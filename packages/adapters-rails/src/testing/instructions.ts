import type { PaymentAccountInfo } from '@corridor/core/records';

/** A text field of the account to pay. */
export function detail(info: PaymentAccountInfo, name: string): string {
  const value = info[name];
  if (typeof value !== 'string') throw new Error(`${info.accountType} without ${name}`);
  return value;
}
