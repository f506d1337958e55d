import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RailRefundStatus } from '../accounts/index.js';
import type { ExceptionRecord, Resolution } from '../exceptions/index.js';
import { chart } from '../ledger/index.js';
import { FUNDED, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import type { PlayPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { saidPayment } from '../testing/said-payment.js';
import { DEPOSITS } from '../transactions/index.js';

const COMPLETED = { state: 'completed' } as const;
const FAILED = { state: 'failed', reason: 'AC04' } as const;
const back = (amount: bigint, returnId = 'R1') => ({ state: 'returned', returnId, amount, reason: 'AC04' }) as const;

let payer: PlayPayer;
let bank: PlayBank;
/** The references that the bank reports as failed. */
const failed = new Set<string>();
beforeEach(async () => {
  failed.clear();
  const refund = async ({ reference }: { readonly reference: string }): Promise<RailRefundStatus> =>
    failed.has(reference) ? FAILED : COMPLETED;
  bank = await playBank({ rails: refundingRails(refund) });
  ({ payer } = bank);
});
afterEach(async () => {
  expect(bank.failures).toEqual([]);
  await payer.auditClean();
});

const newest = async (): Promise<ExceptionRecord> => (await bank.exceptions()).at(-1)!;
const attempt = ({ id: exceptionId }: ExceptionRecord, resolution: Resolution) => {
  const needs = resolution === 'ADJUSTED' || resolution === 'CREDITED';
  const account = needs ? payer.usd.id : undefined;
  const by = operatorNamed('Ann');
  return payer.play.run(payer.play.core.treasury.resolve, {
    ...{ exceptionId, resolution, account, by },
    ...saidPayment(resolution),
  });
};
/** What the console says about RETRIED: why it is refused, or that it is possible. */
const retryOffered = async ({ id: exceptionId }: ExceptionRecord) => {
  const choices = valueOf(await payer.play.read(payer.play.core.treasury.choices, { exceptionId }));
  const { refused } = choices.find(({ resolution }) => resolution === 'RETRIED')!;
  return refused === null ? { ok: true } : { ok: false, error: refused };
};
const hears = async (reference: string, status: RailRefundStatus) =>
  valueOf(await bank.tell({ kind: 'refund', reference, status })).effect;
const usd = () => payer.usd.currency;
const BEARERS = {
  ADJUSTED: async () => (await bank.balance())[0],
  PAID_ELSEWHERE: () => bank.sumOn(chart.ownFunds('SANDBOX', usd()).name),
  WRITTEN_OFF: () => bank.sumOn(chart.loss('SANDBOX', usd()).name),
} as const;
const clearing = () => bank.sumOn(chart.clearing('SANDBOX', 'sandbox-bank', usd()).name);

/** Money that went out twice, of which the exception tells. */
interface Twice {
  readonly amount: bigint;
  readonly exception: ExceptionRecord;
  readonly subject: string;
  /** The rail reports that the second one came back. */
  readonly comesBack: () => Promise<string>;
}

/** Retries what the first attempt of the rail could not send, and then hears that the first one was sent as well. */
async function sentUnderBoth(first: string): Promise<ExceptionRecord> {
  const open = (await bank.exceptions()).find(({ status }) => status === 'OPEN')!;
  failed.add(first);
  valueOf(await attempt(open, 'RETRIED'));
  await payer.play.pass(0);
  expect(await hears(first, COMPLETED)).toBe('CONTRADICTED');
  return newest();
}

async function refund(): Promise<Twice> {
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  valueOf(await bank.arrives(quote.reference!, 5n, { paymentId: 'p1' }));
  const { refundReference } = await payer.payment(quote);
  failed.add(refundReference!);
  await payer.play.pass(0);
  const exception = await sentUnderBoth(refundReference!);
  const comesBack = () => hears(refundReference!, FAILED);
  return { amount: 5n, exception, subject: quote.transactionId, comesBack };
}

async function returnOfDeposit(): Promise<Twice> {
  const { deposit } = valueOf(await bank.arrives('NOBODY', SENT));
  failed.add(deposit!.id);
  await payer.play.pass(0);
  const exception = await sentUnderBoth(deposit!.id);
  return { amount: SENT, exception, subject: deposit!.id, comesBack: () => hears(deposit!.id, FAILED) };
}

async function refundOfTakenBack(): Promise<Twice> {
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  valueOf(await bank.arrives(quote.reference!, 5n, { paymentId: 'p1' }));
  const { refundReference } = await payer.payment(quote);
  valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: 5n, reason: null, messageId: 'm1' }));
  await payer.play.pass(0);
  expect(await hears(refundReference!, COMPLETED)).toBe('CONTRADICTED');
  const comesBack = () => hears(refundReference!, FAILED);
  return { amount: 5n, exception: await newest(), subject: quote.transactionId, comesBack };
}

