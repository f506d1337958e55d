import { beforeEach, describe, expect, it } from 'vitest';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { RailUnavailable } from '../accounts/index.js';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import type { KycApplication, KycVerdict, OwnerApplication, OwnerVerdict } from './index.js';

let of: PlayCompanies;
let asked: KycApplication[];
let owners: OwnerApplication[];
let review: (application: KycApplication) => Promise<KycVerdict>;
let reviewOwner: () => Promise<OwnerVerdict>;

const approved: KycVerdict = { state: 'approved', errors: [], owners: new Map() };

beforeEach(async () => {
  asked = [];
  owners = [];
  review = async () => approved;
  reviewOwner = async () => 'approve';
  const storage = createMemoryStorage();
  const SANDBOX = {
    name: 'acme-id',
    review: (application: KycApplication) => {
      asked.push(application);
      return review(application);
    },
    reviewOwner: (owner: OwnerApplication) => {
      owners.push(owner);
      return reviewOwner();
    },
  };
  of = await playCompanies({
    storage,
    verification: kycPorts(createDatabaseBlobs(storage.units, fixedClock()), { SANDBOX }),
  });
});

async function submitted(registrationNumber = 'REG-900') {
  const customer = await of.documented({ registrationNumber });
  const owner = await of.owner(customer);
  const { id } = await of.submit(customer);
  await of.play.pass(0);
  return { customer, owner, id, status: async () => (await of.verification(id)).verificationStatus };
}

describe('a provider that is connected to the sandbox', () => {
  it('is asked, and named in the verification', async () => {
    const { customer, id, status } = await submitted();
    expect(await status()).toBe('APPROVED');
    expect((await of.verification(id)).provider).toBe('acme-id');
    expect(asked.map(({ customer: { id: about } }) => about)).toEqual([customer.id]);
  });

  it('is not asked about a number with a magic ending', async () => {
    expect(await (await submitted('REG-002')).status()).toBe('REJECTED');
    expect(await (await submitted('REG-001')).status()).toBe('PENDING_MANUAL_REVIEW');
    expect(asked).toEqual([]);
  });

  it('is not asked about an owner with a magic ending, whatever it decides on the business', async () => {
    const customer = await of.documented();
    const [plain, rejected, open] = [
      await of.owner(customer),
      await of.owner(customer, 'Murray002', { ownershipPercentage: 20 }),
      await of.owner(customer, 'Byron001', { ownershipPercentage: 20 }),
    ];
    review = async (application) => ({
      ...approved,
      owners: new Map(application.owners.map(({ id }) => [id, 'approve'])),
    });
    await of.submit(customer);
    await of.play.pass(0);
    const statusOf = async (id: string) =>
      valueOf(await of.play.read(of.play.core.verification.owners.get, { id })).kycStatus;
    expect(await Promise.all([plain, rejected, open].map(({ id }) => statusOf(id)))).toEqual([
      'APPROVED',
      'REJECTED',
      'PENDING',
    ]);
    await of.owner(customer, 'King002', { ownershipPercentage: 5 });
    await of.owner(customer, 'Hamilton', { ownershipPercentage: 5 });
    await of.play.pass(0);
    expect(owners.map(({ lastName }) => lastName)).toEqual(['Hamilton']);
  });

  it('decides on a person at the submission, and on one with an ending when the person is created', async () => {
    const create = async (fullName: string) =>
      valueOf(await of.play.run(of.play.core.customers.create, { customerType: 'INDIVIDUAL', fullName })).kycStatus;
    expect(await create('Grace Hopper')).toBe('PENDING');
    expect(await create('Grace Hopper002')).toBe('REJECTED');
    expect(asked).toEqual([]);
  });
});

describe('a connected provider', () => {
  it('that is away is asked again until it answers, about the same submission', async () => {
    review = async () => {
      throw new RailUnavailable('acme-id', 'submit', 'no answer within 10 seconds');
    };
    const { status } = await submitted();
    await of.play.pass(10);
    expect([await status(), asked.length > 1]).toEqual(['IN_PROGRESS', true]);
    review = async () => approved;
    await of.play.pass(600);
    expect(await status()).toBe('APPROVED');
    expect(new Set(asked.map(({ reference, submission }) => `${reference} ${submission}`)).size).toBe(1);
  });

  it('that answers nonsense decides nothing', async () => {
    review = async () => ({ state: 'approved' }) as never;
    const { status } = await submitted();
    expect(await status()).toBe('IN_PROGRESS');
  });

  it('that asks for more gets the next submission under another number', async () => {
    review = async ({ customer }) => ({
      state: 'resolve',
      errors: [
        {
          resourceId: customer.id,
          type: 'INVALID_FIELD',
          field: 'businessInfo.legalName',
          acceptedDocumentTypes: null,
          reason: 'not in the register',
        },
      ],
    });
    const { customer, status } = await submitted();
    expect(await status()).toBe('RESOLVE_ERRORS');
    review = async () => approved;
    await of.submit(customer);
    await of.play.pass(0);
    expect(await status()).toBe('APPROVED');
    const [first, second] = asked;
    expect(first!.reference).toBe(second!.reference);
    expect(first!.submission).not.toBe(second!.submission);
  });

  it('that needs time for a later owner is asked again, until it or a person decides', async () => {
    const { customer } = await submitted();
    reviewOwner = async () => ({ state: 'pending', checkAfterSeconds: 600 });
    const owner = await of.owner(customer, 'Hamilton', { ownershipPercentage: 5 });
    const statusOf = async ({ id }: { readonly id: string }) =>
      valueOf(await of.play.read(of.play.core.verification.owners.get, { id })).kycStatus;
    await of.play.pass(0);
    await of.play.pass(599);
    expect([await statusOf(owner), owners.length]).toEqual(['PENDING', 1]);
    reviewOwner = async () => 'approve';
    await of.play.pass(1);
    expect([await statusOf(owner), owners.length]).toEqual(['APPROVED', 2]);

    reviewOwner = async () => ({ state: 'pending', checkAfterSeconds: 600 });
    const other = await of.owner(customer, 'Byron', { ownershipPercentage: 5 });
    await of.play.pass(0);
    valueOf(await of.decide(other.id, 'REJECTED'));
    await of.play.pass(10_000);
    expect([await statusOf(other), owners.length]).toEqual(['REJECTED', 3]);
  });

  it('that decides after the customer was deleted decides nothing', async () => {
    let answer: (verdict: KycVerdict) => void = () => undefined;
    review = () => new Promise((resolve) => (answer = resolve));
    const customer = await of.documented();
    await of.owner(customer);
    const { id } = await of.submit(customer);
    of.play.clock.advance(1);
    const worked = of.play.core.work.drain();
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
    answer(approved);
    await worked;
    expect((await of.verification(id)).verificationStatus).toBe('IN_PROGRESS');
    await of.play.pass(600);
    expect(asked).toHaveLength(1);
  });
});
