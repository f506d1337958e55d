import { describe, expect, it } from 'vitest';
import { reversingSealer } from '../testing/ports.js';
import type { Customer } from '../customers/index.js';
import type { Id } from '../kernel/index.js';
import {
  customerChange,
  isWithin,
  mergeChanges,
  ownerChange,
  proposedFields,
  sealChange,
  withIdentity,
  withoutPaths,
} from './identity-change.js';
import type { Verification } from './verification.js';

const CUSTOMER = 'Customer:018bcfe5-6800-7000-8000-000000000001' as Id<'Customer'>;
const OWNER = 'BeneficialOwner:018bcfe5-6800-7000-8000-000000000002' as Id<'BeneficialOwner'>;
const OTHER_OWNER = 'BeneficialOwner:018bcfe5-6800-7000-8000-000000000003' as Id<'BeneficialOwner'>;
const ID = 'Verification:018bcfe5-6800-7000-8000-000000000004';

type Change = Parameters<typeof sealChange>[3];
const stored = (resourceId: Id<'Customer'> | Id<'BeneficialOwner'>, change: Change): Verification =>
  ({ id: ID, ...sealChange(reversingSealer, ID, resourceId, change) }) as unknown as Verification;
const customer = { id: CUSTOMER } as unknown as Customer;

