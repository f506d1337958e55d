import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, type RailTelling } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS, openException, type Resolution, RESOLUTIONS } from '../exceptions/index.js';
import { createIds, type CurrencyCode, ok, transition } from '../kernel/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import { directionOf, namedIn } from './resolutions.js';
import { saidPayment } from '../testing/said-payment.js';

const BANK = 'sandbox-bank';
const USD = 'USD' as CurrencyCode;
const NONE = '018bcfe5-6800-7000-8000-0000000000bb';

let payer: PlayPayer;
let opened = 0;
beforeEach(async () => {
  payer = await playPayer();
});

const plan = (exceptionId: string, resolution: Resolution, account?: string) =>
  payer.play.run(payer.play.core.treasury.planResolution, {
    ...{ exceptionId, resolution, account },
    ...saidPayment(resolution),
  });
const resolve = (exceptionId: string, resolution: Resolution, account?: string) =>
  payer.play.run(payer.play.core.treasury.resolve, {
    ...{ exceptionId, resolution, account, by: operatorNamed('Ann') },
    ...saidPayment(resolution),
  });
const exceptions = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 20 })).rows,
  );
const tell = async (telling: RailTelling) => valueOf(await payer.play.core.railTells('SANDBOX', telling));
const about = async (kind: ExceptionRecord['kind'], subject: string, reference = ''): Promise<ExceptionRecord> => {
  const { play } = payer;
  const ids = createIds(play.clock, seededRandom(`opened ${opened++}`));
  const matter = { kind, subject, reference, rail: BANK, currency: USD, amount: 5n, reason: 'x' };
  const done = await play.storage.units.run(play.tenant, async (tx) =>
    ok(await openException({ tx, ctx: play.context(), ids }, matter)),
  );
  return valueOf(done);
};

/** A payment that could be neither delivered nor refunded. */
async function stuckRefund(): Promise<ExceptionRecord> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(0);
  await payer.play.pass(31);
  return (await exceptions())[0]!;
}
const arrives = (over: Partial<Extract<RailTelling, { kind: 'arrival' }>>) =>
  tell({
    kind: 'arrival',
    rail: BANK,
    paymentId: 'p1',
    reference: payer.usd.reference,
    currency: 'USD',
    amount: 7_000n,
    remitter: { name: 'Grace', account: 'X890' },
    valueDate: null,
    ...over,
  });

describe('a resolution', () => {
  it('that books nothing is planned with what is at stake', async () => {
    const { id } = await stuckRefund();
    const moves = [{ currency: 'USD', amount: 100_000n }];
    expect(valueOf(await plan(id, 'RETRIED'))).toEqual({
      subject: id,
      before: { status: 'OPEN', formerAttempt: null, retry: 'repeat' },
      moves,
    });
    const message = 'account: is not allowed for this resolution';
    expect(await plan(id, 'RETRIED', payer.usd.id)).toMatchObject({ error: { code: 'INVALID_INPUT', message } });
    expect(await plan(id, 'WRITTEN_OFF', payer.usd.id)).toMatchObject({ error: { code: 'INVALID_INPUT', message } });
  });

  it('is one of those of its kind, which the error names', async () => {
    const { id } = await stuckRefund();
    const message = 'resolution: must be one of RETRIED, CREDITED, PAID_ELSEWHERE, WRITTEN_OFF for REFUND_FAILED';
    expect(await plan(id, 'REFUSED')).toMatchObject({ error: { code: 'INVALID_INPUT', message } });
  });

  it('is refused for a hit of the screening, with the commands that decide it', async () => {
    const { id } = await about('SCREENING_HIT', payer.customerId, 'Screening:1');
    for (const resolution of RESOLUTIONS) {
      const refused = await plan(id, resolution);
      expect(refused).toMatchObject({ error: { code: 'CONFLICT' } });
      expect(JSON.stringify(refused)).toContain('corridor screening clear --id Screening:1');
      expect(JSON.stringify(refused)).toContain('corridor screening confirm --id Screening:1');
      expect(codeOf(await resolve(id, resolution))).toBe('CONFLICT');
    }
  });

  it('is refused for an exception that does not exist', async () => {
    for (const id of ['nonsense', `Exception:${NONE}`])
      expect(await plan(id, 'REFUSED')).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
  });

  it('is refused if its deposit or its payment does not exist', async () => {
    const codes = [];
    for (const [kind, subject, resolution] of [
      ['DEPOSIT_HELD', `Deposit:${NONE}`, 'RETRIED'],
      ['DEPOSIT_HELD', `Deposit:${NONE}`, 'WRITTEN_OFF'],
      ['DEPOSIT_REFUSED', `Deposit:${NONE}`, 'WRITTEN_OFF'],
      ['REFUND_FAILED', `Transaction:${NONE}`, 'RETRIED'],
    ] as const) {
      const resolved = await resolve((await about(kind, subject)).id, resolution);
      codes.push(resolved.ok ? 'ok' : resolved.error.code);
    }
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'REFERENCE_NOT_FOUND'));
    for (const { status } of await exceptions()) expect(status).toBe('OPEN');
  });

  it('credits no closed account, but may debit one', async () => {
    const { play } = payer;
    const { id } = await stuckRefund();
    const own = (await payer.internal('USD', 'platform')).account;
    await play.storage.units.run(play.tenant, async (tx) => {
      const account = (await tx.get(INTERNAL_ACCOUNTS, own.id))!;
      return ok(transition(tx, play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close'));
    });
    const message = `account: ${own.id} is closed`;
    expect(await plan(id, 'CREDITED', own.id)).toMatchObject({ error: { code: 'USER_NOT_READY', message } });
    const contradiction = await about('RAIL_CONTRADICTION', 'Transaction:1');
    expect((await plan(contradiction.id, 'ADJUSTED', own.id)).ok).toBe(true);
  });

  it('ends an exception about a deposit together with the deposit', async () => {
    const { deposit } = await arrives({ reference: 'lunch', returnAfterSeconds: 3_600 });
    const [held] = await exceptions();
    expect(valueOf(await resolve(held!.id, 'WRITTEN_OFF'))).toMatchObject({
      status: 'RESOLVED',
      resolution: 'WRITTEN_OFF',
      entryId: expect.stringMatching(/^JournalEntry:/) as string,
      note: null,
      approvedBy: null,
    });
    const timeline = valueOf(await payer.play.core.payments.timeline(payer.play.tenant, deposit!.id));
    expect(timeline.deposits.map(({ status }) => status)).toEqual(['RESOLVED']);
    await payer.auditClean();
  });
});