async function payout(): Promise<Twice> {
  const { id } = await bank.transferOut();
  await payer.play.pass(60);
  expect((await bank.read(id)).status).toBe('COMPLETED');
  const opened = { kind: 'RAIL_CONTRADICTION', subject: id, reference: 'statement 7', reason: 'paid twice' } as const;
  const exception = valueOf(
    await payer.play.run(payer.play.core.treasury.open, { ...opened, direction: 'OUT', amount: SENT }),
  );
  const comesBack = async () => valueOf(await bank.tell({ kind: 'payout', reference: id, status: back(SENT) })).effect;
  return { amount: SENT, exception, subject: id, comesBack };
}

const PAYMENTS = { payout, refund, 'refund of money that was taken back': refundOfTakenBack, return: returnOfDeposit };
const depositWith = async (id: string) =>
  (await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(DEPOSITS, id)))!;
const stateOf = async (subject: string): Promise<string> => {
  if (subject.startsWith('Transaction:')) {
    const { status, refundStatus } = await bank.read(subject);
    return `${status} ${refundStatus}`;
  }
  return (await depositWith(subject)).status;
};

describe.each(Object.entries(PAYMENTS))('a %s that went out twice', (_name, make) => {
  it('is an exception about money that went out', async () => {
    const { exception } = await make();
    expect(exception).toMatchObject({ kind: 'RAIL_CONTRADICTION', direction: 'OUT', status: 'OPEN' });
  });

  it.each(['ADJUSTED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const)(
    'is booked as sent again by %s, and changes neither the payment nor its money',
    async (resolution) => {
      const { amount, exception, subject } = await make();
      const [borne, held, state] = [await BEARERS[resolution](), await clearing(), await stateOf(subject)];
      valueOf(await attempt(exception, resolution));
      expect(await BEARERS[resolution]()).toBe(borne - amount);
      expect(await clearing()).toBe(held + amount);
      expect(await stateOf(subject)).toBe(state);
      expect((await newest()).moved).toMatchObject({ to: 'outside', amount, again: true });
    },
  );

  it.each(['ADJUSTED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const)(
    'goes back to who bore it by %s when it comes back, once',
    async (resolution) => {
      const { exception, subject, comesBack } = await make();
      const [borne, held, state] = [await BEARERS[resolution](), await clearing(), await stateOf(subject)];
      valueOf(await attempt(exception, resolution));
      expect(await comesBack()).toBe('APPLIED');
      expect(await comesBack()).toBe('NONE');
      expect([await BEARERS[resolution](), await clearing(), await stateOf(subject)]).toEqual([borne, held, state]);
    },
  );

  it('can be refused, and cannot be credited from outside', async () => {
    const { exception } = await make();
    expect(codeOf(await attempt(exception, 'CREDITED'))).toBe('CONFLICT');
    const choices = valueOf(await payer.play.read(payer.play.core.treasury.choices, { exceptionId: exception.id }));
    const possible = choices.filter(({ refused, needsAccount }) => refused === null && !needsAccount);
    expect(possible.map(({ resolution }) => resolution)).toEqual(['PAID_ELSEWHERE', 'WRITTEN_OFF', 'REFUSED']);
    valueOf(await attempt(exception, 'REFUSED'));
  });

  it('charges an account that has spent its money with a debt', async () => {
    const { amount, exception } = await make();
    const [available] = await bank.balance();
    const destinationId = (await payer.dollars('891')).id;
    const request = { sourceId: payer.usd.id, destinationId, amount: available };
    valueOf(await payer.play.run(payer.play.core.transfers.out, request));
    await payer.play.pass(60);
    valueOf(await attempt(exception, 'ADJUSTED'));
    expect((await payer.play.core.ledger.audit()).receivables).toMatchObject([{ amount }]);
  });
});

it.each([
  ['refund', refund],
  ['return', returnOfDeposit],
] as const)('a %s that failed after all is so in the exception that is still open', async (_name, make) => {
  const { exception, subject, comesBack } = await make();
  const state = await stateOf(subject);
  for (let times = 0; times < 2; times += 1) expect(await comesBack()).toBe('CONTRADICTED');
  const { status, reason } = await newest();
  expect(status).toBe('OPEN');
  expect(reason).toBe(`${exception.reason}; later sandbox-bank reports it as failed: AC04`);
  expect(await stateOf(subject)).toBe(state);
  valueOf(await attempt(exception, 'REFUSED'));
  expect(await comesBack()).toBe('NONE');
});

/** The second attempt is reported as failed after the first one was reported as sent. */
describe.each([
  ['refund', refund, async (id: string) => (await bank.read(id)).refundReference!],
  ['return', returnOfDeposit, async (id: string) => (await depositWith(id)).returnedAs!],
] as const)('a %s of which the first attempt was sent, and the second one bounced', (_name, make, attemptOf) => {
  const bounced = async (resolution: Resolution | null) => {
    const twice = await make();
    if (resolution !== null) valueOf(await attempt(twice.exception, resolution));
    const second = await attemptOf(twice.subject);
    expect(await hears(second, FAILED)).toBe('APPLIED');
    failed.add(second);
    return { ...twice, failure: await newest() };
  };

  it.each([null, 'WRITTEN_OFF', 'ADJUSTED', 'PAID_ELSEWHERE'] as const)(
    'is not tried again while the first one counts as sent (resolved by %s)',
    async (resolution) => {
      const { failure, subject, exception } = await bounced(resolution);
      const state = await stateOf(subject);
      const refused = await attempt(failure, 'RETRIED');
      expect(refused).toMatchObject({ error: { code: 'CONFLICT' } });
      expect(JSON.stringify(refused)).toContain(exception.id);
      expect(await retryOffered(failure)).toEqual(refused);
      expect(await stateOf(subject)).toBe(state);
    },
  );

  it('gives the money that came back to the service that bears the first one', async () => {
    const lost = await BEARERS.WRITTEN_OFF();
    const { failure } = await bounced('WRITTEN_OFF');
    valueOf(await attempt(failure, 'WRITTEN_OFF'));
    expect(await BEARERS.WRITTEN_OFF()).toBe(lost);
  });

  it('is tried again after an operator refused the report about the first one', async () => {
    const wrong = await bounced(null);
    valueOf(await attempt(wrong.exception, 'REFUSED'));
    expect(await retryOffered(wrong.failure)).toEqual({ ok: true });
    valueOf(await attempt(wrong.failure, 'RETRIED'));
    await payer.play.pass(0);
    expect(await stateOf(wrong.subject)).toMatch(/RETURNED|COMPLETED/);
  });

  it('is tried again after the first one came back as well', async () => {
    const { failure, comesBack, subject } = await bounced('WRITTEN_OFF');
    expect(await comesBack()).toBe('APPLIED');
    valueOf(await attempt(failure, 'RETRIED'));
    await payer.play.pass(0);
    expect(await stateOf(subject)).toMatch(/RETURNED|COMPLETED/);
  });
});

describe('a payout of which a part came back, and which the rail paid once more', () => {
  const [PART, REST] = [30_000n, SENT - 30_000n];
  const partlyBack = async () => {
    const twice = await payout();
    const { subject } = twice;
    const opened = { kind: 'RAIL_CONTRADICTION', subject, reference: 'statement 8', reason: 'a part' } as const;
    const came = valueOf(
      await payer.play.run(payer.play.core.treasury.open, { ...opened, direction: 'IN', amount: PART }),
    );
    valueOf(await attempt(came, 'CREDITED'));
    return twice;
  };

  it.each(['ADJUSTED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const)(
    'is booked whole by %s: first what is left of the payment, then the rest, which is an exception of its own',
    async (resolution) => {
      const { exception } = await partlyBack();
      const [borne, held] = [await BEARERS[resolution](), await clearing()];
      valueOf(await attempt(exception, resolution));
      const rest = await newest();
      expect(rest).toMatchObject({
        ...{ kind: 'RAIL_CONTRADICTION', status: 'OPEN', direction: 'OUT', leg: 'DELIVERY', amount: REST },
        reference: `${exception.reference} (rest)`,
      });
      expect(codeOf(await attempt(rest, 'CREDITED'))).toBe('CONFLICT');
      valueOf(await attempt(rest, resolution));
      expect((await newest()).moved).toMatchObject({ to: 'outside', amount: REST, again: true });
      expect([await BEARERS[resolution](), await clearing()]).toEqual([borne - SENT, held + SENT]);
    },
  );

  it('is booked whole if another part comes back before the rest is resolved', async () => {
    const { exception, subject } = await partlyBack();
    const held = await clearing();
    valueOf(await attempt(exception, 'WRITTEN_OFF'));
    const rest = await newest();
    const opened = { kind: 'RAIL_CONTRADICTION', subject, reference: 'statement 9', reason: 'a part' } as const;
    const came = valueOf(
      await payer.play.run(payer.play.core.treasury.open, { ...opened, direction: 'IN', amount: PART }),
    );
    valueOf(await attempt(came, 'CREDITED'));
    valueOf(await attempt(rest, 'WRITTEN_OFF'));
    const last = await newest();
    expect(last).toMatchObject({ status: 'OPEN', direction: 'OUT', amount: REST - PART });
    valueOf(await attempt(last, 'WRITTEN_OFF'));
    expect((await newest()).moved).toMatchObject({ amount: REST - PART, again: true });
    expect(await clearing()).toBe(held + SENT - PART);
  });

  it('leaves no rest to decide about if an operator refuses it', async () => {
    const { exception } = await partlyBack();
    valueOf(await attempt(exception, 'WRITTEN_OFF'));
    valueOf(await attempt(await newest(), 'REFUSED'));
    expect((await bank.exceptions()).filter(({ status }) => status === 'OPEN')).toEqual([]);
  });
});

it('a reversal takes at most what arrived, also if the bank reports more', async () => {
  valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p1' }));
  for (const messageId of ['m1', 'm2', 'm3']) {
    await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: 60_000n, reason: null, messageId });
    const exception = await newest();
    expect(exception.direction).toBe('OUT');
    expect(codeOf(await attempt(exception, 'ADJUSTED'))).toBe(messageId === 'm3' ? 'CONFLICT' : 'ok');
  }
  expect((await bank.balance())[0]).toBe(FUNDED);
});
