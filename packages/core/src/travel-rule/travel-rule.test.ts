import { beforeEach, describe, expect, it } from 'vitest';
import { FUNDING_ADDRESSES, type InformationTelling, type TravelRuleAnswer } from '../accounts/index.js';
import {
  createIds,
  type CurrencyCode,
  type Id,
  instant,
  ok,
  readAll,
  runUseCase,
  tenantKey,
  type UseCase,
} from '../kernel/index.js';
import { rateOf } from '../money/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { reversingSealer, seededRandom } from '../testing/ports.js';
import { racingUnits } from '../testing/racing-units.js';
import {
  EXCHANGE_WALLET,
  PENDING,
  playTravelRule,
  type PlayTravelRule,
  SENDING_ADDRESS,
} from '../testing/travel-rule.js';
import { continueHeld, TRANSACTIONS } from '../transactions/index.js';
import { openParties, TRAVEL_RULE_TRANSFERS } from './travel-rule-transfer.js';

const SMALL = 100_000_000n;
const LARGE = 5_000_000_000n;
const ACCEPTED: TravelRuleAnswer = { state: 'accepted' };
const REJECTED: TravelRuleAnswer = { state: 'rejected', reason: 'the name is not that of the wallet' };

let rule: PlayTravelRule;
beforeEach(async () => {
  rule = await playTravelRule();
});

const sentTo = async (amount = SMALL) => {
  const transaction = valueOf(await rule.send(await rule.hosted(), amount));
  await rule.play.pass(0);
  return transaction;
};

