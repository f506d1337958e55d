import { beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../customers/index.js';
import { refusal } from '../testing/index.js';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { valueOf } from '../testing/play-core.js';
import { BENEFICIAL_OWNERS, type BeneficialOwner } from './index.js';

let of: PlayCompanies;
let business: Customer;
let owner: BeneficialOwner;

beforeEach(async () => {
  of = await playCompanies();
  business = await of.documented();
  owner = await of.owner(business);
  await of.submit(business);
  await of.play.pass(0);
  expect((await of.customer(business)).kycStatus).toBe('APPROVED');
});

const stored = async ({ id }: BeneficialOwner) => (await of.record(BENEFICIAL_OWNERS, id))!;
const reviews = async () => (await of.customer(business)).identityReviews;

/** A further owner of the approved business, approved as well. */
async function another(lastName: string, over: object): Promise<BeneficialOwner> {
  const added = await of.owner(business, lastName, over);
  await of.play.pass(0);
  return valueOf(
    await of.decide(added.id, 'APPROVED').then(() => of.play.read(of.play.core.verification.owners.get, added)),
  );
}

describe('an approved business', () => {
  it.each([
    ['the last control person', { roles: ['UBO'] }],
    ['the last large owner', { roles: ['CONTROL_PERSON'], ownershipPercentage: 24.9999 }],
  ])('keeps %s', async (_what, change) => {
    expect(refusal(await of.change(owner.id, change)).code).toBe('CONFLICT');
    expect(await stored(owner)).toMatchObject({ roles: ['UBO', 'CONTROL_PERSON'], ownershipPpm: 600_000, version: 2 });
    expect(await reviews()).toEqual([]);
  });

  it('lets an owner go once another one is approved', async () => {
    await another('Second', { roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 30 });
    const changed = valueOf(await of.change(owner.id, { roles: ['DIRECTOR'] }));
    expect(changed.roles).toEqual(['DIRECTOR']);
  });

  it('does not count an owner whose share or role is proposed to end', async () => {
    const second = await another('Second 001', { roles: ['CONTROL_PERSON'], ownershipPercentage: 40 });
    valueOf(await of.change(second.id, { ownershipPercentage: 10 }));
    expect(await reviews()).toHaveLength(1);
    const leave = { roles: ['CONTROL_PERSON'], ownershipPercentage: 20 };
    expect(refusal(await of.change(owner.id, leave)).code).toBe('CONFLICT');
  });
});

describe('a change of an approved owner', () => {
  it.each([
    ['a share that rises to 25 %', { ownershipPercentage: 25 }, { ownershipPpm: 250_000 }],
    ['a new control person', { roles: ['DIRECTOR', 'CONTROL_PERSON'] }, { roles: ['DIRECTOR', 'CONTROL_PERSON'] }],
    ['a new ultimate owner', { roles: ['DIRECTOR', 'UBO'] }, { roles: ['DIRECTOR', 'UBO'] }],
  ])('verifies %s first', async (_what, change, fields) => {
    const second = await another('Second 001', { roles: ['DIRECTOR'], ownershipPercentage: 24 });
    const answered = valueOf(await of.change(second.id, change));
    expect(answered).toMatchObject({ roles: ['DIRECTOR'], ownershipPpm: 240_000 });
    const [id] = await reviews();
    expect((await of.verification(id!)).proposal).toMatchObject({ resourceId: second.id, fields });
    valueOf(await of.decide(id!, 'APPROVED'));
    expect(await stored(second)).toMatchObject(fields);
    expect((await of.play.core.ledger.audit()).findings).toEqual([]);
  });

  it('verifies a share that falls below 25 % first, and drops it after a rejection', async () => {
    const second = await another('Second 001', { roles: ['DIRECTOR'], ownershipPercentage: 30 });
    valueOf(await of.change(second.id, { ownershipPercentage: 24 }));
    const [id] = await reviews();
    valueOf(await of.decide(id!, 'REJECTED'));
    expect(await stored(second)).toMatchObject({ ownershipPpm: 300_000 });
    expect(await reviews()).toEqual([]);
  });

  it('takes other shares and roles at once, and shows the proposal in percent', async () => {
    const second = await another('Second 001', { roles: ['DIRECTOR'], ownershipPercentage: 30 });
    const change = { roles: ['TRUSTEE'], ownershipPercentage: 26 };
    expect(valueOf(await of.change(second.id, change))).toMatchObject({ roles: ['TRUSTEE'], ownershipPpm: 260_000 });
    expect(await reviews()).toEqual([]);
    valueOf(await of.change(second.id, { ownershipPercentage: 12.5 }));
    const dossier = valueOf(await of.play.read(of.play.core.verification.dossier, { customerId: business.id }));
    const [id] = await reviews();
    expect(dossier.changes.get(id!)).toEqual([{ field: 'ownershipPercentage', before: 26, after: 12.5 }]);
    expect(refusal(await of.change(second.id, { ownershipPercentage: 27 })).code).toBe('CONFLICT');
    expect(valueOf(await of.change(second.id, { ownershipPercentage: 12.5 })).ownershipPpm).toBe(260_000);
  });
});
