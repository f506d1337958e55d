import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { ok, type Result, transition } from '../kernel/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import type { ArrivedMoney } from '../accounts/index.js';
import type { Receipt } from './index.js';
import { DEPOSITS } from '../transactions/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';

let payer: PlayPayer;
let told = 0;
/** The sandbox's rails, and a bank with which no account has instructions. */
const rails = bankRails({});
const [bankRail] = rails;
const silent = { ...bankRail!.capabilities, receive: false };
const twoBanks = [...rails, { ...bankRail!, name: 'other-bank', capabilities: silent }];

beforeEach(async () => {
  payer = await playPayer({ rails: twoBanks });
});

/** A message of the bank's callback. */
const REMITTER = { name: 'Grace Hopper', account: 'DE89370400440532013000' };
const arrives = async (over: Partial<ArrivedMoney>): Promise<Result<Receipt>> => {
  const answer = await payer.play.core.railTells('SANDBOX', {
    kind: 'arrival',
    rail: 'sandbox-bank',
    paymentId: `payment-${told++}`,
    reference: payer.usd.reference,
    currency: 'USD',
    amount: 5_000n,
    remitter: REMITTER,
    valueDate: null,
    ...over,
  });
  if (!answer.ok) return answer;
  const { arrival, transaction, effect } = answer.value;
  return ok({ arrival: arrival!, transaction, isRepeat: effect === 'NONE' });
};

/** As `arrives`, with a text in which the rail has found candidates. */
const arrivesWith = async (candidates: readonly string[], over: Partial<ArrivedMoney> = {}) =>
  arrives({ reference: 'a text of the payer', ...over, candidates } as never);

const sentBack = async (receipt: Receipt): Promise<void> => {
  const { depositId, outcome } = receipt.arrival;
  expect([outcome, depositId === null]).toEqual(['RETURNED', false]);
  await payer.play.pass(0);
  const deposit = await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(DEPOSITS, depositId!));
  expect(deposit?.status).toBe('RETURNED');
  await payer.auditClean();
};

describe('money with the reference of an internal account', () => {
  it('credits it', async () => {
    const { arrival, transaction } = valueOf(await arrives({}));
    expect(arrival).toMatchObject({ outcome: 'ACCOUNT_CREDITED', transactionId: transaction!.id, depositId: null });
    expect(transaction).toMatchObject({ type: 'INCOMING', status: 'COMPLETED', reference: payer.usd.reference });
    expect((await payer.internal('USD')).available).toBe(1_005_000n);
    await payer.auditClean();
  });

  it('is credited once if its rail reports it repeatedly, at once or later', async () => {
    const twice = await Promise.all([1, 2].map(() => arrives({ paymentId: 'same' })));
    await payer.play.pass(60);
    const again = valueOf(await arrives({ paymentId: 'same' }));
    for (const receipt of [...twice.filter((one) => one.ok).map(valueOf), again]) {
      expect(receipt.arrival.id).toBe(again.arrival.id);
      expect(receipt.transaction?.id).toBe(again.transaction!.id);
    }
    expect((await payer.internal('USD')).available).toBe(1_005_000n);
    await payer.auditClean();
  });

  it.each([
    ['in another currency', { currency: 'EUR' }],
    ['that is unknown', { reference: 'UNKNOWN43679' }],
  ])('%s goes to suspense and back', async (_, over) => {
    await sentBack(valueOf(await arrives(over)));
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
  });

  it('is sent back if the account cannot hold the amount', async () => {
    const full = { accountId: payer.usd.id, amount: MAX_COMPUTED - 1_000_000n };
    valueOf(await payer.play.run(payer.play.core.sandbox.fund, full));
    await sentBack(valueOf(await arrives({ amount: 1n })));
    expect((await payer.internal('USD')).available).toBe(MAX_COMPUTED);
  });

  it('is sent back if the account was closed with its customer; a frozen account accepts it', async () => {
    const { account } = await payer.internal('EUR');
    const move = (event: 'freeze' | 'unfreeze') =>
      payer.play.storage.units.run(payer.play.tenant, async (tx) => {
        const now = (await tx.get(INTERNAL_ACCOUNTS, account.id))!;
        return ok(transition(tx, payer.play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, now, event));
      });
    await move('freeze');
    const euros = { reference: account.reference, currency: 'EUR', amount: 1n };
    expect(valueOf(await arrives(euros)).arrival.outcome).toBe('ACCOUNT_CREDITED');
    const created = await payer.play.run(payer.play.core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Grace Hopper',
      region: 'US',
      currencies: ['EUR'],
    } as never);
    const { id } = valueOf(created);
    const closing = (await payer.internal('EUR', { customerId: id })).account;
    valueOf(await payer.play.run(payer.play.core.customers.delete, { id }));
    const late = valueOf(await arrives({ ...euros, reference: closing.reference }));
    expect(late.arrival.outcome).toBe('RETURNED');
  });
});

describe('money with candidates for its reference', () => {
  it('has the only one that exists', async () => {
    const { reference } = payer.usd;
    const { arrival } = valueOf(await arrivesWith(['UNKNOWN43679', reference, reference]));
    expect(arrival).toMatchObject({ outcome: 'ACCOUNT_CREDITED', reference });
  });

  it('keeps the text of the payer if none exists', async () => {
    const receipt = valueOf(await arrivesWith(['UNKNOWN43679', 'UNKNOWN43677']));
    expect(receipt.arrival.reference).toBe('a text of the payer');
    await sentBack(receipt);
  });

  it('is not attributed if two exist, even if the text is one of them', async () => {
    const { reference } = (await payer.internal('EUR')).account;
    const both = [payer.usd.reference, reference];
    const receipt = valueOf(await arrivesWith(both, { reference: payer.usd.reference }));
    expect(receipt.arrival.reference).toBe(both.join(' '));
    await sentBack(receipt);
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
  });
});

