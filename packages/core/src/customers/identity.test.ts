import { describe, expect, it } from 'vitest';
import type { OpenCustomer } from './customer-numbers.js';
import { clearedIdentity, identityPaths, isEmptyChange, namedIdentity, splitIdentity } from './identity.js';

const PERSON = {
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  countryOfIssuance: null,
  address: { line1: '1 Main St', country: 'US' },
  businessInfo: null,
  email: 'ada@example.com',
} as unknown as OpenCustomer;
const COMPANY = {
  ...PERSON,
  fullName: null,
  businessInfo: { legalName: 'Acme', taxId: '12-3456789', country: 'US', entityType: 'LLC' },
} as unknown as OpenCustomer;
const changed = (customer: OpenCustomer, change: object) =>
  splitIdentity(customer, { ...customer, ...change } as never);

describe('a change of a person', () => {
  it.each([
    { fullName: 'Ada King' },
    { birthDate: '1980-01-01' },
    { nationality: 'FR' },
    { idType: 'ITIN' },
    { identifier: '912-55-0188' },
    { countryOfIssuance: 'US' },
    { fullName: null, address: { line1: '1 Main St', country: 'CA' } },
    { address: null },
  ])('of the identity %j keeps the verified values in the rest', (change) => {
    const { identity, rest } = changed(PERSON, { ...change, email: 'king@example.com' });
    expect(identity).toEqual(change);
    expect(rest).toEqual({ ...PERSON, email: 'king@example.com' });
  });

  it('of other fields, or of an address in the same country, has no identity', () => {
    const change = { email: null, address: { line1: '2 Main St', country: 'US' } };
    const { identity, rest } = changed(PERSON, change);
    expect([identity, isEmptyChange(identity)]).toEqual([{}, true]);
    expect(rest).toEqual({ ...PERSON, ...change });
  });

  it('without an address before and after has no identity', () => {
    const { identity } = changed({ ...PERSON, address: null }, { email: null });
    expect(identity).toEqual({});
  });
});

describe('a change of a company', () => {
  it('separates its identity from its other fields', () => {
    const businessInfo = { legalName: 'Acme 2', registrationNumber: 'R1', country: 'US', entityType: 'CORPORATION' };
    const { identity, rest } = changed(COMPANY, { businessInfo });
    expect(identity).toEqual({ businessInfo: { legalName: 'Acme 2', registrationNumber: 'R1', taxId: null } });
    expect(rest).toEqual({
      ...COMPANY,
      businessInfo: { legalName: 'Acme', taxId: '12-3456789', country: 'US', entityType: 'CORPORATION' },
    });
    expect(isEmptyChange(identity)).toBe(false);
  });

  it('of other fields has no identity', () => {
    const businessInfo = { ...COMPANY.businessInfo, entityType: 'CORPORATION', doingBusinessAs: 'A' };
    const { identity, rest } = changed(COMPANY, { businessInfo });
    expect(identity).toEqual({});
    expect(rest).toEqual({ ...COMPANY, businessInfo });
  });

  it('that clears everything proposes to clear the identity', () => {
    expect(changed(COMPANY, { businessInfo: null }).identity).toEqual({
      businessInfo: { legalName: null, taxId: null, country: null },
    });
  });
});

describe('the paths of a change', () => {
  it('name each field as a request does', () => {
    expect(identityPaths({ fullName: 'A', businessInfo: { taxId: '1', country: 'US' } })).toEqual([
      'fullName',
      'businessInfo.taxId',
      'businessInfo.country',
    ]);
    expect(identityPaths({})).toEqual([]);
  });

  it('include present values, but no field that is not part of the identity', () => {
    const input = { email: 'a@example.com', fullName: 'Ada', nationality: null, address: {}, birthDate: undefined };
    expect(namedIdentity(input)).toEqual(['fullName', 'nationality', 'address']);
    const businessInfo = { legalName: 'A', taxId: null, country: 'US', registrationNumber: 'R', entityType: 'LLC' };
    expect(namedIdentity({ businessInfo })).toEqual([
      'businessInfo.legalName',
      'businessInfo.registrationNumber',
      'businessInfo.taxId',
      'businessInfo.country',
    ]);
    expect(namedIdentity({ businessInfo: null })).toEqual([]);
  });

  it('of verified fields that would be cleared are refused, except the optional one', () => {
    const fields = (change: object) => clearedIdentity(change as never).map(({ field }) => field);
    const businessInfo = { legalName: 'A', taxId: null, country: null };
    expect(fields({ fullName: null, countryOfIssuance: null, birthDate: '1990-12-10', businessInfo })).toEqual([
      'fullName',
      'businessInfo.taxId',
      'businessInfo.country',
    ]);
    expect(fields({ countryOfIssuance: null })).toEqual([]);
  });
});
