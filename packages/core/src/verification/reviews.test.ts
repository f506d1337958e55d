import { beforeEach, expect, it } from 'vitest';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { valueOf } from '../testing/play-core.js';

let of: PlayCompanies;
beforeEach(async () => {
  of = await playCompanies();
});

const reviews = () => of.play.core.verification.reviews;
const verifications = async (filter: object = {}) =>
  valueOf(await reviews().verifications(filter)).data.map(({ platform, record, about }) => [
    platform.name,
    record.id,
    about.id,
  ]);
const owners = async (filter: object = {}) =>
  valueOf(await reviews().owners(filter)).data.map(({ record, about }) => [record.lastName, about.id]);

/** A business that the sandbox leaves to a person. */
async function waiting() {
  await of.play.pass(1);
  const customer = await of.documented({ registrationNumber: 'REG-001' });
  await of.owner(customer);
  const { id } = await of.submit(customer);
  await of.play.pass(0);
  return { customer, id };
}
async function approved() {
  const customer = await of.documented();
  await of.owner(customer);
  const { id } = await of.submit(customer);
  await of.play.pass(0);
  expect((await of.verification(id)).verificationStatus).toBe('APPROVED');
  return { customer, id };
}

it('verifications that wait for a person are listed with their customers, oldest first, and no others', async () => {
  const [one, two, deleted] = [await waiting(), await waiting(), await waiting()];
  await approved();
  await of.submit(await of.business());
  valueOf(await of.play.run(of.play.core.customers.delete, { id: deleted.customer.id }));
  const expected = [
    ['Play', one.id, one.customer.id],
    ['Play', two.id, two.customer.id],
  ];
  expect(await verifications()).toEqual(expected);
  expect(await verifications({ environment: 'SANDBOX' })).toEqual(expected);
  expect(await verifications({ environment: 'PRODUCTION' })).toEqual([]);
  valueOf(await of.decide(one.id, 'APPROVED'));
  expect(await verifications()).toEqual(expected.slice(1));
});

it('undecided owners wait for a person if their business is approved', async () => {
  const { customer } = await approved();
  for (const name of ['Murray001', 'Byron001', 'King002', 'Hamilton']) {
    await of.play.pass(1);
    await of.owner(customer, name, { ownershipPercentage: 5 });
    await of.play.pass(0);
  }
  await of.owner((await waiting()).customer, 'Early001');
  await of.owner(await of.business(), 'New001');
  const expected = [
    ['Murray001', customer.id],
    ['Byron001', customer.id],
  ];
  expect(await owners()).toEqual(expected);
  expect(await owners({ environment: 'SANDBOX' })).toEqual(expected);
  expect(await owners({ environment: 'PRODUCTION' })).toEqual([]);
});

it('an owner does not wait any more after its decision or deletion, or after the deletion of its business', async () => {
  const { customer } = await approved();
  const names = ['One001', 'Two001', 'Three001'];
  const added = [];
  for (const name of names) added.push(await of.owner(customer, name, { ownershipPercentage: 5 }));
  await of.play.pass(0);
  expect((await owners()).map(([name]) => name).toSorted()).toEqual(names.toSorted());
  valueOf(await of.decide(added[0]!.id, 'REJECTED'));
  valueOf(await of.play.run(of.play.core.verification.owners.delete, { id: added[1]!.id }));
  expect((await owners()).map(([name]) => name)).toEqual(['Three001']);
  valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
  expect(await owners()).toEqual([]);
});
