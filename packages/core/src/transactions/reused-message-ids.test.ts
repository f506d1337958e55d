import { beforeEach, describe, expect, it } from 'vitest';
import type { PayoutStatus, Rail } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS, type Resolution } from '../exceptions/index.js';
import { createIds, type Id, newRecord, ok, runUseCase, tenantKey } from '../kernel/index.js';
import { BANK, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import { RAIL_MESSAGES, type RailMessage } from './index.js';

const PENDING = { state: 'pending', checkAfterSeconds: 40 } as const;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const FAILED = {
  state: 'failed',
  reason: 'ACCOUNT_INVALID',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
} as const;
const CRYPTO = 'sandbox-crypto';
const back = (amount: bigint, returnId = 'R1') => ({ state: 'returned', returnId, amount, reason: 'AC04' }) as const;

let bank: PlayBank;
beforeEach(async () => {
  bank = await playBank({ rails: bankRails({ submit: async () => PENDING }) });
});
const newest = async (): Promise<ExceptionRecord> => (await bank.exceptions()).at(-1)!;
const resolve = async (resolution: Resolution, account?: string) =>
  bank.payer.play.run(bank.payer.play.core.treasury.resolve, {
    exceptionId: (await newest()).id,
    resolution,
    account,
    by: operatorNamed('Ann'),
  });
const effectOf = async (message: Parameters<PlayBank['tell']>[0]) => valueOf(await bank.tell(message)).effect;
/** Money of the chain that matches nothing, and a recall of it under this id. */
async function recalledOnChain(messageId: string): Promise<string> {
  const arrival = { paymentId: 'c1', reference: 'NOBODY', currency: 'USDC', amount: 5n, remitter: null };
  const { deposit } = valueOf(await bank.tell({ kind: 'arrival', rail: CRYPTO, valueDate: null, ...arrival }));
  const recall = { kind: 'recall', rail: CRYPTO, paymentId: 'c1', amount: 5n, reason: null, messageId } as const;
  expect(await effectOf(recall)).toBe('APPLIED');
  return deposit!.id;
}

describe('a message id that is used again', () => {
  it('for a payout of another currency names the delivered money', async () => {
    const { payer } = bank;
    const external = await payer.external();
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, external.id, { immediatelyExecute: true }));
    await payer.play.pass(0);
    const { id, receivedAmount, receivedCurrency, sentCurrency } = await payer.payment(quote);
    expect(receivedCurrency).not.toBe(sentCurrency);
    await effectOf({ kind: 'payout', reference: id, status: DELIVERED, messageId: 'one' });
    const status = back(receivedAmount!);
    expect(await effectOf({ kind: 'payout', reference: id, status, messageId: 'one' })).toBe('CONTRADICTED');
    expect(await newest()).toMatchObject({
      subject: id,
      leg: 'DELIVERY',
      rail: BANK,
      currency: receivedCurrency,
      amount: receivedAmount,
    });
    await payer.auditClean();
  });

  it('for a recall is about the money that came, also if the same rail pays it out', async () => {
    const { payer } = bank;
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    valueOf(await bank.arrives(quote.reference!, SENT, { paymentId: 'p1' }));
    await payer.play.pass(0);
    const recall = { kind: 'recall', paymentId: 'p1', reason: null, messageId: 'one' } as const;
    expect(await effectOf({ ...recall, amount: 30_000n })).toBe('APPLIED');
    valueOf(await resolve('REFUSED'));
    expect(await effectOf({ ...recall, amount: 40_000n })).toBe('CONTRADICTED');
    expect(await newest()).toMatchObject({ leg: 'FUNDING', rail: BANK, currency: 'USD', amount: 40_000n });
    valueOf(await resolve('ADJUSTED', payer.usd.id));
    expect(await effectOf({ kind: 'payout', reference: quote.transactionId, status: FAILED })).toBe('APPLIED');
    await payer.play.pass(0);
    expect((await payer.payment(quote)).refundStatus).toBe('FAILED');
    await payer.auditClean();
  });

  it('by a rail that does not move the named payment is about the first message', async () => {
    const { id } = await bank.transferOut();
    expect(await effectOf({ kind: 'payout', reference: id, status: DELIVERED })).toBe('APPLIED');
    const deposit = await recalledOnChain('one');
    const second = { kind: 'payout', rail: CRYPTO, reference: id, status: back(SENT), messageId: 'one' } as const;
    expect(await effectOf(second)).toBe('CONTRADICTED');
    expect(await newest()).toMatchObject({
      kind: 'RAIL_CONTRADICTION',
      subject: deposit,
      leg: 'FUNDING',
      rail: CRYPTO,
      currency: 'USDC',
      amount: 5n,
    });
    await bank.payer.auditClean();
  });

  it('for a payment of another environment opens its exception in the environment of the rail', async () => {
    const rails = bankRails({ submit: async () => PENDING });
    const sandbox = rails.find(({ name }) => name === BANK)!;
    const live: Rail = { ...sandbox, name: 'bank-live', environment: 'PRODUCTION', simulated: false };
    bank = await playBank({ rails: [...rails, live] });
    const { play } = bank.payer;
    const tenant = tenantKey('Platform:01943c5e-0000-7000-8000-00000000000e' as Id<'Platform'>, 'PRODUCTION');
    const ctx = play.core.context(tenant, { kind: 'system' }, 'test');
    const platform = { name: 'Live', currencies: ['USD'] };
    valueOf(await runUseCase(play.storage.units, ctx, play.core.platforms.create, platform));
    const tell = async (message: object) =>
      valueOf(await play.core.railTells('PRODUCTION', { rail: 'bank-live', ...message } as never));
    const money = { currency: 'USD', amount: 7n, remitter: null, valueDate: null };
    const arrival = { kind: 'arrival', messageId: 'm', paymentId: 'p1', reference: 'NOBODY', ...money };
    const { deposit } = await tell(arrival);
    await tell({ kind: 'recall', messageId: 'one', paymentId: 'p1', amount: 7n, reason: null });
    const { id } = await bank.transferOut();
    const told = await tell({ kind: 'payout', messageId: 'one', reference: id, status: back(SENT) });
    expect(told.effect).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toEqual([]);
    const opened = await play.storage.units.read(tenant, (reads) => reads.get(EXCEPTIONS, told.subject!));
    expect(opened).toMatchObject({ tenant, subject: deposit!.id, rail: 'bank-live', amount: 7n });
  });
});

