import { type Customer, nameKind } from '../customers/index.js';
import { type Instant, dayOf } from '../kernel/index.js';
import type { CustomerInfoField, Platform } from '../platforms/index.js';
import type { BeneficialOwner } from './beneficial-owner.js';
import type { Document } from './document.js';
import type { Holdings } from './holdings.js';
import { percentOf } from './owner-fields.js';
import type { VerificationError } from './verification.js';
import {
  COMPANY_EVIDENCE,
  DOCUMENT_SIDES,
  type DocumentType,
  IDENTITY_DOCUMENTS,
  TWO_SIDED,
  type VerificationErrorType,
} from './vocabulary.js';

/** Everything that a verification of this customer still lacks, in one list. */
export function lacking(
  customer: Customer,
  holdings: Holdings,
  platform: Platform,
  now: Instant,
): readonly VerificationError[] {
  const own = holdings.documents.filter(({ documentHolder }) => documentHolder === customer.id);
  return customer.customerType === 'INDIVIDUAL'
    ? [...ofPerson(customer, now), ...ofProvider(customer, platform), ...identity(customer.id, own)]
    : [
        ...ofCompany(customer),
        ...ofProvider(customer, platform),
        ...ofOwners(customer.id, holdings),
        ...evidence(customer.id, own, now),
      ];
}

const OF_AGE_YEARS = 18;
const PROOF_OF_ADDRESS_MONTHS = 3;

function ofPerson(customer: Customer, now: Instant): readonly VerificationError[] {
  const { id, fullName, birthDate } = customer;
  const errors = missing(id, {
    fullName,
    birthDate,
    nationality: customer.nationality,
    idType: customer.idType,
    identifier: customer.sealedIdentifier,
    address: customer.address,
  });
  return [...errors, ...invalidInPerson(customer, now)];
}

/** Values of an individual that every verification refuses. A business has none. */
export function invalidInPerson(
  { id, fullName, birthDate, nationality }: Customer,
  now: Instant,
): readonly VerificationError[] {
  const errors: VerificationError[] = [];
  if (fullName !== null && nameKind(fullName, nationality) === 'none') {
    errors.push(invalid(id, 'fullName', 'must be the name in the identity document, with at least two letters'));
  }
  if (birthDate !== null && birthDate > yearsBefore(now, OF_AGE_YEARS)) {
    errors.push(invalid(id, 'birthDate', `the customer must be at least ${OF_AGE_YEARS} years old`));
  }
  return errors;
}

const ofCompany = ({ id, businessInfo, sealedTaxId, address }: Customer): readonly VerificationError[] =>
  missing(id, {
    'businessInfo.legalName': businessInfo?.legalName,
    'businessInfo.registrationNumber': businessInfo?.registrationNumber,
    'businessInfo.taxId': sealedTaxId,
    'businessInfo.entityType': businessInfo?.entityType,
    address,
  });

/** Fields that the provider of a currency can require in addition to those of every customer. */
const PROVIDER_FIELDS: Readonly<
  Partial<Record<CustomerInfoField, { readonly field: string; readonly of: (customer: Customer) => unknown }>>
> = {
  EMAIL: { field: 'email', of: ({ email }) => email },
  PHONE_NUMBER: { field: 'phoneNumber', of: ({ phoneNumber }) => phoneNumber },
  BUSINESS_TYPE: { field: 'businessInfo.businessType', of: ({ businessInfo }) => businessInfo?.businessType },
};

function ofProvider(customer: Customer, platform: Platform): readonly VerificationError[] {
  const required = platform.supportedCurrencies
    .filter(({ currencyCode }) => customer.currencies.includes(currencyCode))
    .flatMap(({ providerRequiredCustomerFields }) => providerRequiredCustomerFields);
  const asked = [...new Set(required)].flatMap((name) => {
    const known = PROVIDER_FIELDS[name];
    const ofBusinesses = name === 'BUSINESS_TYPE' && customer.customerType === 'INDIVIDUAL';
    return known === undefined || ofBusinesses ? [] : [[known.field, known.of(customer)] as const];
  });
  return missing(customer.id, Object.fromEntries(asked));
}

const WHOLE_PPM = 1_000_000;
/** The share from which every owner must be named. */
export const REPORTABLE_PPM = WHOLE_PPM / 4;

/**
 * A business must name one control person and every owner of 25 % or more. If no owner has 25 %, the platform must add
 * the largest owner with the role UBO.
 */
export function missingOwners(
  customerId: string,
  owners: readonly Pick<BeneficialOwner, 'roles' | 'ownershipPpm'>[],
): readonly VerificationError[] {
  const errors: VerificationError[] = [];
  if (!owners.some(({ roles, ownershipPpm }) => roles.includes('UBO') || ownershipPpm >= REPORTABLE_PPM)) {
    errors.push(
      error(customerId, 'MISSING_BENEFICIAL_OWNER', {
        reason: 'add every owner of 25 % or more; if there is none, add the largest owner with the role UBO',
      }),
    );
  }
  if (!owners.some(({ roles }) => roles.includes('CONTROL_PERSON'))) {
    errors.push(
      error(customerId, 'MISSING_CONTROL_PERSON', { reason: 'at least one owner must have the role CONTROL_PERSON' }),
    );
  }
  return errors;
}

