import { accountField, primaryIdentifier } from './account-types/index.js';
import type { ExternalAccount } from './external-account.js';

const SHOWN = 4;

/**
 * The payee as shown to a payer: the beneficiary's name, if known, and the last characters of the account's identifier.
 */
export function payeeName({ accountInfo }: Pick<ExternalAccount, 'accountInfo'>): string {
  const { beneficiary } = accountInfo;
  const named = [beneficiary?.['fullName'], beneficiary?.['legalName'], accountField(accountInfo, 'accountHolderName')];
  const name = named.find((each) => typeof each === 'string');
  const end = `…${primaryIdentifier(accountInfo).slice(-SHOWN)}`;
  return name === undefined ? end : `${String(name)} (${end})`;
}
