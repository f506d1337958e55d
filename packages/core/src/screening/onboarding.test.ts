import { describe, expect, it } from 'vitest';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { CUSTOMERS } from '../customers/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type BaseRecord, type KindOf, ok, readAll, update } from '../kernel/index.js';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { decide } from '../testing/decide-match.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { payerOn } from '../testing/play-payer.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';
import { fixedClock } from '../testing/ports.js';
import { BENEFICIAL_OWNERS, type KycVerdict } from '../verification/index.js';
import { SCREENING_MATCHES, SCREENINGS } from './index.js';

const listed = (matches: string) => ({ entry: '17', version: 'a', matches });
const all = <T extends BaseRecord>(play: PlayCore, kind: KindOf<T>) =>
  play.storage.units.read(play.tenant, (reads) => readAll(reads, kind));

async function business(provider: PlayScreening, verdict: KycVerdict): Promise<PlayCompanies> {
  const storage = createMemoryStorage();
  const SANDBOX = { name: 'acme-id', review: async () => verdict, reviewOwner: async () => 'approve' as const };
  const clock = fixedClock();
  const verification = kycPorts(createDatabaseBlobs(storage.units, clock), { SANDBOX });
  return playCompanies({ storage, clock, verification, screening: [provider.connection] });
}
/** Without the questions of rounds: the first answer begins one. */
const own = ({ asked }: PlayScreening) => asked.filter(({ occasion }) => occasion !== 'REPEAT');
const APPROVED: KycVerdict = { state: 'approved', errors: [], owners: new Map() };
const MANUAL: KycVerdict = { state: 'manual-review' };

