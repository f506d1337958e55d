import { accountField, type AccountInfo, primaryIdentifier, primaryIdentifierField } from './account-types/index.js';
import type { ExternalAccount } from './external-account.js';
import { maskedIdentifier } from './masked-identifier.js';

/** The name of the person or company to whom an external account belongs; null if the account does not say it. */
export function accountHolder(info: AccountInfo): string | null {
  const { beneficiary } = info;
  const named = [beneficiary?.['fullName'], beneficiary?.['legalName'], accountField(info, 'accountHolderName')];
  return named.find((each) => typeof each === 'string') ?? null;
}

/** The payee as shown to a payer: the beneficiary's name, if known, and the account's identifier, masked. */
export function payeeName({ accountInfo }: Pick<ExternalAccount, 'accountInfo'>): string {
  const name = accountHolder(accountInfo);
  const end = maskedIdentifier(primaryIdentifierField(accountInfo), primaryIdentifier(accountInfo));
  return name === null ? end : `${name} (${end})`;
}