describe('the recalls of one payment', () => {
  const recall = async (messageId: string, amount: bigint): Promise<string> => {
    const { subject } = await tell({ kind: 'recall', rail: BANK, messageId, paymentId: 'p1', amount, reason: null });
    const all = await exceptions();
    const found = all.find(({ id, reference }) => id === subject || reference === messageId);
    return found!.id;
  };

  it('are answered together up to the amount that arrived', async () => {
    await arrives({});
    const [first, second, third] = [await recall('m1', 3_000n), await recall('m2', 4_000n), await recall('m3', 1n)];
    expect((await resolve(first, 'ADJUSTED', payer.usd.id)).ok).toBe(true);
    expect((await resolve(second, 'ADJUSTED', payer.usd.id)).ok).toBe(true);
    const message = expect.stringContaining('7000 of the 7000 that arrived already went back') as string;
    expect(await resolve(third, 'PAID_ELSEWHERE')).toMatchObject({ error: { code: 'CONFLICT', message } });
    valueOf(await resolve(third, 'REFUSED'));
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await payer.auditClean();
  });

  it('of money that waits in suspense are not answered after the rail has taken it back', async () => {
    const { deposit } = await arrives({ reference: 'lunch', returnAfterSeconds: 3_600 });
    const recalled = await about('RECALL', deposit!.id);
    expect((await plan(recalled.id, 'PAID_ELSEWHERE')).ok).toBe(true);
    await tell({ kind: 'reversal', rail: BANK, messageId: 'm1', paymentId: 'p1', amount: 7_000n, reason: null });
    const message = expect.stringContaining('already taken the money back') as string;
    expect(await plan(recalled.id, 'PAID_ELSEWHERE')).toMatchObject({ error: { code: 'CONFLICT', message } });
  });
});

describe('the reference of a difference', () => {
  it('begins with the direction of the money', () => {
    expect(['IN:1', 'OUT:1', '1', 'IN'].map(directionOf)).toEqual(['IN', 'OUT', 'OUT', 'OUT']);
  });

  it('names what the statement or the ledger names, without the direction and the amount', () => {
    const terms = { currency: USD, amount: 70n };
    const named = ['OUT:line-1:USD:70', 'IN:line-1', 'line IN:1', 'IN:a:USD:70:USD:70', ':USD:70'].map((reference) =>
      namedIn({ ...terms, reference }),
    );
    expect(named).toEqual(['line-1', 'line-1', 'line IN:1', 'a:USD:70', '']);
  });
});
