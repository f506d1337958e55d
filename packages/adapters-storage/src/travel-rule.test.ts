import type { CurrencyCode } from '@corridor/core';
import type { InformationTelling } from '@corridor/core/ports';
import { afterEach, describe, expect, it } from 'vitest';
import { valueOf } from '../../core/src/testing/play-core.js';
import { playTravelRule } from '../../core/src/testing/travel-rule.js';
import type { Storage } from './port/storage.js';
import { DATABASES, type TestDatabase } from './testing/backends.js';

describe.each(DATABASES)('the records of the travel rule on $name', ({ create }) => {
  let database: TestDatabase;
  let storage: Storage;
  afterEach(async () => {
    await storage.close();
    await database.drop();
  });

  it('hold a payment until the answer, and are unique by connection, direction and reference', async () => {
    database = await create();
    storage = database.open();
    await storage.migrate();
    const rule = await playTravelRule({ storage });
    const transfer = valueOf(await rule.send(await rule.hosted(), 100_000_000n));
    await rule.play.pass(0);
    expect(await rule.record(transfer.id)).toMatchObject({
      status: 'ASKED',
      isProven: false,
      customerId: rule.customerId,
    });
    const { originator, beneficiary } = rule.partner.known.get(transfer.id)!;
    const telling: InformationTelling = {
      ...{ kind: 'travel-information', rail: 'sandbox-crypto', reference: transfer.id, network: 'BASE' },
      ...{ addressIndex: await rule.addressIndex(), transactionHash: null, amount: 5_000_000n },
      ...{ currency: 'USDC' as CurrencyCode, institution: 'Other Exchange', originator, beneficiary },
    };
    const heard = await Promise.all([rule.tell(telling), rule.tell(telling)]);
    expect(heard.map((each) => (valueOf(each) as { readonly effect: string }).effect).sort()).toEqual([
      'APPLIED',
      'NONE',
    ]);
    rule.partner.answer = { state: 'accepted' };
    await rule.play.pass(61);
    await rule.play.pass(600);
    expect((await rule.status(transfer)).status).toBe('COMPLETED');
    expect((await rule.records()).map(({ status }) => status).sort()).toEqual(['ACCEPTED', 'RECEIVED']);
    await rule.auditClean();
  });
});
