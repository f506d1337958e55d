import { beforeEach, describe, expect, it } from 'vitest';
import { ok, readAll } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { type LegalHold, LEGAL_HOLDS } from '../retention/index.js';
import { eraseCustomerOf, payOut } from '../testing/erased-customer.js';
import { addOperator } from '../testing/operators.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;

async function act(action: string, input: object): Promise<{ readonly id: string }> {
  const { core, tenant } = payer.play;
  const asked = valueOf(await core.operators.actions.request(ann, { tenant, action, input } as never));
  if (asked.kind === 'done') return asked.output as never;
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  return valueOf(await core.operators.actions.approve(bob, tenant, asked.awaiting)).output as never;
}
const TEXTS = { reason: 'a law suit', caseReference: 'H-1' };
const hold = () => act('customers.hold', { id: payer.customerId, ...TEXTS });
const findings = async () => (await payer.play.core.ledger.audit()).findings;

/** Changes or removes the legal holds behind the service. */
async function alter(patch: Partial<LegalHold> | null): Promise<void> {
  const { storage, tenant } = payer.play;
  const holds = await storage.units.read(tenant, (reads) => readAll(reads, LEGAL_HOLDS));
  await storage.units.run(tenant, async (tx) => {
    for (const each of holds) {
      tx.remove(LEGAL_HOLDS, each);
      if (patch !== null) tx.add(LEGAL_HOLDS, { ...each, ...patch });
    }
    return ok();
  });
}

beforeEach(async () => {
  payer = await playPayer();
  ann = await addOperator(payer.play.storage.units, 'Cid', 'ADMIN');
  bob = await addOperator(payer.play.storage.units, 'Dee', 'ADMIN');
});

describe('the audit of the legal holds of an erased customer', () => {
  it('finds nothing if they were released before', async () => {
    const { id } = await hold();
    await act('customers.release-hold', { id, ...TEXTS });
    await payOut(payer.play, payer.customerId);
    await eraseCustomerOf(payer.play, payer.customerId);
    expect(await findings()).toEqual([]);
    await alter({ status: 'HELD' });
    expect(await findings()).toContain(
      `of the legal holds of ${payer.customerId}, 0 are released, but the operator log releases 1`,
    );
  });

  it('finds one that was deleted before, so that the data could be erased', async () => {
    await hold();
    await alter(null);
    await payOut(payer.play, payer.customerId);
    await eraseCustomerOf(payer.play, payer.customerId);
    expect(await findings()).toEqual([
      expect.stringMatching(
        new RegExp(`^of the legal holds of ${payer.customerId}, 0 are left, but 1 were placed: OperatorLog:\\S+$`),
      ),
    ]);
  });

  it('finds one that was released without the log', async () => {
    await hold();
    const over = { releaseReason: 'r', releaseReference: 'c', releasedBy: 'Eve', releaseApprovedBy: 'Mallory' };
    await alter({ status: 'RELEASED', ...over });
    await payOut(payer.play, payer.customerId);
    await eraseCustomerOf(payer.play, payer.customerId);
    expect(await findings()).toEqual([
      `of the legal holds of ${payer.customerId}, 1 are released, but the operator log releases 0`,
    ]);
  });
});
