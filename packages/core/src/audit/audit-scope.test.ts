import { beforeEach, describe, expect, it } from 'vitest';
import { openException } from '../exceptions/index.js';
import { createIds, houseTenant, ok, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { audit, type AuditScope } from './audit.js';

const HOUSE = houseTenant('SANDBOX');

let payer: PlayPayer;
const audited = ({ play }: PlayPayer, scope: AuditScope = {}) =>
  audit(
    { units: play.storage.units, clock: play.clock, digest, random: seededRandom(), sealer: reversingSealer },
    scope,
  );

/** Opens an exception of a tenant. */
async function opened(tenant: TenantKey, reference: string): Promise<void> {
  const { play } = payer;
  const ctx = { ...play.context(), tenant, now: play.clock.now() };
  const ids = createIds(play.clock, seededRandom(reference));
  const matter = { kind: 'RAIL_CONTRADICTION', subject: 'x', reference, rail: 'bank', reason: 'x' } as const;
  const unit = await play.storage.units.run(tenant, async (tx) =>
    ok(await openException({ tx, ctx, ids }, { ...matter, currency: 'USD' as never, amount: 1n })),
  );
  valueOf(unit);
}

beforeEach(async () => {
  payer = await playPayer();
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await opened(payer.play.tenant, '1');
  await opened(HOUSE, '2');
  await opened(HOUSE, '3');
});

describe('an audit', () => {
  it('counts the records that it has compared, over all tenants', async () => {
    const whole = await audited(payer);
    const own = await audited(payer, { tenant: payer.play.tenant });
    const house = await audited(payer, { tenant: HOUSE });
    expect(own.checked).toMatchObject({ transactions: 2, quotes: 1, exceptions: 1 });
    expect(house.checked).toEqual({ entries: 0, transactions: 0, quotes: 0, events: 0, exceptions: 2 });
    expect(whole.checked).toEqual({ ...own.checked, exceptions: 3 });
    expect(own.checked.entries).toBeGreaterThan(1);
    expect(own.checked.events).toBeGreaterThan(1);
  });

  it('reads each tenant in a long read of the storage', async () => {
    const { storage, clock, tenant } = payer.play;
    const { units } = storage;
    const long: (TenantKey | null)[] = [];
    const noting: UnitOfWork = {
      run: (...given) => units.run(...given),
      removeExpired: (...given) => units.removeExpired(...given),
      read(of, work, extent) {
        if (extent === 'long') long.push(of);
        return units.read(of, work, extent);
      },
    };
    const { core } = await playCore({ storage: { ...storage, units: noting }, clock }, { existing: true });
    await core.ledger.audit(tenant);
    expect(long).toEqual([tenant]);
    await core.ledger.audit();
    expect(long).toEqual(expect.arrayContaining([null, tenant, HOUSE]));
  });

  it('of one tenant reads no other tenant, and neither the records of the host nor its seals', async () => {
    const { tenant } = payer.play;
    await payer.play.core.work.sealJournal();
    const own = await audited(payer, { tenant, keptHead: 'f'.repeat(64) });
    expect(own.sealed).toBeNull();
    expect(own.findings).toEqual([]);
    expect((await audited(payer, { keptHead: 'f'.repeat(64) })).findings).toEqual([
      expect.stringContaining('is not part of the seal chain'),
    ]);
  });
});