function ofOwners(customerId: string, { owners }: Holdings): readonly VerificationError[] {
  const errors = [...missingOwners(customerId, owners)];
  const total = owners.reduce((sum, { ownershipPpm }) => sum + ownershipPpm, 0);
  if (total > WHOLE_PPM) {
    const reason = `the shares of all owners add up to ${percentOf(total)} %; the maximum is 100 %`;
    errors.push(invalid(customerId, 'ownershipPercentage', reason));
  }
  return errors;
}

const WHAT_PROVES: Readonly<Record<keyof typeof COMPANY_EVIDENCE, string>> = {
  MISSING_LEGAL_PRESENCE_DOCUMENT: 'a document that proves legal presence is required',
  MISSING_CONTROL_STRUCTURE_DOCUMENT: 'a document that proves the control structure is required',
  MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: 'a document that proves the ownership structure is required',
  MISSING_PROOF_OF_ADDRESS_DOCUMENT: `a proof of address from the last ${PROOF_OF_ADDRESS_MONTHS} months is required`,
};

function evidence(customerId: string, documents: readonly Document[], now: Instant): readonly VerificationError[] {
  const errors = (Object.keys(COMPANY_EVIDENCE) as (keyof typeof COMPANY_EVIDENCE)[]).flatMap((type) => {
    const accepted: readonly DocumentType[] = COMPANY_EVIDENCE[type];
    return documents.some(({ documentType }) => accepted.includes(documentType))
      ? []
      : [error(customerId, type, { acceptedDocumentTypes: accepted, reason: WHAT_PROVES[type] })];
  });
  return [...errors, ...staleProof(documents, now)];
}

/**
 * A proof uploaded longer ago cannot be dated within the period. The provider checks the date that is printed on it.
 */
function staleProof(documents: readonly Document[], now: Instant): readonly VerificationError[] {
  const accepted: readonly DocumentType[] = COMPANY_EVIDENCE.MISSING_PROOF_OF_ADDRESS_DOCUMENT;
  const proofs = documents.filter(({ documentType }) => accepted.includes(documentType));
  const newest = proofs.reduce<Document | null>((a, b) => (a === null || b.uploadedAt > a.uploadedAt ? b : a), null);
  if (newest === null || newest.uploadedAt >= monthsBefore(now, PROOF_OF_ADDRESS_MONTHS)) return [];
  return [
    error(newest.id, 'EXPIRED_DOCUMENT', {
      acceptedDocumentTypes: accepted,
      reason: `the proof of address was uploaded more than ${PROOF_OF_ADDRESS_MONTHS} months ago`,
    }),
  ];
}

/** Whether there is a passport, or both sides of another identity document. */
export const showsIdentity = (documents: readonly Document[]): boolean =>
  IDENTITY_DOCUMENTS.some((type) => {
    const sides = sidesOf(type, documents);
    return TWO_SIDED.includes(type) ? DOCUMENT_SIDES.every((side) => sides.includes(side)) : sides.length > 0;
  });

const sidesOf = (type: DocumentType, documents: readonly Document[]) =>
  documents.filter((document) => document.documentType === type).map(({ side }) => side);

function identity(customerId: string, documents: readonly Document[]): readonly VerificationError[] {
  if (showsIdentity(documents)) return [];
  const begun = TWO_SIDED.find((type) => sidesOf(type, documents).length > 0);
  if (begun === undefined) {
    return [
      error(customerId, 'MISSING_IDENTITY_DOCUMENT', {
        acceptedDocumentTypes: IDENTITY_DOCUMENTS,
        reason: 'a passport is required, or both sides of a driving licence or a national id',
      }),
    ];
  }
  const absent = DOCUMENT_SIDES.filter((side) => !sidesOf(begun, documents).includes(side));
  return [
    error(customerId, 'INCOMPLETE_DOCUMENT', {
      acceptedDocumentTypes: [begun],
      reason: `the ${absent.join(' and ')} of the ${begun} is missing`,
    }),
  ];
}

const missing = (resourceId: string, fields: Readonly<Record<string, unknown>>): VerificationError[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    (value ?? '') === '' ? [error(resourceId, 'MISSING_FIELD', { field, reason: 'is required' })] : [],
  );

const invalid = (resourceId: string, field: string, reason: string): VerificationError =>
  error(resourceId, 'INVALID_FIELD', { field, reason });

const error = (
  resourceId: string,
  type: VerificationErrorType,
  rest: Partial<VerificationError> & Pick<VerificationError, 'reason'>,
): VerificationError => ({ resourceId, type, field: null, acceptedDocumentTypes: null, ...rest });

/** The day this many years ago, as `YYYY-MM-DD`. A person born on it reaches this age today. */
function yearsBefore(now: Instant, years: number): string {
  const [year, rest] = [Number(dayOf(now).slice(0, 4)), dayOf(now).slice(4)];
  return `${year - years}${rest}`;
}

/** The instant this many months ago; the last day of the month if it has no such day. */
function monthsBefore(now: Instant, months: number): number {
  const at = new Date(now);
  at.setUTCMonth(at.getUTCMonth() - months);
  return at.getUTCDate() === new Date(now).getUTCDate() ? at.getTime() : at.setUTCDate(0);
}
