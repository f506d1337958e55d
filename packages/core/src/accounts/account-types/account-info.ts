import type { PaymentRail } from './account-type.js';
import type { BeneficiaryType } from './beneficiary.js';
import { isWithinScheme } from './sepa-countries.js';
import { accountType, accountTypeServes, type ExternalAccountType } from './table.js';

/** `line1`, `postalCode` and `country` are always present; `line2`, `city` and `state` only if they were given. */
export interface BeneficiaryAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode: string;
  readonly country: string;
}

/** An INDIVIDUAL has a `fullName`, a BUSINESS a `legalName`. The row of the account type defines the other fields. */
export interface Beneficiary {
  readonly beneficiaryType: BeneficiaryType;
  readonly address?: BeneficiaryAddress;
  readonly [field: string]: string | BeneficiaryAddress | undefined;
}

/**
 * The validated details of an external account, without fields that the type does not know. Only `validateAccountInfo`
 * creates it. It is stored in the shape of the API: fields that were not given are absent.
 */
export interface AccountInfo {
  readonly accountType: ExternalAccountType;
  readonly beneficiary?: Beneficiary;
  readonly [field: string]: string | Beneficiary | undefined;
}

/** The details in responses: with the payment rails of the type that can reach the account, if the type has any. */
export interface AccountInfoView {
  readonly accountType: ExternalAccountType;
  readonly paymentRails?: readonly PaymentRail[];
  readonly beneficiary?: Beneficiary;
  readonly [field: string]: string | Beneficiary | readonly PaymentRail[] | undefined;
}

export function accountInfoView(info: AccountInfo): AccountInfoView {
  const { paymentRails } = accountType(info.accountType);
  if (paymentRails.length === 0) return info;
  const iban = accountField(info, 'iban');
  return { ...info, paymentRails: paymentRails.filter((rail) => isWithinScheme(rail, iban)) };
}

/** A text field of the account; null if it was not given. */
export function accountField(info: AccountInfo, name: string): string | null {
  const value = info[name];
  return typeof value === 'string' ? value : null;
}

/**
 * Whether this account can hold the currency: the account type serves the currency, and the account names no other
 * asset.
 */
export function accountServes(info: AccountInfo, currency: string): boolean {
  const asset = accountField(info, 'assetType');
  return accountTypeServes(info.accountType, currency) && (asset === null || asset === currency);
}
