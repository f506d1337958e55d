import { beforeEach, describe, expect, it } from 'vitest';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import type { FetchedDocument, KycConnection } from '../verification/index.js';

let of: PlayCompanies;
let leadsTo: FetchedDocument | null;
/** How often the address was used up. */
let used: number;
let fails: boolean;

beforeEach(async () => {
  leadsTo = null;
  used = 0;
  fails = false;
  const storage = createMemoryStorage();
  const blobs = createDatabaseBlobs(storage.units, fixedClock());
  const provider = {
    name: 'acme-id',
    review: async () => ({ state: 'pending', checkAfterSeconds: 86_400 }) as const,
    reviewOwner: async () => null,
  };
  const connection = (environment: KycConnection['environment'], name: string): KycConnection => ({
    ...{ name, environment, claims: [], tasks: [], provider, callback: null },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    ...(name !== 'pushing-id' && { addresses: { find: async () => leadsTo, use: async () => (used += 1) === 1 } }),
  });
  of = await playCompanies({
    storage,
    verification: kycPorts(
      { ...blobs, get: (...of) => (fails ? Promise.reject(new Error('the store is away')) : blobs.get(...of)) },
      { SANDBOX: provider },
    ),
    kycConnections: [
      connection('SANDBOX', 'acme-id'),
      connection('PRODUCTION', 'live-id'),
      connection('SANDBOX', 'pushing-id'),
    ],
  });
});

async function submitted(registrationNumber: string) {
  const customer = await of.business({ registrationNumber });
  const document = await of.upload(customer.id, 'UTILITY_BILL');
  const { id } = await of.submit(customer);
  return { customer, reference: id, document: document.id };
}
const fetched = (by = 'acme-id') => of.play.core.kyc.document(by, 'token');

describe('a document at the address that a connection gave its provider', () => {
  it('is its content', async () => {
    const { reference, document } = await submitted('REG-900');
    leadsTo = { reference, document };
    expect(Buffer.from((await fetched())!).toString()).toContain('%PDF-1.4');
  });

  it('is found again after a read that failed, and once after one that did not', async () => {
    const { reference, document } = await submitted('REG-900');
    leadsTo = { reference, document };
    fails = true;
    await expect(fetched()).rejects.toThrow('the store is away');
    expect(used).toBe(0);
    fails = false;
    expect(await fetched()).not.toBeNull();
    expect(await fetched()).toBeNull();
  });

  it('is none of another customer, another environment or another connection', async () => {
    const [one, other] = [await submitted('REG-900'), await submitted('REG-901')];
    leadsTo = { reference: one.reference, document: other.document };
    expect(await fetched()).toBeNull();
    leadsTo = { reference: one.reference, document: one.document };
    expect([await fetched('live-id'), await fetched('pushing-id'), await fetched('unknown')]).toEqual([
      null,
      null,
      null,
    ]);
    leadsTo = { reference: 'Verification:x', document: one.document };
    expect(await fetched()).toBeNull();
    leadsTo = null;
    expect(await fetched()).toBeNull();
  });

  it('is none once it is deleted', async () => {
    const { reference, document } = await submitted('REG-900');
    valueOf(await of.play.run(of.play.core.verification.documents.delete, { id: document }));
    leadsTo = { reference, document };
    expect(await fetched()).toBeNull();
  });

  it('is none once the customer is deleted', async () => {
    const { customer, reference, document } = await submitted('REG-900');
    leadsTo = { reference, document };
    expect(await fetched()).not.toBeNull();
    valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
    expect(await fetched()).toBeNull();
  });
});