describe('money with the reference of a quote', () => {
  const quoted = async () => payer.quoted(payer.funded((await payer.external()).id));

  it('executes it', async () => {
    const made = await quoted();
    const { arrival, transaction } = valueOf(await arrives({ reference: made.reference!, amount: 100_000n }));
    expect([arrival.outcome, transaction?.id]).toEqual(['QUOTE_FUNDED', made.transactionId]);
    await payer.play.pass(0);
    expect((await payer.payment(made)).status).toBe('COMPLETED');
    await payer.auditClean();
  });

  it('is refunded if the amount differs, and returned as a deposit if the quote has its money', async () => {
    const made = await quoted();
    const wrong = valueOf(await arrives({ reference: made.reference!, amount: 1n }));
    expect(wrong.arrival.outcome).toBe('QUOTE_REFUNDED');
    expect(wrong.transaction).toMatchObject({ status: 'FAILED', failureReason: 'FUNDING_AMOUNT_MISMATCH' });
    await sentBack(valueOf(await arrives({ reference: made.reference!, amount: 100_000n })));
    expect((await payer.payment(made)).refundStatus).toBe('COMPLETED');
  });

  it.each([
    ['in another currency', { currency: 'EUR' }],
    ['by another rail', { rail: 'other-bank' }],
  ])('%s does not fund the quote', async (_, over) => {
    const made = await quoted();
    await sentBack(valueOf(await arrives({ reference: made.reference!, amount: 100_000n, ...over })));
    expect((await payer.quote(made.id)).status).toBe('PENDING');
  });
});

describe('money that a rail reports', () => {
  it('is refused without a valid amount and currency', async () => {
    expect(await arrives({ amount: 0n })).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    expect(await arrives({ currency: 'dollars' })).toMatchObject({ error: { code: 'INVALID_CURRENCY' } });
  });

  it('is refused from a rail that the host does not have or that does not receive', async () => {
    for (const rail of ['sandbox-bnak', 'deaf']) {
      const rails = bankRails({}).map((each) =>
        each.name === 'sandbox-crypto' ? { ...each, name: 'deaf', funding: null } : each,
      );
      const of = await playPayer({ rails });
      const money = { rail, paymentId: '1', reference: 'NOBODY', currency: 'USD', amount: 1n };
      const message = { kind: 'arrival', remitter: null, valueDate: null, ...money } as const;
      const code = rail === 'deaf' ? 'FORBIDDEN' : 'REFERENCE_NOT_FOUND';
      expect(await of.play.core.railTells('SANDBOX', message)).toMatchObject({ error: { code } });
      await of.auditClean();
    }
  });

  it('is booked for the platform that owns the reference, and is not visible to others', async () => {
    const { core } = payer.play;
    expect(
      await core.railTells('PRODUCTION', {
        kind: 'arrival',
        remitter: null,
        valueDate: null,
        rail: 'sandbox-bank',
        paymentId: 'elsewhere',
        reference: payer.usd.reference,
        currency: 'USD',
        amount: 1n,
      }),
    ).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
    const { arrival } = valueOf(await arrives({}));
    expect(arrival.tenant).toBe(payer.play.tenant);
  });
});

describe('a simulated payer', () => {
  const deposit = (over: object) =>
    payer.play.run(payer.play.core.sandbox.deposit, {
      reference: payer.usd.reference,
      currencyCode: 'USD',
      amount: 5_000n,
      ...over,
    });

  it('sends money with any reference and receives the outcome', async () => {
    const outcomes = [
      valueOf(await deposit({})),
      valueOf(await deposit({ reference: 'UNKNOWN43679' })),
      valueOf(await deposit({ currencyCode: 'EUR' })),
    ].map(({ arrival }) => arrival.outcome);
    expect(outcomes).toEqual(['ACCOUNT_CREDITED', 'RETURNED', 'RETURNED']);
    const made = await payer.quoted(payer.funded((await payer.external()).id));
    const paid = valueOf(await deposit({ reference: made.reference, amount: 100_000n }));
    expect([paid.arrival.outcome, paid.transaction?.id]).toEqual(['QUOTE_FUNDED', made.transactionId]);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('cannot send zero, nor a currency that no rail receives', async () => {
    expect(await deposit({ amount: 0n })).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    for (const currencyCode of ['dollars', 'KPW']) {
      expect(await deposit({ currencyCode })).toMatchObject({ error: { code: 'INVALID_CURRENCY' } });
    }
  });

  it('exists only in the sandbox', async () => {
    const play = await playCore();
    const production = {
      ...play.context(),
      tenant: play.tenant.replace('SANDBOX', 'PRODUCTION') as typeof play.tenant,
    };
    const input = { reference: 'X', currencyCode: 'USD', amount: 1n };
    const refused = await play.storage.units.run(production.tenant, (tx) =>
      play.core.sandbox.deposit(tx, production, input),
    );
    expect(refused).toMatchObject({ error: { code: 'FORBIDDEN' } });
  });
});
