import { beforeEach, expect, it } from 'vitest';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { readAll } from '../kernel/index.js';
import { playCompanies } from '../testing/play-companies.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';
import { fixedClock } from '../testing/ports.js';
import { VERIFICATIONS } from './index.js';

let lists: PlayScreening;
beforeEach(() => {
  lists = playScreening();
});

/** A customer without a name who has finished the page of a provider, which approves. */
async function finished(screening: readonly PlayScreening['connection'][]) {
  const storage = createMemoryStorage();
  const clock = fixedClock();
  const provider = {
    name: 'acme-id',
    review: async () => ({ state: 'approved', errors: [], owners: new Map() }) as const,
    reviewOwner: async () => null,
    links: {
      create: async () => ({ url: 'https://id.example/page', token: null, expiresAt: clock.now() }),
      look: async () => ({ state: 'submitted' }) as const,
    },
  };
  const verification = kycPorts(createDatabaseBlobs(storage.units, clock), { SANDBOX: provider });
  const of = await playCompanies({ storage, clock, verification, screening });
  const { core } = of.play;
  const unnamed = { customerType: 'INDIVIDUAL', region: 'US' } as const;
  const customer = valueOf(await of.play.run(core.customers.create, unnamed as never));
  valueOf(await of.play.run(core.verification.links.create, { customerId: customer.id }));
  await of.play.pass(300);
  await of.play.pass(0);
  const firstVerification = async () =>
    (await storage.units.read(of.play.tenant, (reads) => readAll(reads, VERIFICATIONS))).at(0)!;
  return { of, customer, first: firstVerification };
}
const own = () => lists.asked.filter(({ occasion }) => occasion === 'ONBOARDING');

it('a customer whose name only the provider knows is approved where nothing is screened', async () => {
  const { of, customer } = await finished([]);
  expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
});

it('a customer whose name only the provider knows goes to a person, who asks the platform for it', async () => {
  const { of, customer, first } = await finished([lists.connection]);
  const { core } = of.play;
  expect((await first()).verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  const { id } = await first();
  const approving = await of.decide(id, 'APPROVED');
  expect(codeOf(approving)).toBe('CONFLICT');
  expect(approving).toMatchObject({ error: { message: expect.stringContaining('MISSING_FIELD') as string } });
  expect(own()).toEqual([]);

  const asking = { type: 'MISSING_FIELD', field: 'fullName', reason: 'enter the full name' } as const;
  valueOf(await of.decide(id, 'RESOLVE_ERRORS', asking));
  valueOf(await of.play.run(core.customers.update, { id: customer.id, fullName: 'Ada Lovelace' }));
  valueOf(await of.play.run(core.verification.submit, { customerId: customer.id }));
  await of.play.pass(0);
  await of.play.pass(60);
  expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
  expect(own().map(({ parties }) => parties.map(({ name }) => name))).toEqual([['Ada Lovelace']]);
});
