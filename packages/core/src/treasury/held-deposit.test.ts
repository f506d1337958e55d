import { beforeEach, describe, expect, it } from 'vitest';
import type { ArrivalMessage } from '../accounts/index.js';
import { EXCEPTIONS, type ExceptionRecord, type Resolution } from '../exceptions/index.js';
import { type Deposit, DEPOSITS } from '../transactions/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';

const HOUR = 3_600;
const BY = operatorNamed('Ann');

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const arrival = (over: Partial<ArrivalMessage> = {}): ArrivalMessage => ({
  kind: 'arrival',
  rail: 'sandbox-bank',
  paymentId: 'p1',
  reference: 'thanks for lunch',
  currency: 'USD',
  amount: 5_000n,
  remitter: { name: 'Grace Hopper', account: 'X890' },
  valueDate: null,
  returnAfterSeconds: 24 * HOUR,
  ...over,
});
const arrives = async (over: Partial<ArrivalMessage> = {}): Promise<Deposit> =>
  valueOf(await payer.play.core.railTells('SANDBOX', arrival(over))).deposit!;

const exceptions = async (): Promise<readonly ExceptionRecord[]> =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 10 })).rows,
  );
const status = async ({ id }: Deposit) =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) => (await reads.get(DEPOSITS, id))?.status);
const resolve = async (resolution: Resolution, account?: string) => {
  const [exception] = await exceptions();
  const input = { exceptionId: exception!.id, resolution, account, note: undefined, by: BY };
  return payer.play.run(payer.play.core.treasury.resolve, input);
};

describe('money that waits for an operator', () => {
  it('is kept with an exception that says when it goes back', async () => {
    const deposit = await arrives();
    await payer.play.pass(23 * HOUR);
    expect(await status(deposit)).toBe('KEPT');
    expect(await exceptions()).toMatchObject([
      { kind: 'DEPOSIT_HELD', status: 'OPEN', subject: deposit.id, rail: 'sandbox-bank', amount: 5_000n },
    ]);
    expect((await exceptions())[0]!.reason).toMatch(/it goes back at \d{4}-\d{2}-\d{2} \d\d:\d\d:\d\d UTC/);
    await payer.auditClean();
  });

  it('goes back once when its time has come, and the exception is resolved', async () => {
    const deposit = await arrives();
    await payer.play.pass(24 * HOUR);
    await payer.play.pass(24 * HOUR);
    expect(await status(deposit)).toBe('RETURNED');
    expect(await exceptions()).toMatchObject([
      { status: 'RESOLVED', resolution: 'RETRIED', resolvedBy: 'the time to return the money has come', note: null },
    ]);
    await payer.auditClean();
  });

  it('stays with the account to which an operator credits it', async () => {
    const deposit = await arrives();
    valueOf(await resolve('CREDITED', payer.usd.id));
    await payer.play.pass(48 * HOUR);
    expect(await status(deposit)).toBe('RESOLVED');
    expect((await payer.internal('USD')).available).toBe(1_005_000n);
    await payer.auditClean();
  });

  it('goes back at once if an operator decides so, and only once', async () => {
    const deposit = await arrives();
    valueOf(await resolve('RETRIED'));
    await payer.play.pass(0);
    expect(await status(deposit)).toBe('RETURNED');
    await payer.play.pass(48 * HOUR);
    expect(await exceptions()).toHaveLength(1);
    await payer.auditClean();
  });

  it('without an account of its sender stays with an exception', async () => {
    const deposit = await arrives({ remitter: { name: 'Grace Hopper', account: null } });
    await payer.play.pass(24 * HOUR);
    expect(await status(deposit)).toBe('KEPT');
    expect((await exceptions()).map(({ kind, status: state }) => [kind, state])).toEqual([
      ['DEPOSIT_HELD', 'RESOLVED'],
      ['DEPOSIT_REFUSED', 'OPEN'],
    ]);
    await payer.play.pass(24 * HOUR);
    expect(await exceptions()).toHaveLength(2);
    await payer.auditClean();
  });

  it('that its rail takes back has left suspense', async () => {
    const deposit = await arrives();
    const reversal = { kind: 'reversal', rail: 'sandbox-bank', messageId: 'm1', paymentId: 'p1' } as const;
    valueOf(await payer.play.core.railTells('SANDBOX', { ...reversal, amount: 5_000n, reason: null }));
    await payer.play.pass(24 * HOUR);
    expect(await status(deposit)).toBe('REVERSED');
    await payer.auditClean();
  });

  const HOLD = 'the sender 0xbad is on the list of sanctioned addresses';

  it('because its rail forbids to credit it is kept although an account expects it, and never goes back by itself', async () => {
    const { reference } = payer.usd;
    const held = await arrives({ reference, hold: HOLD });
    expect(valueOf(await payer.play.core.railTells('SANDBOX', arrival({ reference, hold: HOLD }))).effect).toBe('NONE');
    await payer.play.pass(10 * 365 * 24 * HOUR);
    expect(await status(held)).toBe('KEPT');
    expect(await exceptions()).toMatchObject([
      { kind: 'DEPOSIT_HELD', status: 'OPEN', subject: held.id, reason: HOLD },
    ]);
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await arrives({ reference, paymentId: 'p2' });
    expect((await payer.internal('USD')).available).toBe(1_005_000n);
    // Without an account, the operator credits the account that the payer named.
    valueOf(await resolve('CREDITED'));
    expect((await payer.internal('USD')).available).toBe(1_010_000n);
    expect(await status(held)).toBe('RESOLVED');
    await payer.auditClean();
  });

  it('because its rail forbids to credit it goes back if an operator decides so', async () => {
    const held = await arrives({ hold: HOLD });
    expect(await resolve('CREDITED')).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    valueOf(await resolve('RETRIED'));
    await payer.play.pass(0);
    expect(await status(held)).toBe('RETURNED');
    await payer.auditClean();
  });

  it('because its rail forbids to credit it does not pay a quote, which later money pays', async () => {
    const made = await payer.quoted(payer.funded((await payer.external()).id));
    const held = await arrives({ reference: made.reference!, amount: 100_000n, hold: HOLD });
    expect((await payer.quote(made.id)).status).toBe('PENDING');
    const told = valueOf(
      await payer.play.core.railTells(
        'SANDBOX',
        arrival({ paymentId: 'p2', reference: made.reference!, amount: 100_000n }),
      ),
    );
    expect(told.arrival?.outcome).toBe('QUOTE_FUNDED');
    expect(await status(held)).toBe('KEPT');
    valueOf(await resolve('CREDITED', payer.usd.id));
    await payer.auditClean();
  });

  it.each(['', 'x'.repeat(501)])('is refused with the reason "%s"', async (hold) => {
    expect(await payer.play.core.railTells('SANDBOX', arrival({ hold }))).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    });
  });

  it('is money for a quote that has its money already', async () => {
    const made = await payer.quoted(payer.funded((await payer.external()).id));
    await arrives({ paymentId: 'p2', reference: made.reference!, amount: 100_000n });
    const second = await arrives({ paymentId: 'p3', reference: made.reference!, amount: 100_000n });
    expect(await status(second)).toBe('KEPT');
    await payer.play.pass(24 * HOUR);
    expect(await status(second)).toBe('RETURNED');
    await payer.auditClean();
  });
});
