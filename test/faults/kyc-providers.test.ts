import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { BENEFICIAL_OWNERS, type Customer, JOBS, OPERATOR_LOG, VERIFICATIONS } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import { httpKyc } from '../../packages/adapters-rails/src/http-kyc/index.js';
import { KYC_ENTRY } from '../../packages/adapters-rails/src/testing/http-kyc.js';
import { partnerContext, SECRETS, signedBy } from '../../packages/adapters-rails/src/testing/partners.js';
import { type BaseRecord, type KindOf, readAll } from '../../packages/core/src/kernel/index.js';
import { playCompanies } from '../../packages/core/src/testing/play-companies.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { fixedClock } from '../../packages/core/src/testing/ports.js';
import { type Chance, chanceOf, faultSeed } from '../support/chance.js';
import { playedKycProvider } from './played-kyc-provider.js';

const RUNS = 12;
const STEPS = 90;
const CUSTOMERS = 4;
const LONGEST_STEP = 1200;

async function openWorld(chance: Chance) {
  const clock = fixedClock();
  const storage = createMemoryStorage();
  const people = new Set<string>();
  const provider = playedKycProvider(chance, (id) => people.has(id));
  provider.tellTime(() => clock.now());
  const context = partnerContext('acme-id', 'SANDBOX', {
    ...{ clock, requests: [], warnings: [] },
    answer: (request) => provider.answer(request),
    outcome: (outcome) => provider.outcome(outcome),
  });
  const entry = { ...KYC_ENTRY, capabilities: { customerTypes: ['INDIVIDUAL', 'BUSINESS'], hostedLink: true } };
  const connection = await httpKyc(entry, context);
  const of = await playCompanies({
    ...{ clock, storage, kycConnections: [connection] },
    verification: kycPorts(createDatabaseBlobs(storage.units, clock), { SANDBOX: connection.provider }),
  });
  const { play } = of;
  const customers: Customer[] = [];
  for (let number = 0; number < CUSTOMERS; number += 1) {
    const isPerson = number % 2 === 0;
    const customer = isPerson
      ? valueOf(await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', region: 'US' }))
      : await of.documented({ registrationNumber: `REG-${700 + number}` });
    if (isPerson) people.add(customer.id);
    else await of.owner(customer);
    customers.push(customer);
  }
  const all = <T extends BaseRecord>(kind: KindOf<T>) =>
    storage.units.read(play.tenant, (reads) => readAll(reads, kind));

  /** Sends one of the messages that are on their way, perhaps twice, or loses a message that repeats nothing. */
  async function deliver(isSafe: boolean): Promise<void> {
    if (provider.messages.length === 0) return;
    const at = chance.under(provider.messages.length);
    const message = provider.messages[at]!;
    if (!isSafe && message['kind'] === 'changed' && chance.under(3) === 0) return void provider.messages.splice(at, 1);
    const body = JSON.stringify(message);
    const headers = signedBy(SECRETS['CALLBACK_SECRET']!, clock, 'message', body);
    const answer = await play.core.kyc.callback('acme-id', { path: 'events', headers, body: Buffer.from(body) });
    expect([200, 404, 409]).toContain(answer!.status);
    // A message that has to wait, and one whose answer is lost, comes again.
    if (answer!.status !== 409 && (isSafe || chance.under(4) > 0)) provider.messages.splice(at, 1);
  }

  /** What a platform does for a customer: it asks for a link, or submits. */
  async function push(customer: Customer): Promise<void> {
    const input = { customerId: customer.id };
    const asLink = people.has(customer.id) || chance.under(2) === 0;
    if (!asLink) return void (await play.run(play.core.verification.submit, input));
    const link = await play.run(play.core.verification.links.create, input);
    if (link.ok) expect(link.value.provider).toBe('acme-id');
  }

  async function finishPages(): Promise<void> {
    for (const [reference, { state }] of provider.pages) if (state === 'open') provider.finish(reference);
  }

  return { of, play, provider, customers, all, deliver, push, finishPages, chance };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function disturb(world: World): Promise<void> {
  const { play, provider, customers, deliver, push, of, chance } = world;
  for (let step = 0; step < STEPS; step += 1) {
    switch (chance.under(6)) {
      case 0:
        await push(chance.of(customers));
        break;
      case 1: {
        const open = [...provider.pages].filter(([, { state }]) => state === 'open');
        if (open.length > 0) provider.finish(chance.of(open)[0]);
        break;
      }
      case 2:
        await of.owning(chance.of(customers.filter((_, index) => index % 2 === 1)), {
          ...{ roles: ['UBO'], ownershipPercentage: 1 },
        });
        break;
      case 3:
        await deliver(false);
        break;
      default:
        await play.pass(chance.under(LONGEST_STEP));
    }
  }
}

/** Nothing fails any more: whatever waits must end. */
async function settle({ play, provider, customers, deliver, push, finishPages, all }: World): Promise<void> {
  provider.behave();
  for (let round = 0; round < 12; round += 1) {
    for (const customer of customers) await push(customer);
    await finishPages();
    for (let turn = 0; turn < 8; turn += 1) {
      for (let left = provider.messages.length * 2; left > 0; left -= 1) await deliver(true);
      await play.pass(LONGEST_STEP);
    }
    const waiting = (await all(VERIFICATIONS)).some(
      ({ verificationStatus: status }) => status !== 'APPROVED' && status !== 'REJECTED',
    );
    // Owners who were added during a review are asked about after it.
    const isAsking = (await all(JOBS)).some(({ kind }) => kind.startsWith('kyc'));
    if (!waiting && !isAsking && provider.messages.length === 0) return;
  }
}

const seed = faultSeed('providers of KYC with habits');

describe('a provider that dies, stalls, lies and reports in any order', () => {
  const habits = new Set<string>();
  it.each(Array.from({ length: RUNS }, (_, run) => run))(
    'leaves nothing stuck and decides nothing twice: %i',
    async (run) => {
      const world = await openWorld(chanceOf(`${seed}/${run}`));
      const { play, provider, customers, all } = world;
      await disturb(world);
      await settle(world);
      for (const habit of provider.used) habits.add(habit);

      expect(provider.conflicts).toEqual([]);
      // What a lie names.
      expect(JSON.stringify(play.delivered)).not.toContain('00000000dead');
      const told = (id: string, types: RegExp) =>
        play.delivered.filter(({ resource, type }) => resource === id && types.test(type)).length;
      const verifications = await all(VERIFICATIONS);
      for (const { id, verificationStatus } of verifications) {
        const last = [...provider.cases].filter(([reference]) => reference.startsWith(`${id}.`)).at(-1);
        const expected = last?.[1].verdict['state'] === 'rejected' ? 'REJECTED' : 'APPROVED';
        expect([id, verificationStatus]).toEqual([id, expected]);
        expect([id, told(id, /\.(APPROVED|REJECTED)$/)]).toEqual([id, 1]);
      }
      for (const { id } of customers) expect([id, told(id, /\.KY[BC]_(APPROVED|REJECTED)$/)]).toEqual([id, 1]);

      const renewals = (await all(OPERATOR_LOG)).filter(({ action }) => action === 'customers.renewal');
      const messages = renewals.map(({ input }) => (input as { readonly messageId: string }).messageId);
      expect(messages.length).toBe(new Set(messages).size);
      for (const [reference, decision] of provider.owners) {
        const owner = (await all(BENEFICIAL_OWNERS)).find(({ id, version }) => `${id}.${version}` === reference);
        if (owner !== undefined && decision === 'pending') expect(owner.kycStatus).toBe('PENDING');
      }
      expect((await all(JOBS)).filter(({ kind }) => kind.startsWith('kyc')).map(({ kind }) => kind)).toEqual([]);
      expect((await play.core.ledger.audit()).findings).toEqual([]);
    },
  );

  it('plays every habit', () => {
    expect(habits.size).toBe(10);
  });
});
