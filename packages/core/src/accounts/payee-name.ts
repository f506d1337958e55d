import { accountField, primaryIdentifier, primaryIdentifierField } from './account-types/index.js';
import type { ExternalAccount } from './external-account.js';
import { maskedIdentifier } from './masked-identifier.js';

/** The payee as shown to a payer: the beneficiary's name, if known, and the account's identifier, masked. */
export function payeeName({ accountInfo }: Pick<ExternalAccount, 'accountInfo'>): string {
  const { beneficiary } = accountInfo;
  const named = [beneficiary?.['fullName'], beneficiary?.['legalName'], accountField(accountInfo, 'accountHolderName')];
  const name = named.find((each) => typeof each === 'string');
  const end = maskedIdentifier(primaryIdentifierField(accountInfo), primaryIdentifier(accountInfo));
  return name === undefined ? end : `${String(name)} (${end})`;
}
