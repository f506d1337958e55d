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

beforeEach(async () => {
  leadsTo = null;
  const storage = createMemoryStorage();
  const provider = {
    name: 'acme-id',
    review: async () => ({ state: 'pending', checkAfterSeconds: 86_400 }) as const,
    reviewOwner: async () => null,
  };
  const connection = (environment: KycConnection['environment'], name: string): KycConnection => ({
    ...{ name, environment, claims: [], tasks: [], provider, callback: null },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    ...(name !== 'pushing-id' && { fetched: async () => leadsTo }),
  });
  of = await playCompanies({
    storage,
    verification: kycPorts(createDatabaseBlobs(storage.units, fixedClock()), { SANDBOX: provider }),
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
