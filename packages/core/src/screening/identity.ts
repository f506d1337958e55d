import {
  accountField,
  accountHolder,
  accountType,
  type ExternalAccount,
  primaryIdentifier,
} from '../accounts/index.js';
import { type Customer, nameOf } from '../customers/index.js';
import { canonicalText, type Digest } from '../kernel/index.js';
import type { BeneficialOwner } from '../verification/index.js';
import type { ScreenedParty } from './ports.js';

/**
 * The digest of what identifies parties: equal for the same parties in any order, and another one after a change of a name,
 * a birth date, a nationality or an address on a chain. An answer counts for the identity that was asked about alone.
 */
export const identityOf = (digest: Digest, parties: readonly ScreenedParty[]): string =>
  digest.sha256(canonicalText(parties.map(identifying).toSorted((a, b) => compare(keyOf(a), keyOf(b)))));

const identifying = ({ id, role, name, birthDate, nationality, address }: ScreenedParty) => ({
  ...{ id, role, name, birthDate, nationality, address },
});

const keyOf = ({ id, role }: Pick<ScreenedParty, 'id' | 'role'>): string => `${id} ${role}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const customerParty = (customer: Customer): ScreenedParty => ({
  id: customer.id,
  role: 'CUSTOMER',
  kind: customer.customerType,
  name: nameOf(customer),
  birthDate: customer.birthDate,
  nationality: customer.nationality,
  country: customer.address?.country ?? customer.businessInfo?.country ?? customer.region,
  address: null,
});

type NamedOwner = Pick<
  BeneficialOwner,
  'id' | 'firstName' | 'middleName' | 'lastName' | 'birthDate' | 'nationality' | 'address'
>;

export const ownerParty = ({ id, firstName, middleName, lastName, ...owner }: NamedOwner): ScreenedParty => ({
  id,
  role: 'OWNER',
  kind: 'INDIVIDUAL',
  name: [firstName, middleName, lastName].filter((part) => part !== null && part !== '').join(' '),
  birthDate: owner.birthDate,
  nationality: owner.nationality,
  country: owner.address.country,
  address: null,
});

/** The owner of an external account, as the account names it. */
export function accountParty(
  { id, accountInfo }: Pick<ExternalAccount, 'id' | 'accountInfo'>,
  role: 'PAYEE' | 'PAYER' = 'PAYEE',
): ScreenedParty {
  const { beneficiary } = accountInfo;
  const textOf = (field: string): string | null => {
    const value = beneficiary?.[field];
    return typeof value === 'string' ? value : null;
  };
  return {
    ...{ id, role },
    kind: beneficiary?.beneficiaryType ?? null,
    name: accountHolder(accountInfo),
    birthDate: textOf('birthDate'),
    nationality: textOf('nationality'),
    country: textOf('countryOfResidence') ?? beneficiary?.address?.country ?? accountField(accountInfo, 'country'),
    address: accountType(accountInfo.accountType).kind === 'bank' ? null : primaryIdentifier(accountInfo),
  };
}
