import type { PaymentRail } from './account-type.js';
import type { BeneficiaryType } from './beneficiary.js';
import { accountType, accountTypeServes, type ExternalAccountType } from './table.js';

/** `line1`, `postalCode` and `country` always, `line2`, `city` and `state` where they were given. */
export interface BeneficiaryAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode: string;
  readonly country: string;
}

/** An INDIVIDUAL has a `fullName`, a BUSINESS a `legalName`; what else, the row of the account type says. */
export interface Beneficiary {
  readonly beneficiaryType: BeneficiaryType;
  readonly address?: BeneficiaryAddress;
  readonly [field: string]: string | BeneficiaryAddress | undefined;
}

/**
 * The details of an external account as they were sent, checked and stripped of what the type does not know.
 * Made by `validateAccountInfo` alone. Fields that were not given are absent: the wire shape is the stored one.
 */
export interface AccountInfo {
  readonly accountType: ExternalAccountType;
  readonly beneficiary?: Beneficiary;
  readonly [field: string]: string | Beneficiary | undefined;
}

/** As it goes out: with the rails that reach it, for the types that have them. */
export interface AccountInfoView {
  readonly accountType: ExternalAccountType;
  readonly paymentRails?: readonly PaymentRail[];
  readonly beneficiary?: Beneficiary;
  readonly [field: string]: string | Beneficiary | readonly PaymentRail[] | undefined;
}

export function accountInfoView(info: AccountInfo): AccountInfoView {
  const { paymentRails } = accountType(info.accountType);
  return paymentRails.length === 0 ? info : { ...info, paymentRails };
}

/** A text field of the account; null when it was not given. */
export function accountField(info: AccountInfo, name: string): string | null {
  const value = info[name];
  return typeof value === 'string' ? value : null;
}

/** Whether this account can hold the currency: what its type serves, and the asset that it names, if any. */
export function accountServes(info: AccountInfo, currency: string): boolean {
  const asset = accountField(info, 'assetType');
  return accountTypeServes(info.accountType, currency) && (asset === null || asset === currency);
}
