import type { Dossier, OwnerInDossier } from '@corridor/core';
import { nameOf, percentOf } from '@corridor/core/internal';
import type { Address, Customer } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  code,
  codeInWords,
  type Content,
  dataText,
  definitions,
  status,
  table,
  time,
  timeWithAge,
} from '../kit/components.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';

export const NO_NAME = 'No name';

export const shownName = (customer: Pick<Customer, 'fullName' | 'businessInfo'>): string => nameOf(customer) ?? NO_NAME;

export const ownerName = ({ owner }: Pick<OwnerInDossier, 'owner'>): string =>
  [owner.firstName, owner.middleName, owner.lastName].filter((part) => part !== null).join(' ');

export const addressText = (address: Partial<Address> | null): string | null =>
  address === null
    ? null
    : [address.line1, address.line2, address.postalCode, address.city, address.state, address.country]
        .filter((part) => part !== null && part !== undefined && part !== '')
        .join(', ');

/** A value of a field of a person or company, which may be an address. */
export function fieldText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object' && 'line1' in value) return addressText(value as Partial<Address>);
  return typeof value === 'object' ? dataText(value) : String(value);
}

const contact = (text: string | null, state: string | null): Content | null =>
  text === null ? null : html`${text} ${state !== null && status(state)}`;

/** Who the customer is, without the numbers in full. */
export function identityOf({ customer, identifier, taxId }: Dossier): Html {
  const shared: readonly (readonly [string, Content | null])[] = [
    ['Address', addressText(customer.address)],
    ['Region', customer.region],
    ['Email', contact(customer.email, customer.contactEmail)],
    ['Phone', contact(customer.phoneNumber, customer.contactPhone)],
  ];
  if (customer.customerType === 'INDIVIDUAL')
    return definitions([
      ['Full name', customer.fullName],
      ['Date of birth', customer.birthDate],
      ['Nationality', customer.nationality],
      ['Type of the number', codeInWords(customer.idType)],
      ['Number', identifier],
      ['Issued in', customer.countryOfIssuance],
      ...shared,
    ]);
  const { legalName = null, ...others } = customer.businessInfo ?? {};
  return definitions([
    ['Legal name', fieldText(legalName)],
    ['Tax number', taxId],
    ...Object.entries(others).map(([name, value]) => [labelOf(name), fieldText(value)] as const),
    ...shared,
  ]);
}

/** `registrationNumber` as `Registration number`. */
export const labelOf = (name: string): string => wordsOf(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2'));

/** Who an owner is, without the number in full. */
export const ownerFacts = ({ place: { context } }: TenantVisit, { owner, identifier }: OwnerInDossier): Html =>
  definitions([
    ['Share', `${percentOf(owner.ownershipPpm)} %`],
    ['Roles', owner.roles.map(wordsOf).join(', ')],
    ['Date of birth', owner.birthDate],
    ['Nationality', owner.nationality],
    ['Type of the number', codeInWords(owner.idType)],
    ['Number', identifier],
    ['Issued in', owner.countryOfIssuance],
    ['Address', addressText(owner.address)],
    ['Email', owner.email],
    ['Phone', owner.phoneNumber],
    ['Status', status(owner.kycStatus)],
    ['Added at', timeWithAge(owner.createdAt, context.now)],
    ...(owner.deletedAt === null ? [] : ([['Deleted at', time(owner.deletedAt)]] as const)),
    ['Id', code(owner.id)],
  ]);

/** The owners of a business. */
export const ownerTable = ({ place }: TenantVisit, { owners }: Dossier): Html =>
  table({
    caption: 'Owners',
    empty: 'The business has no owners yet. The API of the platform adds them.',
    rows: owners,
    href: ({ owner }) => `${place.base}/owners/${owner.id}`,
    columns: [
      { title: 'Name', narrow: 'title', text: ownerName },
      {
        title: 'Status',
        narrow: 'status',
        text: ({ owner }) => owner.kycStatus,
        show: ({ owner }) => (owner.deletedAt === null ? status(owner.kycStatus) : status('DELETED', 'bad')),
      },
      { title: 'Roles', narrow: 'note', text: ({ owner }) => owner.roles.map(wordsOf).join(', ') },
      {
        title: 'Share',
        narrow: 'amount',
        isNumber: true,
        text: ({ owner }) => `${percentOf(owner.ownershipPpm)} %`,
      },
    ],
  });
