import { beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS, type ExceptionRecord } from '../exceptions/index.js';
import { ok, readAll } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { playBlocks } from '../testing/play-blocks.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';

let play: PlayCore;
let ann: Caller;

const act = async (action: string, input: object): Promise<Record<string, unknown>> => {
  const { actions } = play.core.operators;
  const asked = valueOf(await actions.request(ann, { tenant: play.tenant, action, input } as never));
  if (asked.kind !== 'done') throw new Error(asked.kind);
  return asked.output as Record<string, unknown>;
};
const exceptions = () => play.storage.units.read(play.tenant, (reads) => readAll(reads, EXCEPTIONS));
const findings = async () => (await play.core.ledger.audit()).findings;

/** Held money of a blocked customer that was credited, of which the platform is not told, and a refund that failed. */
beforeEach(async () => {
  const payer = await playPayer();
  play = payer.play;
  ann = await addOperator(play.storage.units, 'Cid', 'OPERATOR');
  const blocks = await playBlocks(play);
  await blocks.block('customers', payer.customerId, false);
  const arrival = { kind: 'arrival', rail: 'sandbox-bank', paymentId: 'P1', reference: payer.usd.reference };
  const money = { currency: 'USD', amount: 300n, remitter: { name: 'Grace', account: 'DE1' }, valueDate: null };
  valueOf(await play.core.railTells('SANDBOX', { ...arrival, ...money } as never));
  await play.pass(0);
  await blocks.unblock('customers', payer.customerId);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const { id } = await payer.payment(quote);
  await act('exceptions.open', { kind: 'REFUND_FAILED', subject: id, reason: 'by telephone' });
  for (const { id: exceptionId, kind } of await exceptions())
    await act(
      'exceptions.resolve',
      kind === 'DEPOSIT_HELD'
        ? { exceptionId, resolution: 'CREDITED', account: payer.usd.id, note: 'seen' }
        : { exceptionId, resolution: 'RETRIED' },
    );
  await play.pass(10);
});

/** Changes or removes the exceptions of a kind behind the service. */
async function alter(kind: ExceptionRecord['kind'], patch: Partial<ExceptionRecord> | null): Promise<string> {
  const [exception] = (await exceptions()).filter((each) => each.kind === kind);
  await play.storage.units.run(play.tenant, async (tx) => {
    tx.remove(EXCEPTIONS, exception!);
    if (patch !== null) tx.add(EXCEPTIONS, { ...exception!, ...patch });
    return ok();
  });
  return exception!.id;
}

it('the audit finds nothing in exceptions as operators opened and resolved them', async () => {
  expect((await exceptions()).map(({ kind, status }) => [kind, status])).toEqual([
    ['DEPOSIT_HELD', 'RESOLVED'],
    ['REFUND_FAILED', 'RESOLVED'],
  ]);
  expect(await findings()).toEqual([]);
});

describe('the audit finds', () => {
  const open: Partial<ExceptionRecord> = {
    ...{ status: 'OPEN', resolution: null, resolvedBy: null, approvedBy: null, resolvedAt: null, note: null },
    ...{ moved: null, entryId: null },
  };
  it.each<[string, Partial<ExceptionRecord>, string]>([
    ['another operator', { resolvedBy: 'Eve' }, 'resolvedBy'],
    ['a second operator', { approvedBy: 'Eve' }, 'approvedBy'],
    ['another note', { note: 'innocent' }, 'note'],
    ['no note', { note: null }, 'note'],
    ['another resolution', { resolution: 'RETRIED' }, 'resolution'],
    ['no resolution', open, 'status, resolvedBy, resolution, note, entryId'],
  ])('%s of a resolved exception', async (_, patch, fields) => {
    const id = await alter('DEPOSIT_HELD', patch);
    expect(await findings()).toContainEqual(
      expect.stringMatching(new RegExp(`^${id} differs from OperatorLog:.* in ${fields}$`)),
    );
  });

  it('resolved and opened exceptions that were deleted', async () => {
    const id = await alter('DEPOSIT_HELD', null);
    const resolved = new RegExp(`^OperatorLog:.* resolves ${id}, but this exception is missing$`);
    expect(await findings()).toContainEqual(expect.stringMatching(resolved));
  });

  it('another operator than the event has shown', async () => {
    const id = await alter('REFUND_FAILED', { resolvedBy: 'Eve', resolvedAt: 5 as never });
    const found = await findings();
    expect(found).toContainEqual(
      expect.stringMatching(new RegExp(`^resolvedBy of ${id} is Eve, Webhook:.* showed Cid`)),
    );
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^resolvedAt of ${id} is `)));
  });
});
