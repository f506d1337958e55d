import { beforeEach, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import {
  type AnyKind,
  type BaseRecord,
  type Id,
  createCommands,
  createIds,
  instant,
  type KindOf,
  newRecord,
  ok,
  readAll,
  REMEMBERED_ANSWERS,
  type RememberedAnswer,
  toIso,
} from '../kernel/index.js';
import { EVENTS, schedule } from '../events/index.js';
import { beginErasure, ERASURES } from '../retention/index.js';
import { PERSON, plantPerson } from '../testing/planted-person.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { digest, seededRandom } from '../testing/ports.js';
import { INVITATIONS } from '../uma/index.js';
import { BENEFICIAL_OWNERS, DOCUMENTS } from '../verification/index.js';

type Row = BaseRecord & Record<string, unknown>;

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
  await plantPerson(play.storage.units, play.tenant);
});

const NAMED = (
  [
    [CUSTOMERS, 'id'],
    [BENEFICIAL_OWNERS, 'id'],
    [DOCUMENTS, 'id'],
    [EXTERNAL_ACCOUNTS, 'id'],
    [INVITATIONS, 'code'],
    [INVITATIONS, 'inviterUma'],
  ] as readonly (readonly [unknown, string])[]
).map(([kind, column]) => ({ kind: kind as AnyKind, name: (kind as AnyKind).name, column }));

const rowsOf = (kind: AnyKind): Promise<readonly Row[]> =>
  play.storage.units.read(kind.scope === 'host' ? null : play.tenant, (reads) =>
    readAll(reads, kind as unknown as KindOf<Row>),
  );

/** Begins the erasing of the planted person, whatever is in its way. */
async function begin(): Promise<void> {
  const begun = await play.storage.units.run(play.tenant, async (tx) => {
    const ctx = play.context();
    const ids = createIds(play.clock, seededRandom('erasing'));
    const deciders = { requestedBy: 'Ann', approvedBy: 'Bob' };
    const of = { ...deciders, customerId: PERSON as never, caseReference: 'DSR-7', place: 'invitations' };
    const { id } = beginErasure({ tx, ctx, ids }, of);
    schedule({ tx, ctx, ids }, { kind: 'customer.erase', subject: id, dueAt: ctx.hostNow });
    for (const event of await readAll(tx, EVENTS)) tx.remove(EVENTS, event);
    return ok();
  });
  valueOf(begun);
}

async function run(): Promise<readonly unknown[]> {
  for (let turns = 0; turns < 8; turns += 1) {
    await play.core.work.sealJournal();
    await play.core.work.runJobs();
    play.clock.advance(61);
  }
  return (await rowsOf(ERASURES as unknown as AnyKind)).map(({ status }) => status);
}

it('erasing waits for an encrypted answer whose path has no id, such as that to the creation of the customer', async () => {
  const commands = createCommands(play.storage.units, digest);
  const seal = { seal: (body: string) => `hidden ${body.length}`, open: (text: string) => text };
  const claim = { credential: 'Token:1', operation: 'POST /customers', key: '1', bodyDigest: 'digest', seal };
  const answered = { status: 201, body: JSON.stringify({ id: PERSON, fullName: 'Ada' }), remember: true };
  valueOf(
    await commands.run(
      play.context(),
      async () => ok(null),
      null,
      () => answered,
      claim,
    ),
  );
  await begin();
  expect(await run()).toEqual(['ERASING']);
  const reads = play.core.operators.reads;
  const waits = async () => {
    const [erasure] = await reads.erasuresOf(play.tenant, PERSON as Id<'Customer'>);
    return reads.erasureWaits(play.tenant, erasure!);
  };
  const [answer] = (await rowsOf(REMEMBERED_ANSWERS as unknown as AnyKind)) as unknown as readonly RememberedAnswer[];
  const until = answer!.expiresAt;
  expect(await waits()).toEqual([
    {
      ...{ code: 'REMEMBERED_ANSWERS', until },
      message: `1 remembered answer names the customer until ${toIso(until)}`,
    },
  ]);
  play.clock.advance(2 * 86_400);
  await play.core.work.forgetAnswers();
  expect(await run()).toEqual(['ERASED']);
  expect(await waits()).toEqual([]);
});

it.each(NAMED)('erasing waits for an answer that names a row of $name by its $column', async ({ kind, column }) => {
  const own = (row: Row): boolean => [row.id, row['customerId'], row['owner'], row['inviterId']].includes(PERSON);
  const named = (await rowsOf(kind)).find(own)!;
  const answer: RememberedAnswer = {
    ...{ bodyDigest: 'digest', status: 201, body: JSON.stringify({ shown: named[column] }), expiresAt: instant(4e12) },
    ...{ operation: null, keyDigest: null, requestId: null, names: null },
    ...newRecord('answer', play.context()),
  };
  const change = async (by: 'add' | 'remove') =>
    valueOf(await play.storage.units.run(play.tenant, async (tx) => ok(tx[by](REMEMBERED_ANSWERS, answer))));
  await change('add');
  await begin();
  expect(await run()).toEqual(['ERASING']);
  await change('remove');
  expect(await run()).toEqual(['ERASED']);
});

it.each(['', '21540', '#1654701687["2026-11-30T22:48:16.427Z",21540]', 'null', '<p>Paid</p>'])(
  'erasing does not wait for an answer in clear that names no record: %s',
  async (body) => {
    const answer: RememberedAnswer = {
      ...{ bodyDigest: 'digest', status: 200, body, expiresAt: instant(4e12) },
      ...{ operation: null, keyDigest: null, requestId: null, names: null },
      ...newRecord('answer', play.context()),
    };
    valueOf(await play.storage.units.run(play.tenant, async (tx) => ok(tx.add(REMEMBERED_ANSWERS, answer))));
    await begin();
    expect(await run()).toEqual(['ERASED']);
  },
);
