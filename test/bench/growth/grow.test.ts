import { instant } from '@corridor/core';
import { POSTINGS, TRANSACTIONS } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import { DATABASES, memory } from '../../../packages/adapters-storage/src/testing/backends.js';
import { embedCore } from '../../support/embedded-core.js';
import { grow } from './grow.js';

const PAYMENTS = 250;
const MASTER_KEY = new Uint8Array(32).fill(9);
const UNTIL = instant(Date.UTC(2026, 5, 1));

describe.each([memory, ...DATABASES])('a database grown on $name', (backend) => {
  it('passes the audit with all of its payments settled', { timeout: 120_000 }, async () => {
    const database = await backend.create();
    const storage = database.open();
    try {
      const grown = await grow(storage, {
        payments: PAYMENTS,
        size: { platforms: 2, customers: 2 },
        masterKey: MASTER_KEY,
        until: UNTIL,
      });
      const core = embedCore(storage, { masterKey: MASTER_KEY, clock: { now: () => instant(UNTIL + 3_600_000) } });
      const report = await core.ledger.audit();
      expect(report.findings).toEqual([]);
      expect(report.checked.transactions).toBeGreaterThan(PAYMENTS);
      expect(report.sealed?.rows).toBeGreaterThan(PAYMENTS * 5);
      const [grower] = grown.growers;
      const counts = await storage.units.read(grower!.tenant, async (reads) => ({
        open: (await reads.list(TRANSACTIONS, { where: { status: 'PROCESSING' }, order: 'asc', limit: 1 })).rows.length,
        postings: await reads.lastPosition(POSTINGS as never),
      }));
      expect(counts.open).toBe(0);
      expect(counts.postings).toBeGreaterThan(PAYMENTS * 4);
    } finally {
      await storage.close();
      await database.drop();
    }
  });
});
