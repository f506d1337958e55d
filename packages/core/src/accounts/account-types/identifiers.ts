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

/**
 * Equal for the same account again: the type, the primary identifier and what qualifies it, without differences in
 * case where case means nothing. It holds the full identifier, so it is digested before it is stored.
 */
export function identityOf(info: AccountInfo): string {
  const { fields } = accountType(info.accountType);
  const parts = wayOf(info).flatMap((name) => {
    const value = accountField(info, name);
    if (value === null) return [];
    const caseless = fields.some((of) => of.name === name && of.caseless);
    return [name, caseless ? value.toLowerCase() : value];
  });
  return JSON.stringify([info.accountType, ...parts]);
}

/** Endings of identifiers and names that decide an outcome in the sandbox (behaviour, "Sandbox"). */
export const SANDBOX_SUFFIXES = [
  ...(['001', '002', '003', '004', '005', '006', '007'] as const),
  ...(['102', '103', '104', '105', '106', '107'] as const),
] as const;
export type SandboxSuffix = (typeof SANDBOX_SUFFIXES)[number];

/** The magic ending of an identifier, before the `@` where it has a domain; null for an ordinary one. */
export function sandboxSuffix(identifier: string): SandboxSuffix | null {
  const at = identifier.lastIndexOf('@');
  const ending = (at < 0 ? identifier : identifier.slice(0, at)).slice(-3);
  return SANDBOX_SUFFIXES.find((suffix) => suffix === ending) ?? null;
}
