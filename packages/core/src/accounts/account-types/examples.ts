import type { AccountInfo } from './account-info.js';
import type { Field, PartyShape } from './account-type.js';
import { ADDRESS_FIELDS } from './beneficiary.js';
import { accountType, type ExternalAccountType } from './table.js';

const examplesOf = (fields: readonly Field[], also: readonly string[] = []): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.filter((of) => of.required || also.includes(of.name)).map((of) => [of.name, of.example]));

/** The required fields of a beneficiary of this shape. */
const exampleParty = (shape: PartyShape) => ({
  ...examplesOf(shape.fields),
  ...(shape.address === 'required' && { address: examplesOf(ADDRESS_FIELDS) }),
});

/** A valid account of a type with only its required fields, for documentation and tests. */
export function exampleAccountInfo(type: ExternalAccountType): AccountInfo {
  const row = accountType(type);
  const info = {
    accountType: type,
    ...examplesOf(row.fields, row.identifiedBy[0]),
    ...(row.beneficiary.presence === 'required' && {
      beneficiary: { beneficiaryType: 'INDIVIDUAL', ...exampleParty(row.beneficiary.individual) },
    }),
  };
  return info as unknown as AccountInfo;
}
