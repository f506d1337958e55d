import { Bug } from '../../kernel/index.js';
import { accountField, type AccountInfo } from './account-info.js';
import { accountType } from './table.js';

type Way = readonly [primary: string, ...others: string[]];

/** How this account is identified: the ways of its type whose primary identifier is given. */
const waysOf = (info: AccountInfo): readonly Way[] =>
  accountType(info.accountType).identifiedBy.filter(([primary]) => accountField(info, primary) !== null);

/** The first of these ways. */
function wayOf(info: AccountInfo): Way {
  const [way] = waysOf(info);
  if (way === undefined) throw new Bug(`an account of type ${info.accountType} has no identifier`);
  return way;
}

/** The name of the field with the primary identifier. */
export const primaryIdentifierField = (info: AccountInfo): string => wayOf(info)[0];

/** The primary identifier: account number, IBAN, address or similar. */
export const primaryIdentifier = (info: AccountInfo): string => accountField(info, primaryIdentifierField(info))!;

/** EVM and segwit addresses are case-insensitive; addresses of other chains are not. */
const CASELESS_ADDRESS = /^(0x[0-9a-f]{40}|bc1[02-9ac-hj-np-z]+)$/i;

/**
 * A text that is equal for equal accounts: the type, the primary identifier and the fields that qualify it, in lower
 * case if they are case-insensitive. It contains the full identifier, so only its digest is stored.
 */
export const identityOf = (info: AccountInfo): string =>
  JSON.stringify([info.accountType, ...wayOf(info).flatMap((name) => identifying(info, name))]);

/** The name and the comparable value of an identifying field; nothing if it is not given. */
function identifying(info: AccountInfo, name: string): readonly string[] {
  const value = accountField(info, name);
  if (value === null) return [];
  const field = accountType(info.accountType).fields.find((of) => of.name === name);
  const caseless = field?.caseless || (field?.content === 'ANY_CHAIN_ADDRESS' && CASELESS_ADDRESS.test(value));
  return [name, caseless ? value.toLowerCase() : value];
}

/** Texts that people write in several ways: their case, spaces and punctuation do not count. */
const WRITTEN_FREELY = new Set(['accountNumber', 'bankName', 'provider']);

const BANK_IN_BIC = 8;

/** The value of an identifying field by which payees are compared: an account is the same at each branch of its bank. */
function compared(name: string, value: string): string {
  if (name === 'swiftCode') return value.slice(0, BANK_IN_BIC);
  if (!WRITTEN_FREELY.has(name)) return value;
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Texts that are equal for one account outside in all its account types and currencies, one for each way that identifies it:
 * the address of a wallet, or the fields that identify a bank account. Details with an IBAN and a phone number have two,
 * because a rail can pay to either. As with `identityOf`, only their digests are stored.
 */
export const payeesOf = (info: AccountInfo): readonly string[] =>
  waysOf(info).map((way) => {
    if (way[0] === 'address') return JSON.stringify(identifying(info, 'address'));
    const parts = way.flatMap((name) => {
      const [, value] = identifying(info, name);
      return value === undefined ? [] : [name, compared(name, value)];
    });
    return JSON.stringify(parts);
  });
