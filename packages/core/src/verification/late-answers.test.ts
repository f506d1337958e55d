import { beforeEach, describe, expect, it } from 'vitest';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { RailUnavailable } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { ok, update } from '../kernel/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import { reviewAgain } from './review-again.js';
import {
  type KycApplication,
  type KycVerdict,
  type OwnerApplication,
  type OwnerDecision,
  type VerificationError,
  VERIFICATIONS,
} from './index.js';

const APPROVED: KycVerdict = { state: 'approved', errors: [], owners: new Map() };
const PENDING: KycVerdict = { state: 'pending', checkAfterSeconds: 3600 };

let of: PlayCompanies;
let asked: KycApplication[];
let askedAlone: OwnerApplication[];
let review: (application: KycApplication) => KycVerdict | Promise<KycVerdict>;
let reviewOwner: () => OwnerDecision | null;

beforeEach(async () => {
  asked = [];
  askedAlone = [];
  review = () => APPROVED;
  reviewOwner = () => 'approve';
  const storage = createMemoryStorage();
  const provider = {
    name: 'acme-id',
    review: async (application: KycApplication) => {
      asked.push(application);
      return review(application);
    },
    reviewOwner: async (owner: OwnerApplication) => {
      const decision = reviewOwner();
      askedAlone.push(owner);
      return decision;
    },
  };
  of = await playCompanies({
    storage,
    verification: kycPorts(createDatabaseBlobs(storage.units, fixedClock()), { SANDBOX: provider }),
  });
});

async function submitted() {
  const customer = await of.documented();
  const owner = await of.owner(customer);
  const { id } = await of.submit(customer);
  return { customer, owner, id, status: async () => (await of.verification(id)).verificationStatus };
}
const deciding = (decision: OwnerDecision) => (application: KycApplication) => ({
  ...APPROVED,
  owners: new Map(application.owners.map(({ id }) => [id, decision] as const)),
});
const finding = ({ id }: Customer): VerificationError => ({
  ...{ resourceId: id, type: 'INVALID_FIELD', field: 'businessInfo.legalName' },
  ...{ acceptedDocumentTypes: null, reason: 'not in the register' },
});
const askAgain = async (subject: string): Promise<boolean> =>
  valueOf(
    await of.play.storage.units.run(of.play.tenant, async (tx) => {
      const ids = { next: () => 'Job:018bcfe5-6800-7000-8000-00000000e0e0' } as never;
      return ok(await reviewAgain({ tx, ctx: of.play.context(), ids }, subject));
    }),
  );
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Questions that are open until `answers` are called. */
function openQuestions(): ((verdict: KycVerdict) => void)[] {
  const answers: ((verdict: KycVerdict) => void)[] = [];
  review = () => new Promise((resolve) => answers.push(resolve));
  return answers;
}

describe('a verdict on an earlier submission', () => {
  it('decides nothing after a reviewer has asked for more', async () => {
    const { customer, id, status } = await submitted();
    const answers = openQuestions();
    of.play.clock.advance(1);
    const worked = of.play.core.work.drain();
    while (answers.length < 1) await turn();
    valueOf(await of.decide(id, 'RESOLVE_ERRORS', { reason: 'the name is wrong' }));
    await of.submit(customer);
    review = () => PENDING;
    answers[0]!(APPROVED);
    await worked;
    expect([await status(), (await of.customer(customer)).kycStatus]).toEqual(['IN_PROGRESS', 'PENDING']);
    review = deciding('approve');
    await of.play.pass(4000);
    expect(await status()).toBe('APPROVED');
    expect(asked.at(-1)!.submission).toBe(asked[0]!.submission + 2);
  });

  it('does not ask for more a second time', async () => {
    const { customer, id, status } = await submitted();
    const answers = openQuestions();
    of.play.clock.advance(1);
    const worked = of.play.core.work.drain();
    while (answers.length < 1) await turn();
    await askAgain(id);
    while (answers.length < 2) {
      of.play.clock.advance(1);
      void of.play.core.work.drain();
      for (let turns = 0; turns < 20; turns += 1) await turn();
    }
    const resolve: KycVerdict = { state: 'resolve', errors: [finding(customer)] };
    answers[1]!(resolve);
    while ((await status()) !== 'RESOLVE_ERRORS') await turn();
    await of.submit(customer);
    review = () => PENDING;
    answers[0]!(resolve);
    await worked;
    expect(await status()).toBe('IN_PROGRESS');
  });
});