describe('a proposed change of identity', () => {
  it('of a person is stored with its number sealed, and read as it was proposed', () => {
    const change = { fullName: 'Ada Lovelace', identifier: '912-55-0187' } as unknown as Change;
    const kept = stored(CUSTOMER, change);
    expect(kept.proposal).toEqual({
      resourceId: CUSTOMER,
      fields: { fullName: 'Ada Lovelace' },
      number: 'identifier',
    });
    expect(JSON.stringify(kept)).not.toContain('912-55-0187');
    expect(kept.sealedNumber).not.toBeNull();
    expect(customerChange(reversingSealer, kept, customer)).toEqual(change);
    expect(proposedFields(kept.proposal!)).toEqual([
      { field: 'fullName', value: 'Ada Lovelace' },
      { field: 'identifier' },
    ]);
  });

  it('of a business is stored with its tax number sealed, beside the other fields of the business', () => {
    const change = { address: { country: 'US' }, businessInfo: { legalName: 'Ada Ltd', taxId: '12-3456789' } };
    const kept = stored(CUSTOMER, change as unknown as Change);
    expect(kept.proposal).toEqual({
      resourceId: CUSTOMER,
      fields: { address: { country: 'US' }, businessInfo: { legalName: 'Ada Ltd' } },
      number: 'taxId',
    });
    expect(JSON.stringify(kept)).not.toContain('12-3456789');
    expect(customerChange(reversingSealer, kept, customer)).toEqual(change);
    expect(proposedFields(kept.proposal!)).toEqual([
      { field: 'address', value: { country: 'US' } },
      { field: 'businessInfo.legalName', value: 'Ada Ltd' },
      { field: 'businessInfo.taxId' },
    ]);
  });

  it('of the tax number alone has no other field', () => {
    const kept = stored(CUSTOMER, { businessInfo: { taxId: '12-3456789' } } as unknown as Change);
    expect(kept.proposal).toEqual({ resourceId: CUSTOMER, fields: {}, number: 'taxId' });
    expect(customerChange(reversingSealer, kept, customer)).toEqual({ businessInfo: { taxId: '12-3456789' } });
    expect(proposedFields(kept.proposal!)).toEqual([{ field: 'businessInfo.taxId' }]);
  });

  it('without a number seals nothing', () => {
    const kept = stored(CUSTOMER, { birthDate: '1990-12-10' } as unknown as Change);
    expect([kept.proposal?.number, kept.sealedNumber]).toEqual([null, null]);
    expect(customerChange(reversingSealer, kept, customer)).toEqual({ birthDate: '1990-12-10' });
    expect(proposedFields(kept.proposal!)).toEqual([{ field: 'birthDate', value: '1990-12-10' }]);
  });

  it('of an owner is a change of this owner only, and its paths name the personal information', () => {
    const change = { lastName: 'Byron', identifier: '912-55-0187' } as unknown as Change;
    const kept = stored(OWNER, change);
    expect(ownerChange(reversingSealer, kept, OWNER)).toEqual(change);
    expect(ownerChange(reversingSealer, kept, OTHER_OWNER)).toEqual({});
    expect(customerChange(reversingSealer, kept, customer)).toEqual({});
    expect(proposedFields(kept.proposal!)).toEqual([
      { field: 'personalInfo.lastName', value: 'Byron' },
      { field: 'personalInfo.identifier' },
    ]);
    const plain = stored(OWNER, { lastName: 'Byron' } as unknown as Change);
    expect(ownerChange(reversingSealer, plain, OWNER)).toEqual({ lastName: 'Byron' });
  });

  it('is empty for a verification that proposes nothing', () => {
    const none = { id: ID, proposal: null, sealedNumber: null } as unknown as Verification;
    expect(customerChange(reversingSealer, none, customer)).toEqual({});
    expect(ownerChange(reversingSealer, none, OWNER)).toEqual({});
  });

  it('is applied to the customer field by field, also within the business', () => {
    const open = { id: CUSTOMER, fullName: 'Ada', businessInfo: { legalName: 'Ada Ltd', taxId: '1' } } as never;
    expect(withIdentity(open, { businessInfo: { taxId: '2' } } as never)).toEqual({
      id: CUSTOMER,
      fullName: 'Ada',
      businessInfo: { legalName: 'Ada Ltd', taxId: '2' },
    });
    const person = withIdentity({ id: CUSTOMER, fullName: 'Ada' } as never, { fullName: 'Eve' } as never);
    expect(person).toEqual({ id: CUSTOMER, fullName: 'Eve' });
    expect('businessInfo' in person).toBe(false);
  });

  it('that is merged with a later one has the later value of each field', () => {
    const earlier = { fullName: 'Ada', birthDate: '1990-12-10', businessInfo: { legalName: 'A', taxId: '1' } };
    const later = { fullName: 'Eve', businessInfo: { taxId: '2' } };
    expect(mergeChanges(earlier as never, later as never)).toEqual({
      fullName: 'Eve',
      birthDate: '1990-12-10',
      businessInfo: { legalName: 'A', taxId: '2' },
    });
    expect(mergeChanges({ fullName: 'Ada' } as never, {} as never)).toEqual({ fullName: 'Ada' });
    expect(mergeChanges({ businessInfo: { taxId: '1' } } as never, {} as never)).toEqual({
      businessInfo: { taxId: '1' },
    });
  });

  it('loses exactly the fields that are taken out of it', () => {
    const change = { fullName: 'Ada', birthDate: '1990-12-10', businessInfo: { legalName: 'A', taxId: '1' } } as never;
    expect(withoutPaths(change, ['fullName', 'businessInfo.taxId'])).toEqual({
      birthDate: '1990-12-10',
      businessInfo: { legalName: 'A' },
    });
    expect(withoutPaths(change, ['businessInfo.legalName', 'businessInfo.taxId', 'taxId'])).toEqual({
      fullName: 'Ada',
      birthDate: '1990-12-10',
    });
    expect(withoutPaths(change, [])).toEqual(change);
  });

  it('is within another if each of its values is there, in any order of the fields', () => {
    const other = {
      fullName: 'Ada',
      birthDate: '1990-12-10',
      address: { line1: '1 Main St', country: 'US', postalCode: '94105' },
      businessInfo: { legalName: 'A', taxId: '1' },
    } as never;
    for (const change of [
      {},
      { fullName: 'Ada' },
      { birthDate: '1990-12-10', fullName: 'Ada' },
      { address: { postalCode: '94105', line1: '1 Main St', country: 'US' } },
      { address: { country: 'US', postalCode: '94105', line1: '1 Main St' } },
      { businessInfo: { taxId: '1' } },
    ]) {
      expect(isWithin(change as never, other), JSON.stringify(change)).toBe(true);
    }
    for (const change of [
      { fullName: 'Eve' },
      { nationality: 'US' },
      { address: { line1: '1 Main St', country: 'US' } },
      { address: { line1: 'US', country: '1 Main St', postalCode: '94105' } },
      { businessInfo: { taxId: '2' } },
    ]) {
      expect(isWithin(change as never, other), JSON.stringify(change)).toBe(false);
    }
  });
});