describe('an individual of the sandbox', () => {
  const individual = (fullName: string) => ({ customerType: 'INDIVIDUAL', fullName, region: 'US' });
  const created = async (of: PlayCompanies, fullName: string) =>
    valueOf(await of.play.run(of.play.core.customers.create, individual(fullName) as never));

  it('is approved by the answer, once', async () => {
    const of = await playCompanies({ screening: [playScreening().connection] });
    const customer = await created(of, 'Ada Lovelace');
    expect(customer.kycStatus).toBe('PENDING');
    await of.play.pass(0);
    expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
    expect(of.play.delivered.map(({ type }) => type)).toEqual(['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);
  });

  it('is decided by a magic ending, whatever the list says', async () => {
    const provider = playScreening({ list: [listed('Ada 002')] });
    const of = await playCompanies({ screening: [provider.connection] });
    expect((await created(of, 'Ada 002')).kycStatus).toBe('REJECTED');
    await of.play.pass(0);
    expect(provider.asked).toEqual([]);
  });

  it('waits for an operator after a match', async () => {
    const provider = playScreening({ list: [listed('Ivan Listed')] });
    const of = await playCompanies({ screening: [provider.connection] });
    const customer = await created(of, 'Ivan Listed');
    await of.play.pass(0);
    expect((await of.customer(customer)).kycStatus).toBe('PENDING');
    expect(await all(of.play, EXCEPTIONS)).toMatchObject([{ kind: 'SCREENING_HIT', subject: customer.id }]);
  });

  it('is asked about again after a change of its name, and not after a change of its email', async () => {
    const provider = playScreening();
    const of = await playCompanies({ screening: [provider.connection] });
    const { id } = await created(of, 'Ada Lovelace');
    await of.play.pass(0);
    const change = (patch: object) =>
      of.play.core.units.run(of.play.tenant, async (tx) => {
        update(tx, of.play.context(), CUSTOMERS, (await tx.get(CUSTOMERS, id))!, patch);
        return ok();
      });
    valueOf(await change({ email: 'ada@example.com' }));
    await of.play.pass(0);
    expect(own(provider)).toHaveLength(1);
    valueOf(await change({ fullName: 'Ada Byron' }));
    await of.play.pass(0);
    expect(own(provider).map(({ parties }) => parties[0]!.name)).toEqual(['Ada Lovelace', 'Ada Byron']);
  });
});

describe('a business', () => {
  const submitted = async (of: PlayCompanies, lastName = 'Hopper') => {
    const customer = await of.documented();
    const owner = await of.owner(customer, lastName);
    const { id } = await of.submit(customer);
    return { customer, owner, id };
  };

  it('is approved with its owners after an answer about all of them', async () => {
    const provider = playScreening();
    const of = await business(provider, APPROVED);
    const { customer, id } = await submitted(of);
    await of.play.pass(0);
    expect((await of.verification(id)).verificationStatus).toBe('APPROVED');
    expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
    expect(own(provider).map(({ parties }) => parties.map(({ role }) => role))).toEqual([['CUSTOMER', 'OWNER']]);
  });

  it('waits while the provider is away', async () => {
    const provider = playScreening();
    const of = await business(provider, APPROVED);
    provider.isAway = true;
    const { id } = await submitted(of);
    await of.play.pass(0);
    await of.play.pass(90);
    expect((await of.verification(id)).verificationStatus).toBe('IN_PROGRESS');
    provider.isAway = false;
    await of.play.pass(31);
    expect((await of.verification(id)).verificationStatus).toBe('APPROVED');
  });

  it('with a match of an owner goes to manual review, and a person cannot approve it while the match is open', async () => {
    const provider = playScreening({ list: [listed('Grace Listed')] });
    const of = await business(provider, APPROVED);
    const { customer, owner, id } = await submitted(of, 'Listed');
    await of.play.pass(0);
    expect((await of.verification(id)).verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    const refused = await of.decide(id, 'APPROVED');
    expect(codeOf(refused)).toBe('CONFLICT');
    expect(refused.ok || refused.error.message).toContain('SCREENING_HIT');
    expect((await of.customer(customer)).kycStatus).toBe('PENDING');
    expect(await all(of.play, SCREENING_MATCHES)).toMatchObject([{ party: owner.id, status: 'OPEN' }]);
    expect(await of.decide(id, 'REJECTED')).toMatchObject({ ok: true });
  });

  it('without a connection cannot be approved while a match of a party is open or confirmed', async () => {
    const provider = playScreening({ list: [listed('Grace Listed')] });
    const of = await business(provider, MANUAL);
    const { owner, id } = await submitted(of, 'Listed');
    await of.play.pass(0);
    const { storage, clock } = of.play;
    const others = await playCore({ storage, clock, screening: [] }, { existing: true });
    valueOf(await others.core.rails.start());
    const approve = (verification: string) =>
      others.run(others.core.verification.decide, { id: verification, decision: 'APPROVED' });
    expect(codeOf(await approve(id))).toBe('CONFLICT');
    expect(codeOf(await approve(owner.id))).toBe('CONFLICT');
    await decide(others, 'confirm');
    expect(codeOf(await approve(id))).toBe('CONFLICT');
  });

  it('that a person has to decide on is asked about before', async () => {
    const provider = playScreening();
    const of = await business(provider, MANUAL);
    const { id } = await submitted(of);
    await of.play.pass(0);
    expect(own(provider)).toHaveLength(1);
    expect(await of.decide(id, 'APPROVED')).toMatchObject({ ok: true });
  });

  it('that is approved gets a later owner only after an answer about the owner', async () => {
    const provider = playScreening({ list: [listed('Grace Later')] });
    const of = await business(provider, APPROVED);
    const { customer } = await submitted(of);
    await of.play.pass(0);
    const [free, held] = [await of.owner(customer, 'Free', SMALL), await of.owner(customer, 'Later', SMALL)];
    await of.play.pass(0);
    await of.play.pass(61);
    expect(await of.record(BENEFICIAL_OWNERS, free.id)).toMatchObject({ kycStatus: 'APPROVED' });
    expect(await of.record(BENEFICIAL_OWNERS, held.id)).toMatchObject({ kycStatus: 'PENDING' });
    expect(codeOf(await of.decide(held.id, 'APPROVED'))).toBe('CONFLICT');
  });
});

const SMALL = { roles: ['UBO'], ownershipPercentage: 5 };

it('an external account is asked about when it is added, also one of the platform', async () => {
  const provider = playScreening({ list: [listed('Grace Hopper')] });
  const of = await playCompanies({ screening: [provider.connection] });
  const payer = await payerOn(of.play);
  await of.play.pass(0);
  const before = own(provider).length;
  const { id } = await payer.external();
  await payer.dollars('891', 'platform');
  await of.play.pass(0);
  const questions = own(provider).slice(before);
  expect(questions.map(({ occasion, parties }) => [occasion, parties[0]!.role, parties[0]!.name])).toEqual([
    ['PAYEE', 'PAYEE', 'Grace Hopper'],
    ['PAYEE', 'PAYEE', null],
  ]);
  expect(await all(of.play, EXCEPTIONS)).toMatchObject([{ subject: id, currency: 'EUR', amount: 0n }]);
});

it('an environment without a connection stores nothing', async () => {
  const provider = playScreening({ environment: 'PRODUCTION' });
  const of = await playCompanies({ screening: [provider.connection] });
  const payer = await payerOn(of.play);
  await payer.external();
  await of.play.pass(0);
  expect(provider.asked).toEqual([]);
  expect(await all(of.play, SCREENINGS)).toEqual([]);
});
