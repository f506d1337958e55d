import { Bug } from '../../kernel/index.js';
import { accountField, type AccountInfo } from './account-info.js';
import { accountType } from './table.js';

/** The way in which this account is identified: the first of its type whose primary identifier is given. */
function wayOf(info: AccountInfo): readonly [string, ...string[]] {
  const { identifiedBy } = accountType(info.accountType);
  const way = identifiedBy.find(([primary]) => accountField(info, primary) !== null);
  if (way === undefined) throw new Bug(`an account of type ${info.accountType} without an identifier`);
  return way;
}

/** The name of the field that identifies this account before all others. */
export const primaryIdentifierField = (info: AccountInfo): string => wayOf(info)[0];

/** The account number, IBAN, address … that identifies the account, as it was sent. */
export const primaryIdentifier = (info: AccountInfo): string => accountField(info, primaryIdentifierField(info))!;

/** Of EVM, in hexadecimal, and of segwit Bitcoin; addresses of other chains are told apart by case. */
const CASELESS_ADDRESS = /^(0x[0-9a-f]{40}|bc1[02-9ac-hj-np-z]+)$/i;

/**
 * Equal for the same account again: the type, the primary identifier and what qualifies it, without differences in
 * case where case means nothing. It holds the full identifier, so it is digested before it is stored.
 */
export function identityOf(info: AccountInfo): string {
  const { fields } = accountType(info.accountType);
  const parts = wayOf(info).flatMap((name) => {
    const value = accountField(info, name);
    if (value === null) return [];
    const field = fields.find((of) => of.name === name);
    const caseless = field?.caseless || (field?.content === 'ANY_CHAIN_ADDRESS' && CASELESS_ADDRESS.test(value));
    return [name, caseless ? value.toLowerCase() : value];
  });
  return JSON.stringify([info.accountType, ...parts]);
}