describe('a transfer to a wallet that an institution keeps', () => {
  it('waits in the state that it has, and its rail is not asked, while the answer is pending', async () => {
    const transfer = await sentTo();
    await rule.play.pass(600);
    expect(await rule.status(transfer)).toMatchObject({ status: 'PROCESSING', submittedAt: null });
    expect([rule.submitted(), rule.partner.known.size]).toEqual([0, 1]);
    expect(await rule.record(transfer.id)).toMatchObject({ status: 'ASKED', hosting: 'HOSTED', direction: 'OUT' });
    await rule.auditClean();
  });

  it('goes out once after the institution has accepted it', async () => {
    const transfer = await sentTo();
    rule.partner.answer = ACCEPTED;
    await rule.play.pass(61);
    await rule.play.pass(600);
    expect(await rule.status(transfer)).toMatchObject({ status: 'COMPLETED' });
    expect(rule.submitted()).toBe(1);
    expect(await rule.record(transfer.id)).toMatchObject({ status: 'ACCEPTED', answerReason: null });
    await rule.auditClean();
  });

  it('fails with a refund after the institution has rejected it', async () => {
    const before = await rule.balance();
    rule.partner.answer = REJECTED;
    const transfer = await sentTo();
    await rule.play.pass(600);
    expect(await rule.status(transfer)).toMatchObject({
      ...{ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED', refundStatus: 'COMPLETED', submittedAt: null },
    });
    expect([rule.submitted(), await rule.balance()]).toEqual([0, before]);
    expect(await rule.record(transfer.id)).toMatchObject({ status: 'REJECTED', answerReason: REJECTED.reason });
    await rule.auditClean();
  });

  it('waits while the partner is away, and sends the information once if an answer is lost', async () => {
    rule.partner.fails = 'BEFORE';
    const transfer = await sentTo();
    await rule.play.pass(3600);
    expect([rule.submitted(), rule.partner.known.size]).toEqual([0, 0]);
    rule.partner.fails = 'AFTER';
    await rule.play.pass(3600);
    await rule.play.pass(3600);
    // The partner throws if a transfer is sent twice, and its look-up is lost as well.
    expect([rule.submitted(), rule.partner.known.size]).toEqual([0, 0]);
    rule.partner.fails = null;
    rule.partner.answer = ACCEPTED;
    await rule.play.pass(3600);
    await rule.play.pass(600);
    expect(await rule.status(transfer)).toMatchObject({ status: 'COMPLETED' });
    expect([rule.submitted(), rule.partner.known.size]).toEqual([1, 1]);
  });

  it('fails with a refund if no answer comes in time, also while the partner is away', async () => {
    const transfer = await sentTo();
    rule.partner.fails = 'BEFORE';
    await rule.play.pass(86_000);
    expect((await rule.status(transfer)).status).toBe('PROCESSING');
    await rule.play.pass(7_200);
    await rule.play.pass(7_200);
    expect(await rule.status(transfer)).toMatchObject({ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' });
    expect(await rule.record(transfer.id)).toMatchObject({ status: 'EXPIRED' });
    // An acceptance that comes too late changes nothing.
    rule.partner.fails = null;
    rule.partner.answer = ACCEPTED;
    const late = await rule.tell({ kind: 'travel-answer', rail: 'sandbox-crypto', reference: transfer.id });
    expect(valueOf(late)).toMatchObject({ effect: 'NONE' });
    await rule.play.pass(600);
    expect([(await rule.status(transfer)).status, rule.submitted()]).toEqual(['FAILED', 0]);
    await rule.auditClean();
  });

  it('is asked about at once after a message of the partner, which decides nothing', async () => {
    const transfer = await sentTo();
    const { calls } = rule.partner;
    rule.partner.answer = ACCEPTED;
    const telling = { kind: 'travel-answer', rail: 'sandbox-crypto', reference: transfer.id } as const;
    expect(valueOf(await rule.tell(telling))).toEqual({ effect: 'APPLIED', subject: transfer.id });
    await rule.play.pass(1);
    expect(rule.partner.calls).toBe(calls + 1);
    expect(rule.submitted()).toBe(1);
    expect(codeOf(await rule.tell({ ...telling, reference: 'Transaction:unknown' }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await rule.tell({ ...telling, rail: 'sandbox-bank' }))).toBe('FORBIDDEN');
  });

  it('can be cancelled while it waits, and is not asked about any more', async () => {
    const transfer = await sentTo();
    const { core, context } = rule.play;
    const cancelled = await core.transactions.cancel(context(), { id: transfer.id });
    expect(valueOf(cancelled)).toMatchObject({ status: 'FAILED', refundReason: 'USER_CANCELLATION' });
    const { calls } = rule.partner;
    rule.partner.answer = ACCEPTED;
    await rule.play.pass(600);
    expect([rule.submitted(), rule.partner.calls]).toEqual([0, calls]);
    expect(await rule.record(transfer.id)).toMatchObject({ status: 'WITHDRAWN' });
    await rule.auditClean();
  });

  it('is accompanied by both parties, which are stored sealed', async () => {
    const transfer = await sentTo();
    const record = (await rule.record(transfer.id))!;
    const sent = rule.partner.known.get(transfer.id)!;
    expect(sent).toMatchObject({ network: 'BASE', currency: 'USDC', institution: 'Example Exchange' });
    expect(sent.originator).toMatchObject({
      ...{ kind: 'INDIVIDUAL', name: 'Ada Lovelace', customerId: rule.customerId, ledgerAddress: SENDING_ADDRESS },
      accountId: expect.stringMatching(/^InternalAccount:/),
    });
    expect(sent.beneficiary).toMatchObject({
      kind: 'INDIVIDUAL',
      name: 'Grace Hopper',
      ledgerAddress: EXCHANGE_WALLET,
    });
    const { originator, beneficiary } = sent;
    expect(openParties(reversingSealer, record)).toEqual({ originator, beneficiary });
    expect(record.sealedParties).not.toContain('Lovelace');
  });

  it('needs the name of the beneficiary', async () => {
    const refused = await rule.send(await rule.hosted({ beneficiary: undefined }), SMALL);
    expect(refused).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'destination.accountId' }] } },
    });
  });
});

