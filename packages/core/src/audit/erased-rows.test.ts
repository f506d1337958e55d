import { beforeEach, describe, expect, it } from 'vitest';
import { EVENTS } from '../events/index.js';
import { eraseEvents } from '../archive/index.js';
import { readAll } from '../kernel/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { eraseLogEntries } from '../seals/index.js';
import { approveErasing } from '../testing/approve-erasing.js';
import { addOperator } from '../testing/operators.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';

let payer: PlayPayer;
let payment: string;

/** Hides the personal data of sealed rows as an erasing does, without a record of it. */
const ports = () => ({
  ...{ units: payer.play.storage.units, clock: payer.play.clock, digest, random: seededRandom('hidden') },
  ...{ sealer: reversingSealer, archive: null },
});
const findings = async () => (await payer.play.core.ledger.audit()).findings;
const stored = async () =>
  payer.play.storage.units.read(null, async (reads) => ({
    events: await readAll(reads, EVENTS),
    log: await readAll(reads, OPERATOR_LOG),
  }));

beforeEach(async () => {
  payer = await playPayer();
  const { play, customerId } = payer;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(3_600);
  payment = (await payer.payment(quote)).id;
  const ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  const input = { id: customerId, text: 'Ada called', readers: 'VIEWER' } as never;
  valueOf(await play.core.operators.actions.request(ann, { tenant: play.tenant, action: 'notes.add', input }));
  while ((await play.core.work.sealJournal()).isBehind);
  expect(await findings()).toEqual([]);
});

describe('a row that says that its personal data were erased', () => {
  const of = (about: string) =>
    `says that its personal data were erased, but ${about} belongs to no customer whose data were erased: restore the row from a backup`;

  it('is a finding if it is an event about a record of a customer without an erasure', async () => {
    const done = await eraseEvents(ports(), { tenant: payer.play.tenant, resources: [payment] });
    expect(done).toMatchObject({ waiting: 0 });
    const hidden = (await stored()).events.filter(({ resource }) => resource === payment);
    expect(hidden).toHaveLength(done.erased);
    expect([...(await findings())].sort()).toEqual(hidden.map(({ id }) => `${id} ${of(payment)}`).sort());
  });

  it('is a finding if it is an entry of the operator log', async () => {
    const { customerId, play } = payer;
    await eraseLogEntries(ports(), { tenant: play.tenant, subjects: [customerId] });
    const [entry] = (await stored()).log.filter(({ subject }) => subject === customerId);
    expect(await findings()).toEqual([`${entry!.id} ${of(customerId)}`]);
  });

  it('is none if operators have approved the erasing of the customer', async () => {
    const { customerId, play } = payer;
    await approveErasing(play, customerId);
    while ((await play.core.work.sealJournal()).isBehind);
    await eraseEvents(ports(), { tenant: play.tenant, resources: [payment] });
    await eraseLogEntries(ports(), { tenant: play.tenant, subjects: [customerId] });
    expect(await findings()).toEqual([]);
  });

  it('needs more than a record of an erasure: an entry of the operator log must have approved that', async () => {
    const { customerId, play } = payer;
    const { id } = await approveErasing(play, customerId, { isLogged: false });
    await eraseEvents(ports(), { tenant: play.tenant, resources: [payment] });
    expect(await findings()).toEqual([`${id} erases ${customerId}, which no entry of the operator log has approved`]);
  });
});