describe('what is added while a provider reviews', () => {
  it('waits, if it is an owner, who is reviewed alone after the approval', async () => {
    review = () => PENDING;
    const { customer, owner, status } = await submitted();
    await of.play.pass(1);
    await of.owner(customer, 'Latecomer', { ownershipPercentage: 30 });
    await of.play.pass(3600);
    review = deciding('approve');
    await of.play.pass(3600);
    await of.play.pass(0);
    expect(await status()).toBe('APPROVED');
    expect(asked.map(({ owners }) => owners.map(({ id }) => id))).toEqual([[owner.id], [owner.id], [owner.id]]);
    expect(askedAlone.map(({ lastName }) => lastName)).toEqual(['Latecomer']);
  });

  it('is not sent, if it is a document, and can be deleted', async () => {
    review = () => PENDING;
    const { customer } = await submitted();
    const late = await of.upload(customer.id, 'UTILITY_BILL');
    await of.play.pass(0);
    expect(asked[0]!.documents).toHaveLength(4);
    expect(asked[0]!.documents.map(({ id }) => id)).not.toContain(late.id);
    valueOf(await of.play.run(of.play.core.verification.documents.delete, { id: late.id }));
  });

  it('cannot be another share or role of an owner', async () => {
    review = () => PENDING;
    const { owner } = await submitted();
    await of.play.pass(0);
    expect(codeOf(await of.change(owner.id, { ownershipPercentage: 5 }))).toBe('CONFLICT');
    expect(codeOf(await of.change(owner.id, { roles: ['UBO'] }))).toBe('CONFLICT');
    valueOf(await of.change(owner.id, { ownershipPercentage: 60, roles: ['CONTROL_PERSON', 'UBO'] }));
  });
});

describe('the approval of a business', () => {
  it('becomes a manual review if the rejected owners leave it without those whom it must have', async () => {
    review = deciding('reject');
    const { customer, id, owner, status } = await submitted();
    await of.play.pass(0);
    expect([await status(), (await of.customer(customer)).kycStatus]).toEqual(['PENDING_MANUAL_REVIEW', 'PENDING']);
    const statusOf = async () =>
      valueOf(await of.play.read(of.play.core.verification.owners.get, { id: owner.id })).kycStatus;
    expect(await statusOf()).toBe('REJECTED');
    valueOf(await of.decide(id, 'RESOLVE_ERRORS', { reason: 'name another owner' }));
    await of.owner(customer, 'Lovelace', { ownershipPercentage: 30 });
    await of.submit(customer);
    review = deciding('approve');
    await of.play.pass(0);
    expect([await status(), await statusOf()]).toEqual(['APPROVED', 'REJECTED']);
  });

  it('stays one if another owner is enough', async () => {
    const customer = await of.documented();
    const enough = await of.owner(customer, 'Lovelace', { ownershipPercentage: 30 });
    const rejected = await of.owner(customer, 'Hopper', { ownershipPercentage: 30 });
    review = () => ({
      ...APPROVED,
      owners: new Map([
        [enough.id, 'approve'],
        [rejected.id, 'reject'],
      ]),
    });
    const { id } = await of.submit(customer);
    await of.play.pass(0);
    expect((await of.verification(id)).verificationStatus).toBe('APPROVED');
  });
});

describe('an owner of a deleted business', () => {
  it('is not sent to the provider', async () => {
    review = deciding('approve');
    const { customer } = await submitted();
    await of.play.pass(0);
    reviewOwner = () => {
      throw new RailUnavailable('acme-id', 'owner', 'no answer within 10 seconds');
    };
    const late = await of.owner(customer, 'Late', { ownershipPercentage: 5 });
    await of.play.pass(0);
    valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
    reviewOwner = () => 'approve';
    await of.play.pass(4000);
    expect(askedAlone).toEqual([]);
    expect(await askAgain(late.id)).toBe(false);
  });
});

describe('a provider that takes over', () => {
  it('is named in the verification that is submitted again', async () => {
    const customer = await of.documented();
    const { id } = await of.submit(customer);
    await of.play.storage.units.run(of.play.tenant, async (tx) => {
      const verification = (await tx.get(VERIFICATIONS, id))!;
      update(tx, of.play.context(), VERIFICATIONS, verification, { provider: 'former-id' });
      return ok();
    });
    await of.owner(customer);
    await of.submit(customer);
    expect((await of.verification(id)).provider).toBe('acme-id');
  });
});
