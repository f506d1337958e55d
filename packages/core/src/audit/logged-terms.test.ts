import { beforeEach, describe, expect, it } from 'vitest';
import { EVENTS, JOBS } from '../events/index.js';
import {
  type BaseRecord,
  houseTenant,
  type Id,
  instant,
  type KindOf,
  ok,
  readAll,
  type TenantKey,
} from '../kernel/index.js';
import { type Caller, OPERATOR_LOG } from '../operators/index.js';
import { importedId, placeOf, type Terms, TERMS } from '../terms/index.js';
import { addOperator } from '../testing/operators.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest } from '../testing/ports.js';

const SANDBOX = houseTenant('SANDBOX');
const PRODUCTION = houseTenant('PRODUCTION');
const FREE = { variableFeeBps: 0 };
const usdEur = { source: 'USD', destination: 'EUR' };

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  payer = await playPayer();
  ann = await addOperator(payer.play.storage.units, 'Ann', 'ADMIN');
  bob = await addOperator(payer.play.storage.units, 'Bob', 'ADMIN');
  // The platform is old enough to have been seen by every announcement.
  payer.play.clock.advance(1_000);
});

const actions = () => payer.play.core.operators.actions;
const at = (seconds: number) => instant(payer.play.clock.now() + seconds * 1_000);
const findings = async () => (await payer.play.core.ledger.audit()).findings;
const stored = () => payer.play.storage.units.read(null, (reads) => readAll(reads, TERMS));

async function request(action: string, input: object, tenant: TenantKey = SANDBOX): Promise<Terms> {
  const asked = valueOf(await actions().request(ann, { tenant, action, input: { reason: 'r', ...input } } as never));
  if (asked.kind === 'done') return asked.output as Terms;
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  return valueOf(await actions().approve(bob, tenant, asked.awaiting)).output as Terms;
}
const change = (input: object, tenant?: TenantKey) =>
  request('terms.change', { validFrom: at(1_000), ...input }, tenant);

/** Changes or removes records behind the service. */
async function alter<T extends BaseRecord>(
  kind: KindOf<T>,
  which: (record: T) => boolean,
  patch: Partial<T> | null,
  tenant: TenantKey | null = null,
) {
  const { units } = payer.play.storage;
  const records = (await units.read(tenant, (reads) => readAll(reads, kind))).filter(which);
  expect(records).not.toEqual([]);
  valueOf(
    await units.run(tenant, async (tx) => {
      for (const record of records) {
        tx.remove(kind, record);
        if (patch !== null) tx.add(kind, { ...record, ...patch });
      }
      return ok();
    }),
  );
}
const has = (id: string) => (record: BaseRecord) => record.id === id;

/** Adds a record behind the service that sets the fee of a scope to zero. */
async function forge(patch: Partial<Terms> = {}): Promise<string> {
  const general = (await stored()).find(({ environment }) => environment === 'SANDBOX')!;
  const id = 'Terms:018bcfe5-6800-7000-8000-00000000dead' as Id<'Terms'>;
  const forged = { ...general, id, number: 2, content: FREE, createdBy: 'Ann', validFrom: at(0), ...patch };
  const { units } = payer.play.storage;
  valueOf(await units.run(null, async (tx) => ok(tx.add(TERMS, { ...forged, place: placeOf(forged) }))));
  return forged.id;
}