it('a transfer whose institution accepts it while its job looks at the answer goes out', async () => {
  const transfer = await sentTo();
  const { storage, clock, tenant, context } = rule.play;
  let isArmed = false;
  const units = racingUnits(
    storage.units,
    () => isArmed,
    async () => {
      rule.partner.answer = ACCEPTED;
      valueOf(await rule.tell({ kind: 'travel-answer', rail: 'sandbox-crypto', reference: transfer.id }));
      await rule.play.pass(0);
      expect(await rule.record(transfer.id)).toMatchObject({ status: 'ACCEPTED' });
    },
  );
  const host = await rule.another({ ...storage, units });
  // Another answer, such as that of a screening, makes the transfer go on first.
  const ids = createIds(clock, seededRandom('another answer'));
  await storage.units.run(tenant, async (tx) => {
    continueHeld({ tx, ctx: context(), ids }, (await tx.get(TRANSACTIONS, transfer.id))!, 'DELIVERY');
    return ok();
  });
  isArmed = true;
  await host.pass(0);
  await host.pass(60);
  expect([(await rule.status(transfer)).status, rule.submitted()]).toEqual(['COMPLETED', 1]);
});

describe('a transfer to a wallet in self-custody', () => {
  it('goes out without asking the partner if its amount is not above the limit', async () => {
    const transfer = valueOf(await rule.send(await rule.own(false), SMALL));
    await rule.play.pass(600);
    expect(await rule.status(transfer)).toMatchObject({ status: 'COMPLETED' });
    expect(rule.partner.calls).toBe(0);
    expect(await rule.record(transfer.id)).toMatchObject({ status: 'KEPT', hosting: 'SELF_HOSTED', isProven: false });
  });

  it('is refused above the limit, with the field and what to do, until its owner has proven the key', async () => {
    const refused = await rule.send(await rule.own(false), LARGE);
    expect(refused).toMatchObject({ error: { code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED' } });
    expect(JSON.stringify(refused)).toMatch(/destination\.accountId.*1,000\.00 EUR.*prove the ownership/);
    expect(await rule.records()).toEqual([]);
  });

  it('goes out above the limit with a proof', async () => {
    const transfer = valueOf(await rule.send(await rule.own(true), LARGE));
    await rule.play.pass(600);
    expect(await rule.status(transfer)).toMatchObject({ status: 'COMPLETED' });
    expect(await rule.record(transfer.id)).toMatchObject({ status: 'KEPT', isProven: true });
    await rule.auditClean();
  });
});

describe('the limit of wallets in self-custody', () => {
  /** Coins that are worth a euro at first. */
  async function withRate() {
    const euro = { perCoin: 1n, isAway: false };
    const source = {
      ...{ name: 'play', environments: ['SANDBOX'] as const },
      async fetch() {
        if (euro.isAway) throw new Error('the source is away');
        return {
          ...{ base: 'EUR' as CurrencyCode, asOf: instant(0) },
          perBase: new Map([
            ['USDC' as CurrencyCode, rateOf(1n, euro.perCoin)],
            ['USD' as CurrencyCode, rateOf(1n, 1n)],
          ]),
        };
      },
    };
    rule = await playTravelRule({ rates: [source] });
    return euro;
  }

  it('is not exceeded by exactly its amount at the present mid-rate', async () => {
    await withRate();
    const account = await rule.own(false);
    const { sentAmount, receivedAmount } = valueOf(await rule.send(account, SMALL));
    // The wallet receives the amount minus the network fee.
    const most = 1_000_000_000n + sentAmount! - receivedAmount!;
    expect(codeOf(await rule.send(account, most + 1n))).toBe('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
    expect(valueOf(await rule.send(account, most)).receivedAmount).toBe(1_000_000_000n);
  });

  it('fails a payment that is above it by the time that its rail would get it', async () => {
    const euro = await withRate();
    const before = await rule.balance();
    const transfer = valueOf(await rule.send(await rule.own(false), 1_000_000_000n));
    euro.perCoin = 2n;
    rule.play.clock.advance(301);
    await rule.play.core.work.refreshRates();
    await rule.play.pass(0);
    expect(await rule.status(transfer)).toMatchObject({ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' });
    expect([rule.submitted(), await rule.balance()]).toEqual([0, before]);
    expect(await rule.record(transfer.id)).toMatchObject({ status: 'REFUSED', isProven: false });
    await rule.auditClean();
  });

  it('cannot be compared without a rate: creations are refused, and payments wait', async () => {
    const euro = await withRate();
    const account = await rule.own(false);
    const transfer = valueOf(await rule.send(account, SMALL));
    euro.isAway = true;
    rule.play.clock.advance(3600);
    expect(codeOf(await rule.send(account, SMALL))).toBe('SERVICE_UNAVAILABLE');
    await rule.play.pass(0);
    expect([(await rule.status(transfer)).status, rule.submitted()]).toEqual(['PROCESSING', 0]);
    euro.isAway = false;
    rule.play.clock.advance(60);
    await rule.play.core.work.refreshRates();
    await rule.play.pass(600);
    await rule.play.pass(600);
    expect((await rule.status(transfer)).status).toBe('COMPLETED');
  });
});

describe('a quote that pays a wallet', () => {
  it('is refused above the limit without a proof', async () => {
    const { id } = await rule.own(false);
    const request = rule.fromAccount(rule.usd.id, id, { lockedCurrencyAmount: 500_000n });
    expect(codeOf(await rule.play.run(rule.play.core.quotes.create, request))).toBe(
      'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    );
    const quote = await rule.quoted(rule.fromAccount(rule.usd.id, id, { lockedCurrencyAmount: 10_000n }));
    valueOf(await rule.execute(quote.id));
    await rule.play.pass(600);
    expect((await rule.quote(quote.id)).status).toBe('COMPLETED');
  });
});

describe('a connection without a partner', () => {
  it('pays as before, and keeps nothing', async () => {
    rule = await playTravelRule({}, { isConnected: false });
    const hosted = valueOf(await rule.send(await rule.hosted({ beneficiary: undefined }), LARGE));
    const own = valueOf(await rule.send(await rule.own(false), LARGE));
    await rule.play.pass(600);
    for (const transfer of [hosted, own]) expect((await rule.status(transfer)).status).toBe('COMPLETED');
    expect(await rule.records()).toEqual([]);
  });
});

const UNKNOWN = {
  ...{ kind: null, name: null, address: null, country: null, birthDate: null, customerId: null },
  ...{ documentType: null, documentNumber: null, accountId: null, ledgerAddress: null },
};

describe('information about a transfer that comes in', () => {
  const telling = (over: Partial<InformationTelling> = {}): InformationTelling => ({
    ...{ kind: 'travel-information', rail: 'sandbox-crypto', reference: 'T-1', addressIndex: 0, network: 'BASE' },
    ...{ transactionHash: null, currency: 'USDC' as CurrencyCode, amount: 5_000_000n, institution: 'Other Exchange' },
    originator: { ...UNKNOWN, name: 'Mary Somerville' },
    beneficiary: { ...UNKNOWN, name: 'Ada Lovelace' },
    ...over,
  });

  it('is stored once, with the customer who receives', async () => {
    const given = telling({ addressIndex: await rule.addressIndex() });
    expect(valueOf(await rule.tell(given))).toMatchObject({ effect: 'APPLIED' });
    expect(valueOf(await rule.tell(given))).toMatchObject({ effect: 'NONE' });
    const [record, ...others] = await rule.records();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      status: 'RECEIVED',
      direction: 'IN',
      customerId: rule.customerId,
      amount: 5_000_000n,
    });
    expect(openParties(reversingSealer, record!).originator.name).toBe('Mary Somerville');
  });

  it('is refused for an address that no account has, for other content under the same reference, and if it is malformed', async () => {
    expect(codeOf(await rule.tell(telling({ addressIndex: 99 })))).toBe('REFERENCE_NOT_FOUND');
    valueOf(await rule.tell(telling()));
    expect(codeOf(await rule.tell(telling({ amount: 6_000_000n })))).toBe('CONFLICT');
    expect(codeOf(await rule.tell(telling({ amount: 0n })))).toBe('INVALID_INPUT');
    expect(await rule.records()).toHaveLength(1);
  });

  it('is refused for an account of another platform under a known reference', async () => {
    const { core } = rule.play;
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-00000000000b' as Id<'Platform'>, 'SANDBOX');
    const ctx = () => core.context(other, { kind: 'system' }, 'test');
    const there = async (act: UseCase<never, unknown>, input: object) =>
      valueOf(await runUseCase(core.units, ctx(), act, input as never));
    await there(core.platforms.create as never, { name: 'Other', currencies: ['USDC'], umaDomain: 'other.example' });
    const payee = { customerType: 'INDIVIDUAL', fullName: 'Ada King', region: 'US', currencies: ['USDC'] };
    await there(core.customers.create as never, payee);
    const own = await rule.addressIndex();
    const addresses = await rule.play.storage.units.read(other, (reads) => readAll(reads, FUNDING_ADDRESSES));
    const foreign = addresses.map(({ addressIndex }) => addressIndex).find((index) => index !== own)!;
    valueOf(await rule.tell(telling({ addressIndex: own })));
    expect(codeOf(await rule.tell(telling({ addressIndex: foreign })))).toBe('CONFLICT');
    valueOf(await rule.tell(telling({ addressIndex: foreign, reference: 'T-2' })));
    expect(codeOf(await rule.tell(telling({ addressIndex: own, reference: 'T-2' })))).toBe('CONFLICT');
    expect(valueOf(await rule.tell(telling({ addressIndex: own })))).toMatchObject({ effect: 'NONE' });
    expect(await rule.records()).toHaveLength(1);
  });

  it('cannot take the place of a payment, whatever its reference is', async () => {
    const transfer = await sentTo();
    valueOf(await rule.tell(telling({ reference: transfer.id })));
    rule.partner.answer = ACCEPTED;
    await rule.play.pass(61);
    expect(rule.submitted()).toBe(1);
  });
});

it('answers of a partner that are malformed decide nothing', async () => {
  rule.partner.answer = { state: 'maybe' } as never;
  const transfer = await sentTo();
  rule.partner.answer = { ...PENDING, checkAfterSeconds: -1 } as TravelRuleAnswer;
  await rule.play.pass(3600);
  expect([(await rule.status(transfer)).status, rule.submitted()]).toEqual(['PROCESSING', 0]);
});

describe('the audit finds', () => {
  const alter = async (patch: object | null) => {
    const { storage, tenant } = rule.play;
    valueOf(
      await storage.units.run(tenant, async (tx) => {
        const { rows } = await tx.list(TRAVEL_RULE_TRANSFERS, { order: 'asc', limit: 1 });
        tx.remove(TRAVEL_RULE_TRANSFERS, rows[0]!);
        if (patch !== null) tx.add(TRAVEL_RULE_TRANSFERS, { ...rows[0]!, ...patch });
        return ok();
      }),
    );
  };

  it.each<[string, object | null, RegExp]>([
    ['accepted', { status: 'ACCEPTED' }, /in status/],
    ['kept', { status: 'KEPT' }, /in status/],
    ['withdrawn', { status: 'WITHDRAWN' }, /in status/],
    ['of another amount', { amount: 1n }, /in amount/],
    ['of another institution', { institution: 'Other' }, /in institution/],
    ['proven', { isProven: true }, /in isProven/],
    ['deleted', null, /this transfer is missing/],
  ])('a waiting transfer that was altered: %s', async (_, patch, finding) => {
    await sentTo();
    await rule.auditClean();
    await alter(patch);
    expect((await rule.play.core.ledger.audit()).findings).toContainEqual(expect.stringMatching(finding));
  });
});
