import { Bug } from '../../kernel/index.js';
import type { AccountTypeRow, PaymentAccountRow, PaymentRail } from './account-type.js';
import { AFRICA_MIDDLE_EAST } from './africa-middle-east.js';
import { AMERICAS } from './americas.js';
import { ASIA_PACIFIC } from './asia-pacific.js';
import { CRYPTO } from './crypto.js';
import { EUROPE } from './europe.js';
import { GLOBAL } from './global.js';
import { PAYMENT_ONLY } from './payment-only.js';

const ROWS = [...AMERICAS, ...EUROPE, ...AFRICA_MIDDLE_EAST, ...ASIA_PACIFIC, ...GLOBAL, ...CRYPTO] as const;

export type ExternalAccountType = (typeof ROWS)[number]['type'];
export type PaymentAccountType = ExternalAccountType | (typeof PAYMENT_ONLY)[number]['type'];

/** The account types. Validation, schemas, routing and payment instructions are derived from these rows. */
export const ACCOUNT_TYPES: readonly AccountTypeRow<ExternalAccountType>[] = ROWS;
export const EXTERNAL_ACCOUNT_TYPES: readonly ExternalAccountType[] = ROWS.map((row) => row.type);

/** The types of payment instructions: every account type, and those that exist only in instructions. */
export const PAYMENT_ACCOUNTS: readonly PaymentAccountRow<PaymentAccountType>[] = [...ROWS, ...PAYMENT_ONLY];
export const PAYMENT_ACCOUNT_TYPES: readonly PaymentAccountType[] = PAYMENT_ACCOUNTS.map((row) => row.type);

const byType = new Map<string, AccountTypeRow<ExternalAccountType>>(ROWS.map((row) => [row.type, row]));

/** The row of a type that a caller names; null for an unknown type. */
export const findAccountType = (type: string): AccountTypeRow<ExternalAccountType> | null => byType.get(type) ?? null;

export function accountType(type: ExternalAccountType): AccountTypeRow<ExternalAccountType> {
  const row = byType.get(type);
  if (row === undefined) throw new Bug(`unknown account type ${type}`);
  return row;
}

/** The row that defines a type's behaviour: its own, or for a synonym that of the other type. */
export function behaviourOf(type: ExternalAccountType): AccountTypeRow<ExternalAccountType> {
  const row = accountType(type);
  return row.sameAs === null ? row : accountType(row.sameAs as ExternalAccountType);
}

/** The payment rails that reach an account of this type; none for wallets, which are reached by their chain. */
export const railsOf = (type: ExternalAccountType): readonly PaymentRail[] => behaviourOf(type).paymentRails;

/** Whether accounts of this type can hold the currency. See also `accountServes`. */
export const accountTypeServes = (type: ExternalAccountType, currency: string): boolean =>
  accountType(type).currencies.includes(currency);