describe('the content of a message', () => {
  it.each<[string, PayoutStatus, PayoutStatus]>([
    ['can be refunded', FAILED, { ...FAILED, refundable: false }],
    ['is undone', PENDING, { ...PENDING, undone: 'block 7 left the chain' }],
  ])('tells whether a payout %s', async (_, first, second) => {
    const { id } = await bank.transferOut();
    const message = { kind: 'payout', reference: id, messageId: 'one' } as const;
    valueOf(await bank.tell({ ...message, status: first }));
    expect(await effectOf({ ...message, status: first })).toBe('NONE');
    expect(await effectOf({ ...message, status: second })).toBe('CONTRADICTED');
    expect(await effectOf({ ...message, status: first })).toBe('NONE');
  });

  it.each(['reversal', 'recall'] as const)('that was not stored is compared by the arrival of a %s', async (kind) => {
    const { play, usd } = bank.payer;
    const arrivals = [
      valueOf(await bank.arrives(usd.reference, SENT, { paymentId: 'p1' })).arrival!,
      valueOf(await bank.arrives(usd.reference, SENT, { paymentId: 'p2' })).arrival!,
    ];
    const stored: RailMessage = {
      rail: BANK,
      messageId: 'old',
      kind,
      subject: arrivals[0]!.transactionId!,
      effect: 'APPLIED',
      content: null,
      ...newRecord(createIds(play.clock, seededRandom('old')).next('RailMessage'), play.context()),
    };
    valueOf(await play.storage.units.run(play.tenant, async (tx) => (tx.add(RAIL_MESSAGES, stored), ok())));
    const message = { kind, amount: SENT, reason: null, messageId: 'old' } as const;
    expect(await effectOf({ ...message, paymentId: 'p1' })).toBe('NONE');
    expect(await effectOf({ ...message, paymentId: 'p2' })).toBe('CONTRADICTED');
    expect(await newest()).toMatchObject({ subject: arrivals[1]!.transactionId, amount: SENT });
  });
});
