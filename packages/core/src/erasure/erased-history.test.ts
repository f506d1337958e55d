import { expect, it } from 'vitest';
import { RECORD_KINDS } from '../catalogue/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { type AnyKind, type BaseRecord, type KindOf, ok, readAll, toIso } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { exportReadme, headOf } from '../personal-data/index.js';
import { type Erasure, ERASURES } from '../retention/index.js';
import { playArchive } from '../testing/archive.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'DE89370400440532013890', 'Rent 12', 'ada-4711', '+15550001'];

it('of a customer with payments leaves amounts, a clean audit and a useful export, also with an archive', async () => {
  const archive = playArchive();
  const payer = await playPayer({ archive: { store: archive.store, afterDays: 30 } }, {
    fullName: 'Ada Lovelace',
    platformCustomerId: 'ada-4711',
  } as never);
  const { play, customerId } = payer;
  const { units } = play.storage;
  const payee = await payer.external();
  const quote = await payer.quoted({
    ...payer.fromAccount(payer.usd.id, payee.id),
    remittanceInformation: 'Rent 12',
  } as never);
  valueOf(await payer.execute(quote.id));
  for (let passes = 0; passes < 4; passes += 1) await play.pass(31);
  // The rest of the money leaves too, so that the customer can be deleted.
  const balance = (await units.read(play.tenant, (reads) => reads.get(BALANCES, payer.usd.id)))!;
  const rest = await payer.quoted(
    payer.fromAccount(payer.usd.id, payee.id, { lockedCurrencyAmount: balance.available } as never),
  );
  valueOf(await payer.execute(rest.id));
  for (let passes = 0; passes < 4; passes += 1) await play.pass(31);
  valueOf(await play.run(play.core.customers.delete as never, { id: customerId } as never));
  await play.core.work.drain();
  play.clock.advance(40 * 86_400);
  await play.core.work.sealJournal();
  for (let rows = 1; rows > 0;) ({ rows } = await play.core.work.archiveEvents());
  expect(archive.files.size).toBeGreaterThan(0);

  const [ann, bob] = [await addOperator(units, 'Ann', 'ADMIN'), await addOperator(units, 'Bob', 'ADMIN')];
  const { actions } = play.core.operators;
  const input = { id: customerId, caseReference: 'DSR-7' } as never;
  const asked = valueOf(await actions.request(ann, { tenant: play.tenant, action: 'customers.erase', input }));
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  valueOf(await actions.approve(bob, play.tenant, asked.awaiting));
  for (let turns = 0; turns < 12; turns += 1) {
    await play.core.work.sealJournal();
    await play.core.work.runJobs();
    play.clock.advance(61);
  }
  const all = async (kind: AnyKind): Promise<readonly BaseRecord[]> =>
    units.read(kind.scope === 'host' ? null : play.tenant, (reads) =>
      readAll(reads, kind as unknown as KindOf<BaseRecord>),
    );
  expect((await all(ERASURES as unknown as AnyKind)) as readonly Erasure[]).toMatchObject([{ status: 'ERASED' }]);
  for (const kind of RECORD_KINDS) {
    const text = JSON.stringify(await all(kind), (_key, part: unknown) =>
      typeof part === 'bigint' ? String(part) : part,
    );
    expect([kind.name, NAMES.filter((name) => text.includes(name))]).toEqual([kind.name, []]);
  }
  const events = await play.core.operators.personalData.exportCustomer(ann, play.tenant, {
    ...{ customerId, audience: 'PERSON', caseReference: null },
  });
  expect(codeOf(events)).toBe('ok');
  const readme = exportReadme(valueOf(events));
  const [{ createdAt, completedAt }] = (await all(ERASURES as unknown as AnyKind)) as unknown as [Erasure];
  expect(readme).toContain(`were erased: from ${toIso(createdAt)} to ${toIso(completedAt!)}`);
  expect(readme).toContain('What remains are the ids, amounts, currencies, times and states');
  expect(headOf(valueOf(events))).toMatchObject({
    erasure: { begunAt: toIso(createdAt), completedAt: toIso(completedAt!) },
  });
  let exported = '';
  for (const section of valueOf(events).sections)
    for await (const row of section.rows()) exported += JSON.stringify(row);
  expect(NAMES.filter((name) => exported.includes(name))).toEqual([]);
  expect(exported).toContain('"sentAmount"');
  expect((await play.core.ledger.audit()).findings).toEqual([]);

  // Data that came afterwards are a finding.
  await units.run(play.tenant, async (tx) => {
    const customer = (await tx.get(CUSTOMERS, customerId))!;
    return ok(tx.change(CUSTOMERS, customer, { ...customer, fullName: 'Ada', version: customer.version + 1 }));
  });
  expect((await play.core.ledger.audit()).findings).toEqual([
    `${customerId} has fullName, but ${customerId} is erased: erase it again`,
  ]);
});
