import { sandboxRates } from '@corridor/adapters-rails/rates';
import { DEFAULT_PROVIDERS, umaPorts } from '@corridor/adapters-rails/uma';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  accountsOf,
  exampleAccountInfo,
  INTERNAL_ACCOUNT,
  INTERNAL_ACCOUNTS,
  type InternalAccountView,
} from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import {
  type BaseRecord,
  createIds,
  type CurrencyCode,
  type Environment,
  type Id,
  ok,
  type OutboundRequest,
  type PreparedUseCase,
  type RecordKind,
  runUseCase,
  splitTenant,
  tenantKey,
  transition,
  type UseCase,
} from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { amountText, MAX_COMPUTED, rateOf } from '../money/index.js';
import { QUOTES } from '../quotes/index.js';
import type { CorridorSetting } from '../rates/index.js';
import { resealAll } from '../maintenance/index.js';
import { playBlocks } from '../testing/play-blocks.js';
import { fixedClock, operatorNamed, seededRandom } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { verifyPhone } from '../testing/sandbox-proofs.js';
import { DEPOSITS, NEVER_SHORT, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { beginReceipt } from './begin-receipt.js';
import type { Settlement } from './ports.js';
import { UMA_KEYS, UMA_RECEIPTS } from './records.js';

let play: PlayCore;
const directory = lightningDirectory();
let called: OutboundRequest[] = [];

async function start(
  over: Partial<(typeof DEFAULT_PROVIDERS)[number]> = {},
  corridor: Partial<CorridorSetting> = {},
  wrapped: (settlement: Settlement) => Settlement = (settlement) => settlement,
): Promise<void> {
  const clock = fixedClock();
  const adapters = umaPorts({
    http: {
      async send(request) {
        called.push(request);
        return { kind: 'unreachable', reason: 'connection refused' };
      },
    },
    clock,
    lightningDirectory: directory(),
    rates: sandboxRates(clock),
    providers: DEFAULT_PROVIDERS.map((provider) => ({ ...provider, ...over })),
  });
  play = await playCore({
    clock,
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      corridors: [{ source: 'USD' as CurrencyCode, destination: 'EUR' as CurrencyCode, ...corridor }],
    },
    uma: { ...adapters, settlement: wrapped(adapters.settlement) },
  });
}

beforeEach(async () => {
  called = [];
  await start();
});

const createCustomer = async (region = 'US') => {
  const details = {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    region,
    phoneNumber: '+4915112345678',
  } as const;
  return valueOf(await play.run(play.core.customers.create, details));
};

const receive = async (customerId: string): Promise<Transaction> =>
  valueOf(
    await play.run(play.core.uma.receiveSimulated, {
      senderUmaAddress: '$eve@bank.example',
      customerId,
      receivingCurrencyCode: 'EUR',
      receivingCurrencyAmount: 1_000n,
    }),
  );

const answer = (status: number, body = ''): void => {
  play.answer = { kind: 'answered', status, body };
};
const now = async (id: string): Promise<Transaction> => valueOf(await play.read(play.core.transactions.get, { id }));
const audit = async () => (await play.core.ledger.audit()).findings;

const quoteTo = async (address: string, amount = 2_000n, region = 'US') => {
  const customer = await createCustomer(region);
  const [account] = await play.storage.units.read(play.tenant, (reads) => accountsOf(reads, customer.id));
  valueOf(await play.run(play.core.sandbox.fund, { accountId: account!.id, amount: 10_000n }));
  const ctx = play.context();
  const asked = { receiverUmaAddress: address, customerId: customer.id };
  const lookup = valueOf(await play.core.uma.lookUp(ctx, asked));
  return {
    lookup,
    request: {
      lookupId: lookup.id,
      source: { sourceType: 'ACCOUNT', accountId: account!.id, customerId: customer.id },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: address },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
      immediatelyExecute: true,
    } as const,
  };
};

const pay = async (address: string) => {
  const { request } = await quoteTo(address);
  return valueOf(await play.run(play.core.quotes.create, request));
};

