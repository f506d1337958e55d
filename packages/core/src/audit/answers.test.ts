import { beforeEach, expect, it } from 'vitest';
import { forgetAnswers, ok, readAll, REMEMBERED_ANSWERS } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

const HOUR = 3_600;
const MINUTE = 60;

let payer: PlayPayer;
let paid: string;

/** A transfer, with an idempotency key unless `key` is null. */
async function transfer(key: string | null, destinationId: string): Promise<string> {
  const { core, context } = payer.play;
  const request = { sourceId: payer.usd.id, destinationId, amount: 300n };
  const claim = { credential: 'Token:1', operation: 'POST /transfers', key: key ?? '', bodyDigest: 'body', seal: null };
  const render = ({ id }: { readonly id: string }) => ({ status: 201, body: id, remember: true });
  const { prepare, finish } = core.transfers.out;
  const ready = valueOf(await prepare(context(), request));
  const answer = await core.commands.run(context(), finish, ready, render, key === null ? null : claim);
  return valueOf(answer).body;
}

beforeEach(async () => {
  payer = await playPayer();
  const payee = (await payer.dollars()).id;
  await transfer(null, payee);
  paid = await transfer('once', payee);
  await payer.play.pass(0);
});

const removeAnswers = () =>
  payer.play.storage.units.run(payer.play.tenant, async (tx) => {
    for (const answer of await readAll(tx, REMEMBERED_ANSWERS)) tx.remove(REMEMBERED_ANSWERS, answer);
    return ok();
  });
const findings = async () => (await payer.play.core.ledger.audit()).findings;

it.each([0, 23 * HOUR + 49 * MINUTE])(
  'finds the missing answer to a request that paid %i seconds ago',
  async (after) => {
    payer.play.clock.advance(after);
    expect(await findings()).toEqual([]);
    valueOf(await removeAnswers());
    expect(await findings()).toEqual([
      `the answer to the request that started ${paid} does not exist; a repetition would pay again`,
    ]);
  },
);

it('expects no answer that a host with another clock may have deleted after its end', async () => {
  payer.play.clock.advance(23 * HOUR + 51 * MINUTE);
  valueOf(await removeAnswers());
  expect(await findings()).toEqual([]);
});

it('expects no answer that a host whose clock is ahead has deleted, if that host has sealed since', async () => {
  const { core, clock } = payer.play;
  clock.advance(24 * HOUR);
  await core.work.sealJournal();
  valueOf(await removeAnswers());
  clock.advance(-24 * HOUR);
  expect(await findings()).toEqual([]);
});

it('finds nothing after a host has deleted the answers that have ended', async () => {
  const { storage, clock } = payer.play;
  clock.advance(24 * HOUR);
  expect(await forgetAnswers(storage.units, clock.now(), null)).toBe(1);
  expect(await findings()).toEqual([]);
});