describe('the audit compares terms with the operator log', () => {
  it('and finds nothing after changes and withdrawals, before and after they are announced', async () => {
    for (const tenant of [SANDBOX, PRODUCTION]) {
      await change({ variableFeeBps: 40 }, tenant);
      const first = await change({ ...usdEur, spreadBps: 20, fixedFee: 125n }, tenant);
      await request('terms.withdraw', { id: first.id }, tenant);
      await change({ ...usdEur, spreadBps: 30 }, tenant);
    }
    expect(await findings()).toEqual([]);
    await payer.play.core.work.drain();
    payer.play.clock.advance(2_000);
    await change({ ...usdEur, variableFeeBps: 10 });
    await payer.play.core.work.drain();
    expect(await findings()).toEqual([]);
  });

  it('and finds terms without an entry', async () => {
    const id = await forge();
    expect(await findings()).toContain(
      `${id} sets the terms of GENERAL in SANDBOX, and no entry of the operator log says so`,
    );
  });

  it('and finds forged terms that say a host has imported them', async () => {
    const id = await forge({ createdBy: 'settings of the host' });
    expect(await findings()).toEqual([`${id} differs from what a first start stores in id, number, validFrom`]);
  });

  it('and finds a forged withdrawal', async () => {
    const { id, content } = await change({ variableFeeBps: 40 });
    const forged = await forge({ withdraws: id, content, number: 3 });
    expect(await findings()).toContain(`${forged} withdraws ${id}, and no entry of the operator log says so`);
  });

  it.each([
    ['content', { content: FREE }],
    ['validFrom', { validFrom: instant(1) }],
    ['reason', { reason: 'other' }],
    ['createdBy', { createdBy: 'Bob' }],
    ['approvedBy', { approvedBy: 'Bob' }],
    ['scope, follows, place', { scope: 'USD/MXN' }],
  ])('and finds a changed %s', async (fields, patch) => {
    const { id } = await change({ variableFeeBps: 40 });
    await payer.play.core.work.drain();
    await alter(TERMS, has(id), patch as Partial<Terms>);
    expect(await findings()).toContain(`${id} differs from the operator log in ${fields}`);
  });

  it('and finds terms that were deleted, and the withdrawal of terms that were deleted', async () => {
    const { id } = await change({ variableFeeBps: 40 });
    const withdrawal = await request('terms.withdraw', { id });
    await alter(TERMS, has(id), null);
    expect(await findings()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^OperatorLog:\\S+ says that ${id} was added, but its record is missing$`)),
        `${withdrawal.id} differs from the operator log in scope, content, validFrom`,
        'the terms of GENERAL in SANDBOX have the numbers 1, 3, not those from 1 on',
      ]),
    );
    await alter(TERMS, has(withdrawal.id), null);
    expect(await findings()).toContainEqual(
      expect.stringMatching(new RegExp(`says that ${withdrawal.id} was added, but its record is missing$`)),
    );
  });

  it('and finds changed and deleted terms of the first start that a change has followed', async () => {
    const imported = importedId(digest, 'SANDBOX', 'GENERAL');
    const { id } = await change({ variableFeeBps: 40 });
    await alter(TERMS, has(imported), { content: FREE });
    expect(await findings()).toContainEqual(
      expect.stringMatching(new RegExp(`^${imported} differs from the terms that OperatorLog:\\S+ says it had$`)),
    );
    await alter(TERMS, has(imported), null);
    expect(await findings()).toContain(`${id} follows ${imported}, which does not exist`);
  });

  it('and finds a change in production that no second operator has approved', async () => {
    const { id } = await change({ variableFeeBps: 40 }, PRODUCTION);
    await alter(OPERATOR_LOG, ({ outcome }) => outcome === 'APPROVED', {
      ...{ outcome: 'DONE', request: null, requestedBy: null },
    });
    expect(await findings()).toContainEqual(
      expect.stringMatching(new RegExp(`^OperatorLog:\\S+ adds ${id}, which no second operator has approved$`)),
    );
  });

  it.each([
    ['general terms', {}],
    ['terms of a corridor', usdEur],
  ])('and finds %s that were never announced', async (_, scope) => {
    const { id } = await change({ ...scope, variableFeeBps: 40 });
    await alter(JOBS, ({ subject }) => subject === id, null, SANDBOX);
    expect(await findings()).toEqual([`${id} was not announced to ${payer.play.tenant}, and no job announces it`]);
  });

  it('and finds an announcement that was deleted', async () => {
    const { id } = await change({ variableFeeBps: 40 });
    await payer.play.core.work.drain();
    await alter(EVENTS, ({ resource }) => resource === id, null, payer.play.tenant);
    expect(await findings()).toContain(`${id} was not announced to ${payer.play.tenant}, and no job announces it`);
  });
});