describe('a payment to another institution', () => {
  it('is booked in the settlement currency, without an audit finding', async () => {
    const quote = await pay('$success.eur@sandbox.uma.money');
    await play.core.work.drain();
    expect(await now(quote.transactionId)).toMatchObject({
      status: 'COMPLETED',
      counterparty: { information: { UMA_ADDRESS: '$success.eur@sandbox.uma.money' } },
    });
    expect(await audit()).toEqual([]);
  });

  it('is refused for a customer who may not move money, also if the platform provides the money', async () => {
    const { request } = await quoteTo('$success.eur@sandbox.uma.money');
    const { platformId } = splitTenant(play.tenant);
    const source = {
      sourceType: 'REALTIME_FUNDING',
      customerId: platformId,
      currency: 'USD',
    } as const;
    const prepare = () =>
      play.core.quotes.create.prepare(play.context(), { ...request, source, immediatelyExecute: false });
    expect((await prepare()).ok).toBe(true);
    valueOf(await play.run(play.core.platforms.updateOperatorSettings, { requiresEndUserTerms: true }));
    expect(await prepare()).toMatchObject({ error: { code: 'END_USER_TERMS_NOT_ACCEPTED' } });
  });

  it('of a customer of the EEA needs authorization, because an address cannot be trusted', async () => {
    const { request } = await quoteTo('$success.eur@sandbox.uma.money', 2_000n, 'DE');
    await verifyPhone(play, request.source.customerId);
    const quote = valueOf(await play.run(play.core.quotes.create, request));
    expect(quote).toMatchObject({ status: 'PENDING_AUTHORIZATION', sca: { challenge: { factor: 'SMS_OTP' } } });
    await play.pass(1);
    expect(await play.read(play.core.transactions.get, { id: quote.transactionId })).toMatchObject({
      error: { code: 'TRANSACTION_NOT_FOUND' },
    });
  });

  it('is listed by the address of either side, case-insensitively', async () => {
    const { transactionId } = await pay('$success.eur@sandbox.uma.money');
    const received = await receive((await createCustomer()).id);
    const list = async (filter: object) =>
      valueOf(await play.read(play.core.transactions.list, filter)).data.map(({ id }) => id);
    expect(await list({ receiverAccountIdentifier: '$Success.EUR@sandbox.uma.money' })).toEqual([transactionId]);
    expect(await list({ accountIdentifier: '$Success.EUR@sandbox.uma.money' })).toEqual([transactionId]);
    expect(await list({ senderAccountIdentifier: '$Eve@Bank.example' })).toEqual([received.id]);
  });

  it('that takes six minutes is delivered after six minutes', async () => {
    const quote = await pay('$pending.long.eur@sandbox.uma.money');
    await play.core.work.drain();
    await play.pass(350);
    expect((await now(quote.transactionId)).status).toBe('PROCESSING');
    await play.pass(20);
    expect((await now(quote.transactionId)).status).toBe('COMPLETED');
    expect(await audit()).toEqual([]);
  });

  it('that fails is refunded in full', async () => {
    const quote = await pay('$fail.compliance.eur@sandbox.uma.money');
    await play.core.work.drain();
    expect(await now(quote.transactionId)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect(await audit()).toEqual([]);
  });

  it('cannot be quoted with a lookup that is ten minutes old', async () => {
    const { request } = await quoteTo('$success.eur@sandbox.uma.money');
    play.clock.advance(600);
    const agreed = await play.core.quotes.create.prepare(play.context(), request);
    expect(agreed).toMatchObject({ ok: false, error: { code: 'LOOKUP_REQUEST_NOT_FOUND' } });
  });

  it('with immediate execution leaves no quote if the balance is too low', async () => {
    const { request } = await quoteTo('$success.eur@sandbox.uma.money', 20_000n);
    const opened = await play.run(play.core.quotes.create, request);
    expect(opened).toMatchObject({ ok: false, error: { code: 'INVALID_AMOUNT' } });
    expect(await audit()).toEqual([]);
  });

  it('has the terms of its corridor', async () => {
    await start({}, { variableFeeBps: 10, fixedFee: 25n, quoteSeconds: 30, minAmount: 1_000n, transactionCap: 5_000n });
    const { request } = await quoteTo('$success.eur@sandbox.uma.money');
    const { prepare, finish } = play.core.quotes.create;
    const quoted = { ...request, immediatelyExecute: false };
    const quote = valueOf(await play.run(finish, valueOf(await prepare(play.context(), quoted))));
    expect(quote).toMatchObject({ serviceFeeBps: 10, serviceFixedFee: 25n });
    expect(quote.expiresAt - play.clock.now()).toBe(30_000);
    const refused = async (lockedCurrencyAmount: bigint) =>
      prepare(play.context(), { ...request, lockedCurrencyAmount });
    expect(await refused(999n)).toMatchObject({ error: { code: 'AMOUNT_OUT_OF_RANGE' } });
    expect(await refused(5_001n)).toMatchObject({ error: { code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED' } });
  });

  it('costs its spread, which the lookup shows', async () => {
    const priced = async (corridor: Partial<CorridorSetting>) => {
      await start({}, corridor);
      const { lookup, request } = await quoteTo('$success.eur@sandbox.uma.money');
      const quote = valueOf(await play.run(play.core.quotes.create, request));
      expect(await audit()).toEqual([]);
      const [shown] = lookup.supportedCurrencies;
      return { quote, shown: shown!.estimatedExchangeRate };
    };
    const [plain, worse] = [await priced({}), await priced({ spreadBps: 1_000 })];
    expect(worse.shown).toEqual(rateOf(plain.shown.num * 9n, plain.shown.den * 10n));
    const { mid, origins } = plain.quote.rateBasis!;
    expect(worse.quote.rateBasis).toEqual({ mid, spreadBps: 1_000, origins });
    expect(mid).toEqual({ num: 10n, den: 1n });
    expect(origins).toEqual([{ source: 'sandbox', asOf: play.clock.now() }]);
    expect(worse.quote.uma!.settlementAmount * 10n <= plain.quote.uma!.settlementAmount * 9n).toBe(true);
    expect(worse.quote.totalReceivingAmount < plain.quote.totalReceivingAmount).toBe(true);
  });

  it('is found by an audit if it settles more than its converted amount is worth', async () => {
    const { request } = await quoteTo('$success.eur@sandbox.uma.money');
    const quote = valueOf(await play.run(play.core.quotes.create, { ...request, immediatelyExecute: false }));
    const { settlementAmount } = quote.uma!;
    const rateBasis = { ...quote.rateBasis!, spreadBps: 5_000 };
    const { units } = play.storage;
    valueOf(await units.run(play.tenant, async (tx) => ok(tx.remove(QUOTES, quote))));
    valueOf(await units.run(play.tenant, async (tx) => ok(tx.add(QUOTES, { ...quote, rateBasis }))));
    expect(await audit()).toEqual([
      expect.stringMatching(
        `^${quote.id} settles ${amountText(settlementAmount, 'BTC')}, but its converted amount is worth [\\d.]+ BTC$`,
      ),
      expect.stringMatching(
        `^${quote.id} has a fee of .*, a spread of 5000 bps, but its terms say .*, a spread of 0 bps$`,
      ),
    ]);
  });

  it('uses the daily volume of its corridor, and gives it back if it fails', async () => {
    await start({}, { dailyVolume: 3_000n });
    await pay('$fail.compliance.eur@sandbox.uma.money');
    await play.core.work.drain();
    await pay('$success.eur@sandbox.uma.money');
    const { request } = await quoteTo('$success.eur@sandbox.uma.money');
    const third = await play.run(play.core.quotes.create, request);
    expect(third).toMatchObject({ ok: false, error: { code: 'DAILY_VOLUME_LIMIT_EXCEEDED' } });
    expect(await audit()).toEqual([]);
  });

  it('is refused from an external account, because the invoice would expire', async () => {
    const { request } = await quoteTo('$success.eur@sandbox.uma.money');
    const outside = valueOf(
      await play.run(play.core.accounts.addExternal, {
        ownerType: 'CUSTOMER',
        customerId: request.source.customerId,
        currency: 'USD',
        accountInfo: exampleAccountInfo('USD_ACCOUNT'),
      }),
    );
    const from = { ...request, source: { ...request.source, accountId: outside.id } };
    expect(await play.core.quotes.create.prepare(play.context(), from)).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        details: { errors: [{ field: 'source.accountId', message: expect.stringContaining('invoice') }] },
      },
    });
  });

  it('is refused to a blocked institution, and above its hourly limit', async () => {
    const customer = await createCustomer();
    const ask = (core: PlayCore, customerId: string) =>
      core.core.uma.lookUp(core.context(), {
        receiverUmaAddress: '$success.eur@sandbox.uma.money',
        customerId,
      });
    expect((await ask(play, customer.id)).ok).toBe(true);
    await start({ hourlyLimit: 2 });
    const second = await createCustomer();
    expect([(await ask(play, second.id)).ok, (await ask(play, second.id)).ok]).toEqual([true, true]);
    expect(await ask(play, second.id)).toMatchObject({ error: { code: 'VELOCITY_LIMIT_EXCEEDED' } });
    play.clock.advance(3601);
    await play.core.work.refreshRates();
    expect((await ask(play, second.id)).ok).toBe(true);
    await start({ isBlocked: true });
    const third = await createCustomer();
    expect(await ask(play, third.id)).toMatchObject({ error: { code: 'COUNTERPARTY_NOT_ALLOWED' } });
  });
});

const payments = (over: Partial<NonNullable<Settlement['rail']['payouts']>>) => (settlement: Settlement) => ({
  ...settlement,
  rail: { ...settlement.rail, payouts: { ...settlement.rail.payouts!, ...over } },
});

describe('a payment from another institution', () => {
  it('that stays undecided expires after an hour and is not paid', async () => {
    answer(202);
    const { id } = await receive((await createCustomer()).id);
    await play.core.work.drain();
    await play.pass(3_500);
    expect((await now(id)).status).toBe('PENDING');
    await play.pass(200);
    expect(await now(id)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
    const late = await play.run(play.core.uma.approve, { id, payeeData: {} });
    expect(late).toMatchObject({ error: { code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL' } });
    expect(await audit()).toEqual([]);
  });

  it('prevents the deletion of its customer while it is open', async () => {
    answer(202);
    const customer = await createCustomer();
    await receive(customer.id);
    await play.core.work.drain();
    const deleted = await play.run(play.core.customers.delete, { id: customer.id });
    expect(deleted).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  it('is asked about once, after any answer', async () => {
    for (const status of [200, 202, 403, 422, 500]) {
      answer(status, '{"requiredFields":["BIRTH_DATE"]}');
      const { id } = await receive((await createCustomer()).id);
      await play.core.work.drain();
      await play.pass(120);
      const asked = play.delivered.filter(
        ({ type, resource }) => type === 'INCOMING_PAYMENT.PENDING' && resource === id,
      );
      expect(asked.length, String(status)).toBe(1);
    }
    expect(await audit()).toEqual([]);
  });

  it('fails at the deadline of an unanswered question', async () => {
    play.answer = { kind: 'unreachable', reason: 'no complete response within 5000 ms' };
    const { id } = await receive((await createCustomer()).id);
    await play.core.work.drain();
    expect(await now(id)).toMatchObject({ status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' });
    expect(await audit()).toEqual([]);
  });

  it.each([
    [400, 'REJECTED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
    [403, 'REJECTED', 'COMPLIANCE_REJECTED'],
    [422, 'REJECTED', 'MISSING_MANDATORY_PAYEE_DATA'],
    [500, 'TIMED_OUT', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
    [503, 'TIMED_OUT', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
    [null, 'TIMED_OUT', 'PAYMENT_APPROVAL_TIMED_OUT'],
  ])('that is answered with %s ends as %s: a failure of the endpoint is not a refusal', async (status, end, reason) => {
    if (status === null) play.answer = { kind: 'unreachable', reason: 'no complete response within 5000 ms' };
    else answer(status, '{"requiredFields":["BIRTH_DATE"]}');
    const { id } = await receive((await createCustomer()).id);
    await play.core.work.drain();
    expect(await now(id)).toMatchObject({ status: 'FAILED', failureReason: reason });
    const receipt = await play.storage.units.read(play.tenant, (reads) => reads.get(UMA_RECEIPTS, id));
    expect(receipt).toMatchObject({ status: end, requiredFields: status === 422 ? ['BIRTH_DATE'] : [] });
  });

  it('of the sandbox is paid, even if the host dies between invoice and payment', async () => {
    let died = false;
    await start({}, {}, (settlement) =>
      payments({
        submit: (instruction) => {
          if (died) return settlement.rail.payouts!.submit(instruction);
          died = true;
          throw new Error('the host died');
        },
      })(settlement),
    );
    const { id } = await receive((await createCustomer()).id);
    await play.core.work.drain();
    await play.pass(60);
    expect([died, (await now(id)).status]).toEqual([true, 'COMPLETED']);
    expect(await audit()).toEqual([]);
  });

  it('that is rejected while its invoice is issued is not paid', async () => {
    let id = '';
    const paid: string[] = [];
    await start({}, {}, (settlement) => ({
      ...payments({
        submit: (instruction) => {
          paid.push(instruction.reference);
          return settlement.rail.payouts!.submit(instruction);
        },
      })(settlement),
      issue: async (order) => {
        valueOf(await play.run(play.core.uma.reject, { id }));
        return settlement.issue(order);
      },
    }));
    answer(202);
    id = (await receive((await createCustomer()).id)).id;
    await play.core.work.drain();
    await play.pass(60);
    const receipt = await play.storage.units.read(play.tenant, (reads) => reads.get(UMA_RECEIPTS, id));
    expect(receipt).toMatchObject({ status: 'REJECTED', invoice: null, paymentHash: null });
    expect(paid).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  it('is an audit finding if its receipt contradicts it', async () => {
    const { id } = await receive((await createCustomer()).id);
    await play.core.work.drain();
    expect((await now(id)).status).toBe('COMPLETED');
    await play.storage.units.run(play.tenant, async (tx) => {
      const receipt = await tx.get(UMA_RECEIPTS, id);
      tx.change(UMA_RECEIPTS, receipt!, { ...receipt!, status: 'REJECTED', version: receipt!.version + 1 });
      return { ok: true, value: undefined };
    });
    expect(await audit()).toContain(`${id} is COMPLETED, its receipt is REJECTED`);
  });

  it('is an audit finding if no job waits for it', async () => {
    answer(202);
    const { id } = await receive((await createCustomer()).id);
    await play.core.work.drain();
    const copy = await now(id);
    await play.storage.units.run(play.tenant, async (tx) => {
      const lost = { ...copy, id: 'Transaction:018bcfe5-6800-7000-8000-00000000beef' as never };
      tx.add(TRANSACTIONS, lost);
      return { ok: true, value: undefined };
    });
    const findings = await audit();
    expect(findings).toContain(
      'Transaction:018bcfe5-6800-7000-8000-00000000beef is PENDING, but no job awaits its approval or its money',
    );
  });
});

describe('a payment from another institution into a full account', () => {
  const euros = async (customerId: string): Promise<InternalAccountView> =>
    valueOf(await play.read(play.core.accounts.listInternal, { customerId, currency: 'EUR' })).data[0]!;
  const fill = async (customerId: string): Promise<void> => {
    const { account, available } = await euros(customerId);
    valueOf(await play.run(play.core.sandbox.fund, { accountId: account.id, amount: MAX_COMPUTED - available }));
  };
  const makeRoom = async (customerId: string): Promise<void> => {
    const { account } = await euros(customerId);
    await play.storage.units.run(play.tenant, async (tx) => {
      const lines = [
        { account: chart.available(account.id, account.currency), amount: -1_000n },
        { account: chart.ownFunds('SANDBOX', account.currency), amount: 1_000n },
      ];
      const ids = createIds(play.clock, seededRandom('room'));
      post({ tx, ctx: play.context(), ids }, { kind: 'DEPOSIT', cause: 'room', lines }, NEVER_SHORT);
      return ok();
    });
  };
  const all = async <R extends BaseRecord, S extends keyof R & string, F extends keyof R & string>(
    kind: RecordKind<R, S, F>,
  ): Promise<readonly R[]> =>
    (
      await play.storage.units.read(play.tenant, (reads) =>
        reads.list(kind, { order: 'asc', limit: 50, counted: false }),
      )
    ).rows;
  const receiptOf = async (id: string) => (await all(UMA_RECEIPTS)).find((receipt) => receipt.id === id)!;
  const openJobs = async () => (await all(JOBS)).filter(({ kind }) => kind === 'uma.receive');

  /** Fills the account of the customer when the host asks Lightning for this step of the payment. */
  const fillBefore = async (
    step: 'issue' | 'pay',
    decision: 200 | 202 = 200,
    wrapped: (settlement: Settlement) => Settlement = (settlement) => settlement,
  ) => {
    let customerId = '';
    await start({}, {}, (settlement) => {
      const filling = {
        ...payments({
          submit: async (instruction) => {
            if (step === 'pay') await fill(customerId);
            return settlement.rail.payouts!.submit(instruction);
          },
        })(settlement),
        issue: async (order: Parameters<Settlement['issue']>[0]) => {
          if (step === 'issue') await fill(customerId);
          return settlement.issue(order);
        },
      };
      return wrapped(filling);
    });
    answer(decision);
    customerId = (await createCustomer()).id;
    const { id } = await receive(customerId);
    await play.core.work.drain();
    return { customerId, id };
  };

  /** The account is filled while the invoice is with the payer, who then pays it. */
  const fillWhileInvoiced = (wrapped?: (settlement: Settlement) => Settlement) => fillBefore('pay', 200, wrapped);

  it('gets no invoice if the account became full after the approval', async () => {
    const { id } = await fillBefore('issue');
    expect(await receiptOf(id)).toMatchObject({ status: 'EXPIRED', invoice: null, paymentHash: null });
    expect(await now(id)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    await play.pass(60);
    expect(await openJobs()).toEqual([]);
    expect(play.delivered.filter(({ type }) => type === 'INCOMING_PAYMENT.FAILED')).toHaveLength(1);
    expect(await audit()).toEqual([]);
  });

  it('gets an invoice that is held if the platform decides later, and can be approved when there is room', async () => {
    const { customerId, id } = await fillBefore('issue', 202);
    expect(await receiptOf(id)).toMatchObject({ status: 'DEFERRED', invoice: expect.stringMatching(/^lnbcrt/) });
    await makeRoom(customerId);
    valueOf(await play.run(play.core.uma.approve, { id, payeeData: {} }));
    await play.pass(10);
    expect(await now(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('that is held goes back if the account becomes full after the approval', async () => {
    const ends: string[] = [];
    await start({}, {}, (settlement) => ({
      ...settlement,
      holds: {
        stateOf: (hash) => settlement.holds!.stateOf(hash),
        async settle(hash) {
          ends.push('settle');
          return settlement.holds!.settle(hash);
        },
        async cancel(hash) {
          ends.push('cancel');
          return settlement.holds!.cancel(hash);
        },
      },
    }));
    answer(202);
    const { id: customerId } = await createCustomer();
    const { id } = await receive(customerId);
    await play.core.work.drain();
    valueOf(await play.run(play.core.uma.approve, { id, payeeData: {} }));
    await fill(customerId);
    await play.pass(10);
    expect(new Set(ends)).toEqual(new Set(['cancel']));
    expect(await receiptOf(id)).toMatchObject({ status: 'EXPIRED' });
    expect(await now(id)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    expect(await all(EXCEPTIONS)).toEqual([]);
    expect(await openJobs()).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  it('that is held waits in suspense if it was settled before it could be cancelled', async () => {
    await start({}, {}, (settlement) => ({
      ...settlement,
      holds: {
        stateOf: (hash) => settlement.holds!.stateOf(hash),
        settle: (hash) => settlement.holds!.settle(hash),
        async cancel(hash) {
          await settlement.holds!.settle(hash);
          return settlement.holds!.stateOf(hash);
        },
      },
    }));
    answer(202);
    const { id: customerId } = await createCustomer();
    const { id } = await receive(customerId);
    await play.core.work.drain();
    valueOf(await play.run(play.core.uma.approve, { id, payeeData: {} }));
    await fill(customerId);
    await play.pass(10);
    expect(await receiptOf(id)).toMatchObject({ status: 'UNAPPLIED' });
    expect(await all(EXCEPTIONS)).toMatchObject([{ status: 'OPEN', kind: 'DEPOSIT_HELD' }]);
    expect(await audit()).toEqual([]);
  });

  it('is refused before the platform is asked', async () => {
    const { id } = await createCustomer();
    await fill(id);
    const refused = await play.run(play.core.uma.receiveSimulated, {
      senderUmaAddress: '$eve@bank.example',
      customerId: id,
      receivingCurrencyCode: 'EUR',
      receivingCurrencyAmount: 1n,
    });
    expect(refused).toMatchObject({ ok: false, error: { code: 'AMOUNT_OUT_OF_RANGE' } });
    await play.core.work.drain();
    expect(play.delivered.filter(({ type }) => type === 'INCOMING_PAYMENT.PENDING')).toEqual([]);
    expect(await all(UMA_RECEIPTS)).toEqual([]);
  });

  it('that waits for a decision cannot be approved while the account is full', async () => {
    answer(202);
    const { id: customerId } = await createCustomer();
    const { id } = await receive(customerId);
    await play.core.work.drain();
    await fill(customerId);
    const approve = () => play.run(play.core.uma.approve, { id, payeeData: {} });
    expect(await approve()).toMatchObject({ ok: false, error: { code: 'AMOUNT_OUT_OF_RANGE' } });
    await play.pass(10);
    expect(await receiptOf(id)).toMatchObject({ status: 'DEFERRED' });
    await makeRoom(customerId);
    expect(await approve()).toMatchObject({ ok: true });
    await play.pass(10);
    expect(await now(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await euros(customerId)).toMatchObject({ available: MAX_COMPUTED });
  });

  const close = async (customerId: string): Promise<InternalAccountView> => {
    const view = await euros(customerId);
    await play.storage.units.run(play.tenant, async (tx) => {
      const account = (await tx.get(INTERNAL_ACCOUNTS, view.account.id))!;
      return transition(tx, play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close');
    });
    return view;
  };

  it('that waits for a decision cannot be approved if the account was closed', async () => {
    answer(202);
    const { id: customerId } = await createCustomer();
    const { id } = await receive(customerId);
    await play.core.work.drain();
    await close(customerId);
    const approved = await play.run(play.core.uma.approve, { id, payeeData: {} });
    expect(approved).toMatchObject({ ok: false, error: { code: 'INVALID_RECEIVER' } });
    expect(await receiptOf(id)).toMatchObject({ status: 'DEFERRED' });
  });

  it('is refused as a payment to a receiver who cannot receive if the account was closed since the offer', async () => {
    const { account } = await close((await createCustomer()).id);
    const into = { account, currency: { min: 1n, max: 1_000n } };
    const arriving = { payee: {}, into, amount: 1_000n, settlement: {}, settlementAmount: 1n } as never;
    const begun = await play.storage.units.run(play.tenant, (tx) =>
      beginReceipt(tx, play.context(), {} as never, arriving, play.clock.now()),
    );
    expect(begun).toMatchObject({ ok: false, error: { code: 'INVALID_RECEIVER' } });
  });

  it('that was settled waits in suspense, in the currency of the account, for an operator', async () => {
    const { customerId, id } = await fillWhileInvoiced();
    await play.pass(60);
    expect(await receiptOf(id)).toMatchObject({ status: 'UNAPPLIED' });
    expect(await now(id)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    expect(await openJobs()).toEqual([]);
    const { account } = await euros(customerId);
    const [deposit, ...others] = await all(DEPOSITS);
    expect(others).toEqual([]);
    expect(deposit).toMatchObject({
      status: 'KEPT',
      rail: 'lightning',
      reference: account.reference,
      currency: 'EUR',
      amount: 1_000n,
    });
    expect(await all(EXCEPTIONS)).toMatchObject([
      {
        status: 'OPEN',
        kind: 'DEPOSIT_HELD',
        subject: deposit!.id,
        currency: 'EUR',
        amount: 1_000n,
        reason: `10.00 EUR came for ${id}, whose account cannot hold the amount; it is in suspense`,
      },
    ]);
    const events = play.delivered.map(({ type }) => type);
    expect(events.filter((type) => type === 'INCOMING_PAYMENT.FAILED')).toHaveLength(1);
    expect(events.filter((type) => type === 'EXCEPTION.OPENED')).toHaveLength(1);
    expect(await audit()).toEqual([]);
  });

  it('for a customer who was blocked meanwhile is settled, and waits in suspense with a neutral reason', async () => {
    let customerId = '';
    await start({}, {}, (settlement) =>
      payments({
        submit: async (instruction) => {
          await (await playBlocks(play)).block('customers', customerId);
          return settlement.rail.payouts!.submit(instruction);
        },
      })(settlement),
    );
    answer(200);
    customerId = (await createCustomer()).id;
    const { id } = await receive(customerId);
    await play.core.work.drain();
    await play.pass(60);
    expect(await receiptOf(id)).toMatchObject({ status: 'UNAPPLIED' });
    expect(await all(DEPOSITS)).toMatchObject([{ status: 'KEPT', ownerId: customerId, rail: 'lightning' }]);
    expect(await all(EXCEPTIONS)).toMatchObject([
      { status: 'OPEN', kind: 'DEPOSIT_HELD', reason: 'an operator has to decide about this money' },
    ]);
    expect(await audit()).toEqual([]);
  });

  const expectKept = async (id: string, ownerId: string) => {
    expect(await receiptOf(id)).toMatchObject({ status: 'UNAPPLIED' });
    expect(await now(id)).toMatchObject({ status: 'FAILED' });
    expect(await all(DEPOSITS)).toMatchObject([{ status: 'KEPT', ownerId, rail: 'lightning' }]);
    expect(await all(EXCEPTIONS)).toMatchObject([
      { status: 'OPEN', kind: 'DEPOSIT_HELD', reason: 'an operator has to decide about this money' },
    ]);
    expect(await openJobs()).toEqual([]);
    expect(await audit()).toEqual([]);
  };

  it.each(['customers', 'platforms'] as const)(
    'that is held does not go back when its time is over if one of the %s was blocked',
    async (kind) => {
      answer(202);
      const customerId = (await createCustomer()).id;
      const { id } = await receive(customerId);
      await play.core.work.drain();
      await play.pass(60);
      expect(await receiptOf(id)).toMatchObject({ status: 'DEFERRED' });
      await (await playBlocks(play)).block(kind, customerId);
      await play.pass(7200);
      await expectKept(id, customerId);
    },
  );

  it('that waits for a decision is kept if it is paid after its customer was blocked', async () => {
    let customerId = '';
    await start({}, {}, (settlement) =>
      payments({
        submit: async (instruction) => {
          await (await playBlocks(play)).block('customers', customerId);
          return settlement.rail.payouts!.submit(instruction);
        },
      })(settlement),
    );
    answer(202);
    customerId = (await createCustomer()).id;
    const { id } = await receive(customerId);
    await play.core.work.drain();
    await play.pass(7200);
    await expectKept(id, customerId);
  });

  it('that was settled under a block stays in suspense if the block ended, and the platform rejected it, before it was booked', async () => {
    let customerId = '';
    let id = '';
    await start({}, {}, (settlement) => ({
      ...settlement,
      holds: {
        ...settlement.holds!,
        stateOf: (hash) => settlement.holds!.stateOf(hash),
        cancel: (hash) => settlement.holds!.cancel(hash),
        async settle(hash) {
          const state = await settlement.holds!.settle(hash);
          await blocks.unblock('customers', customerId);
          valueOf(await play.run(play.core.uma.reject, { id }));
          return state;
        },
      },
    }));
    const blocks = await playBlocks(play);
    answer(202);
    customerId = (await createCustomer()).id;
    ({ id } = await receive(customerId));
    await play.core.work.drain();
    await play.pass(60);
    await blocks.block('customers', customerId);
    await play.pass(60);
    await expectKept(id, customerId);
  });

  it('that was rejected before a block, and is still held at the layer, is kept', async () => {
    let isAway = false;
    await start({}, {}, (settlement) => ({
      ...settlement,
      holds: {
        ...settlement.holds!,
        stateOf: async (hash) => (isAway ? Promise.reject(new Error('away')) : settlement.holds!.stateOf(hash)),
        settle: (hash) => settlement.holds!.settle(hash),
        cancel: async (hash) => (isAway ? Promise.reject(new Error('away')) : settlement.holds!.cancel(hash)),
      },
    }));
    answer(202);
    const customerId = (await createCustomer()).id;
    const { id } = await receive(customerId);
    await play.core.work.drain();
    await play.pass(60);
    isAway = true;
    valueOf(await play.run(play.core.uma.reject, { id }));
    await play.pass(1);
    expect(await receiptOf(id)).toMatchObject({ status: 'REJECTED' });
    await (await playBlocks(play)).block('customers', customerId);
    isAway = false;
    await play.pass(600);
    await expectKept(id, customerId);
  });

  it('that waits in suspense is credited by an operator when the account has room', async () => {
    const { customerId } = await fillWhileInvoiced();
    await play.pass(60);
    const [exception] = await all(EXCEPTIONS);
    const resolve = () =>
      play.run(play.core.treasury.resolve, {
        exceptionId: exception!.id,
        resolution: 'CREDITED',
        by: operatorNamed('Ada'),
      });
    expect(await resolve()).toMatchObject({ ok: false, error: { code: 'AMOUNT_OUT_OF_RANGE' } });
    await makeRoom(customerId);
    expect(await resolve()).toMatchObject({ ok: true, value: { status: 'RESOLVED' } });
    expect(await euros(customerId)).toMatchObject({ available: MAX_COMPUTED });
    expect(await all(DEPOSITS)).toMatchObject([{ status: 'RESOLVED' }]);
  });

  it('that waits in suspense stays there if an operator tries to send it back, because Lightning cannot', async () => {
    await fillWhileInvoiced();
    await play.pass(60);
    const [exception] = await all(EXCEPTIONS);
    valueOf(
      await play.run(play.core.treasury.resolve, {
        exceptionId: exception!.id,
        resolution: 'RETRIED',
        by: operatorNamed('Ada'),
      }),
    );
    await play.pass(60);
    expect((await all(EXCEPTIONS)).map(({ kind, status }) => [kind, status])).toEqual([
      ['DEPOSIT_HELD', 'RESOLVED'],
      ['DEPOSIT_REFUSED', 'OPEN'],
    ]);
    expect(await all(DEPOSITS)).toMatchObject([{ status: 'KEPT' }]);
    expect((await all(JOBS)).filter(({ kind }) => kind === 'suspense.return')).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  it('is booked to suspense once, also if the host dies after each answer of Lightning', async () => {
    let deaths = 0;
    const dying =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        const answered = await call(...args);
        if (answered === 'SETTLED' && ++deaths < 4) throw new Error('the host died');
        return answered;
      };
    const { id } = await fillWhileInvoiced((settlement) => ({
      ...settlement,
      holds: { ...settlement.holds!, stateOf: dying(settlement.holds!.stateOf.bind(settlement.holds)) },
    }));
    for (let retries = 0; retries < 4; retries++) await play.pass(600);
    expect(deaths).toBe(4);
    expect(await receiptOf(id)).toMatchObject({ status: 'UNAPPLIED' });
    expect(await all(DEPOSITS)).toHaveLength(1);
    expect(await audit()).toEqual([]);
  });

  it('is an audit finding if its money is missing in the ledger', async () => {
    const { id } = await fillWhileInvoiced();
    await play.pass(60);
    await play.storage.units.run(play.tenant, async (tx) => {
      const receipt = await tx.get(UMA_RECEIPTS, id);
      tx.change(UMA_RECEIPTS, receipt!, { ...receipt!, status: 'EXPIRED', version: receipt!.version + 1 });
      return ok();
    });
    expect(await audit()).toContain(`entries of ${id}: expected none, found UMA_RECEIPT`);
  });
});

describe('two platforms under the domain of the host', () => {
  const ADDRESS = '$ada@localhost:8080';
  const asOther = <I, P, O>(environment: Environment, useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I) => {
    const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, environment);
    return runUseCase(play.storage.units, { ...play.context(), tenant }, useCase, input);
  };
  const withAddress = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US', umaAddress: ADDRESS };
  /** The answer to an institution that asks for the address; signatures are not verified here. */
  const asked = async (): Promise<string> => {
    const query = new URLSearchParams({
      vaspDomain: 'bank.example',
      nonce: '1',
      timestamp: String(play.clock.now() / 1000),
      signature: '00',
      isSubjectToTravelRule: 'false',
      umaVersion: '1.0',
    });
    const answered = await play.core.uma.serve.offer('localhost:8080', '$ada', `?${query.toString()}`);
    return answered.ok ? 'offered' : answered.error.code;
  };
  const FOUND = 'COUNTERPARTY_PUBKEY_FETCH_ERROR';

  it('do not take each other’s payments: an address belongs to the first customer who had it', async () => {
    expect(await asked()).toBe('UMA_NOT_FOUND');
    const mine = valueOf(await play.run(play.core.customers.create, withAddress));
    expect(await asked()).toBe(FOUND);
    valueOf(await asOther('SANDBOX', play.core.platforms.create, { name: 'Other', currencies: ['USD'] }));
    const refused = await asOther('SANDBOX', play.core.customers.create, withAddress);
    expect(refused).toMatchObject({ ok: false, error: { code: 'UMA_ADDRESS_EXISTS' } });
    expect(await asked()).toBe(FOUND);
    valueOf(await play.run(play.core.customers.delete, { id: mine.id }));
    expect(await asked()).toBe('INVALID_RECEIVER');
    valueOf(await asOther('SANDBOX', play.core.customers.create, withAddress));
    expect(await asked()).toBe(FOUND);
  });

  it('do not affect each other if one is in production, without a settlement layer', async () => {
    valueOf(await asOther('PRODUCTION', play.core.platforms.create, { name: 'Other', currencies: ['USD'] }));
    valueOf(await asOther('PRODUCTION', play.core.customers.create, withAddress));
    expect(await asked()).toBe('INVALID_RECEIVER');
    valueOf(await play.run(play.core.customers.create, withAddress));
    expect(await asked()).toBe(FOUND);
  });
});

describe('the keys of a domain', () => {
  const DOMAIN = 'localhost:8080';
  const document = async () => {
    const told = valueOf(await play.core.uma.serve.keys(DOMAIN));
    return JSON.parse(told) as { signingPubKey: string; encryptionPubKey: string; expirationTimestamp: number };
  };
  const seconds = () => play.clock.now() / 1000;

  it('are created once, stored sealed, and published as two chains', async () => {
    const [first, second] = [await document(), await document()];
    expect(second.signingPubKey).toBe(first.signingPubKey);
    expect(first.encryptionPubKey).not.toBe(first.signingPubKey);
    const { rows } = await play.storage.units.read(null, (reads) =>
      reads.list(UMA_KEYS, { order: 'asc', limit: 10, counted: false }),
    );
    expect(rows.length).toBe(1);
    expect(rows[0]!.sealedSigningKey).toMatch(/^sealed:/);
  });

  it('are sealed again with a new master key', async () => {
    await document();
    await resealAll(play.storage.units, (text) => `again:${text}`);
    const { rows } = await play.storage.units.read(null, (reads) =>
      reads.list(UMA_KEYS, { order: 'asc', limit: 10, counted: false }),
    );
    const { sealedSigningKey, sealedEncryptionKey } = rows[0]!;
    expect([sealedSigningKey, sealedEncryptionKey]).toEqual([
      expect.stringMatching(/^again:sealed:/),
      expect.stringMatching(/^again:sealed:/),
    ]);
  });

  it('are replaced at the instant when every cached copy has expired', async () => {
    const before = await document();
    expect(before.expirationTimestamp).toBe(seconds() + 3600);
    const from = await play.core.uma.keys.rotate(DOMAIN);
    expect(from).toBe(play.clock.now() + 3_600_000);
    expect(await play.core.uma.keys.rotate(DOMAIN)).toBe(from);
    play.clock.advance(1_800);
    expect(await document()).toMatchObject({ signingPubKey: before.signingPubKey, expirationTimestamp: from / 1000 });
    play.clock.advance(1_800);
    const after = await document();
    expect(after.signingPubKey).not.toBe(before.signingPubKey);
    expect(after.expirationTimestamp).toBe(seconds() + 3600);
  });

  it('are replaced automatically before their certificates expire', async () => {
    const before = await document();
    play.clock.advance(336 * 24 * 3600);
    await document();
    play.clock.advance(3_600);
    expect((await document()).signingPubKey).not.toBe(before.signingPubKey);
  });

  it('are served for no other domain', async () => {
    expect(await play.core.uma.serve.keys('bank.example')).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
  });
});

it('a lookup at an unreachable counterparty makes one request, to that counterparty only', async () => {
  const customer = await createCustomer();
  const asked = { receiverUmaAddress: '$bob@bank.example', customerId: customer.id };
  const answered = await play.core.uma.lookUp(play.context(), asked);
  expect(answered).toMatchObject({ error: { code: 'LNURLP_REQUEST_FAILED' } });
  expect(called.map(({ httpsOnly, url }) => [httpsOnly, new URL(url).host])).toEqual([[true, 'bank.example']]);
});

it('a customer named by id and by address is not found unless both match', async () => {
  const [ada, other] = [await createCustomer(), await createCustomer()];
  const refusal = (answered: { readonly ok: boolean; readonly error?: { readonly code: string } }) =>
    answered.error?.code ?? 'none';
  const lookUp = async (senderUmaAddress: string) => {
    const receiverUmaAddress = '$success.eur@sandbox.uma.money';
    return refusal(
      await play.core.uma.lookUp(play.context(), { receiverUmaAddress, senderUmaAddress, customerId: ada.id }),
    );
  };
  const receiveAt = async (receiverUmaAddress: string) =>
    refusal(
      await play.run(play.core.uma.receiveSimulated, {
        senderUmaAddress: '$eve@bank.example',
        receiverUmaAddress,
        customerId: ada.id,
        receivingCurrencyCode: 'EUR',
        receivingCurrencyAmount: 1_000n,
      }),
    );
  for (const named of [lookUp, receiveAt]) {
    expect(await named(ada.umaAddress.toUpperCase())).toBe('none');
    expect(await named(other.umaAddress)).toBe('USER_NOT_FOUND');
    expect(await named('not an address')).toBe('INVALID_UMA_ADDRESS');
  }
});

it('a host without UMA answers NOT_IMPLEMENTED', async () => {
  const bare = await playCore();
  const customer = valueOf(
    await bare.run(bare.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' }),
  );
  const asked = { receiverUmaAddress: '$bob@bank.example', customerId: customer.id };
  expect(await bare.core.uma.lookUp(bare.context(), asked)).toMatchObject({ error: { code: 'NOT_IMPLEMENTED' } });
});
