import { blockOf } from '../blocks/index.js';
import { blockedError } from '../customers/index.js';
import { INTERNAL_ACCOUNTS, type InternalAccountView, type Rails, type Remitter } from '../accounts/index.js';
import {
  Bug,
  type Context,
  type CurrencyCode,
  err,
  type Id,
  type IdSource,
  invalidFields,
  isId,
  ok,
  type Query,
  type Reads,
  type Result,
  splitTenant,
  type UseCase,
  Refused,
} from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { isCurrency, MAX_AMOUNT } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import { QUOTES, type Receipt, type MoneyReceipt } from '../quotes/index.js';
import { ARRIVAL_OUTCOMES, DEPOSITS, type Transaction } from '../transactions/index.js';
import { advanceClock, advanceClockTo, clockTarget, readClock, type TestClock } from './clock.js';

export interface SandboxPorts {
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly quotes: MoneyReceipt;
  /** Called after the record of a platform has changed. */
  readonly changed: (platform: Platform) => void;
}

/** Simulations of events outside the service (docs/areas/sandbox.md): 403 FORBIDDEN for production tokens. */
export interface SandboxArea {
  /**
   * A payer pays a quote with real-time funding; the default amount is the one that the quote asks for. The money for a
   * blocked customer stays in suspense, and the answer is 403 USER_BLOCKED or USER_NOT_READY.
   *
   * @example
   * ```ts
   * const quote = await run(core.quotes.create, {
   *   source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer.id },
   *   destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
   *   lockedCurrencySide: 'SENDING',
   *   lockedCurrencyAmount: 10_000n, // 100.00 USD
   *   immediatelyExecute: false,
   * });
   * const payment = await run(core.sandbox.send, { quoteId: quote.id, currencyCode: 'USD' });
   * payment.status; // 'PROCESSING'
   * ```
   */
  readonly send: UseCase<
    { readonly quoteId: string; readonly currencyCode: string; readonly currencyAmount?: bigint | undefined },
    Transaction | Refused
  >;
  /**
   * A payer sends money with any reference, through the rail that receives its currency. Returns the outcome; a
   * repeated call is another payment. 400 INVALID_CURRENCY if no rail receives the currency.
   */
  readonly deposit: UseCase<SandboxDeposit, SandboxReceipt>;
  /**
   * Credits an internal account. Money that a block or the screening keeps changes no balance: `depositId` names it then.
   *
   * @example
   * ```ts
   * const funded = await run(core.sandbox.fund, { accountId: dollars.id, amount: 5_000n });
   * funded.available; // 1_005_000n
   * ```
   */
  readonly fund: UseCase<{ readonly accountId: string; readonly amount: bigint }, FundedAccount>;
  /**
   * Moves the platform's time ahead in one step; `Work.catchUp` runs the work that becomes due. `stepClock` moves
   * it from due time to due time.
   *
   * @example
   * ```ts
   * const moved = await run(core.sandbox.advanceClock, { seconds: 3_600 });
   * await core.work.catchUp(tenant);
   * moved.aheadSeconds; // 3_600
   * ```
   */
  readonly advanceClock: UseCase<{ readonly seconds: number }, TestClock>;
  /** Moves the platform's time to a lead over the host, in seconds; never back. */
  readonly advanceClockTo: UseCase<{ readonly aheadSeconds: number }, TestClock>;
  /** The lead that the platform's time has after `seconds`; the errors of `advanceClock`. */
  readonly clockTarget: UseCase<{ readonly seconds: number }, number>;
  readonly clock: Query<void, TestClock>;
}

/** What became of simulated money. `HELD`: it waits for a decision of an operator, or for the answer about its sender. */
export const SANDBOX_OUTCOMES = [...ARRIVAL_OUTCOMES, 'HELD'] as const;
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

export interface SandboxReceipt extends Receipt {
  readonly outcome: SandboxOutcome;
}

export interface FundedAccount extends InternalAccountView {
  readonly outcome: SandboxOutcome;
  /** The money that is not credited; null if it was. */
  readonly depositId: Id<'Deposit'> | null;
}

export interface SandboxDeposit {
  readonly reference: string;
  readonly currencyCode: string;
  /** Smallest units. */
  readonly amount: bigint;
  /** The sender. The ending of its account decides the outcome of a return. Default: a sender with an account. */
  readonly remitter?: Remitter | undefined;
}

export function sandboxArea(ports: SandboxPorts): SandboxArea {
  return {
    send: inSandbox(
      async (tx, ctx, { quoteId, currencyCode, currencyAmount }): Promise<Result<Transaction | Refused>> => {
        if (currencyAmount !== undefined && currencyAmount <= 0n) return notPositive('currencyAmount');
        if (currencyAmount !== undefined && currencyAmount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
        const quote = isId('Quote', quoteId) ? await tx.get(QUOTES, quoteId) : null;
        if (quote === null) return err('QUOTE_NOT_FOUND');
        if (currencyCode !== quote.sendingCurrency) {
          return err('INVALID_CURRENCY', `the quote must be paid in ${quote.sendingCurrency}`);
        }
        if (quote.fundingRail !== null && !ports.rails.byName(quote.fundingRail).simulated) {
          return invalidFields([
            { field: 'quoteId', message: `must be paid through the rail ${quote.fundingRail}, which is not simulated` },
          ]);
        }
        const { sendingCurrency: currency, reference, fundingRail } = quote;
        const money = { ...played(ports), rail: fundingRail ?? '', reference: reference ?? '', currency };
        const amount = currencyAmount ?? quote.totalSendingAmount;
        const paid = await ports.quotes.payQuote(tx, ctx, { quote, money: { ...money, amount } });
        if (!paid.ok) return paid;
        const { transaction } = paid.value;
        if (transaction !== null) return ok(transaction);
        // The money stays in suspense, so the refusal is committed with it.
        const { customerId } = quote;
        const blockedAs = await blockOf(tx, ctx.tenant, { customers: [customerId] });
        if (blockedAs === null) throw new Bug(`the money for ${quote.id} has no transaction`);
        return ok(new Refused(blockedError(blockedAs).error));
      },
    ),

    deposit: inSandbox(async (tx, ctx, { reference, currencyCode, amount, remitter }) => {
      if (amount <= 0n) return notPositive('amount');
      if (amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
      if (!isCurrency(currencyCode)) return err('INVALID_CURRENCY', `${currencyCode} is not a supported currency`);
      const rail = await payingRail(tx, ports.rails, ctx, reference, currencyCode);
      if (rail === null) return err('INVALID_CURRENCY', `no simulated rail receives ${currencyCode}`);
      const from = remitter === undefined ? {} : { remitter };
      const money = { ...played(ports), ...from, rail, reference, currency: currencyCode, amount };
      const received = await ports.quotes.receiveMoney(tx, ctx, money);
      return received.ok ? ok({ ...received.value, outcome: await toldOutcome(tx, received.value) }) : received;
    }),

    fund: inSandbox(async (tx, ctx, { accountId, amount }) => {
      if (amount <= 0n) return notPositive('amount');
      const account = isId('InternalAccount', accountId) ? await tx.get(INTERNAL_ACCOUNTS, accountId) : null;
      if (account === null) return err('REFERENCE_NOT_FOUND', 'no such internal account');
      if (account.status === 'CLOSED') return err('USER_NOT_READY', 'the account is closed');
      // Without a rail for the currency, the entry names the sandbox itself.
      const rail = simulatedRail(ports.rails, ctx, account.currency) ?? 'sandbox';
      const { reference, currency } = account;
      const money = { ...played(ports), rail, reference, currency, amount };
      const received = await ports.quotes.payAccount(tx, ctx, { account, money });
      if (!received.ok) return received;
      const balance = await tx.get(BALANCES, account.id);
      if (balance === null) throw new Bug(`${account.id} has no balance`);
      const { available, held } = balance;
      const outcome = await outcomeOf(tx, received.value);
      return ok({ account, available, held, outcome, depositId: received.value.arrival.depositId });
    }),

    advanceClock: inSandbox(advanceClock(ports.ids, ports.changed)),
    advanceClockTo: inSandbox(advanceClockTo(ports.ids, ports.changed)),
    clockTarget: inSandbox(clockTarget),
    clock: async (reads, ctx, input) => (isSandbox(ctx) ? readClock(reads, ctx, input) : err('FORBIDDEN', NOT_SANDBOX)),
  };
}

/** The arrival keeps what its money was to become; its deposit tells whether it goes back, waits, or a block will hold it. */
async function outcomeOf(reads: Reads, { arrival: { outcome, depositId } }: Receipt): Promise<SandboxOutcome> {
  const deposit = depositId === null ? null : await reads.get(DEPOSITS, depositId);
  if (deposit === null) return outcome;
  const { tenant, status, ownerId } = deposit;
  const block = await blockOf(reads, tenant, { customers: [ownerId] });
  return status === 'KEPT' || block !== null ? 'HELD' : outcome;
}

/** `outcomeOf` for the platform, which a silent block does not tell anything. */
async function toldOutcome(reads: Reads, receipt: Receipt): Promise<SandboxOutcome> {
  const { depositId, outcome } = receipt.arrival;
  const deposit = depositId === null ? null : await reads.get(DEPOSITS, depositId);
  const block = deposit === null ? null : await blockOf(reads, deposit.tenant, { customers: [deposit.ownerId] });
  return block === 'SILENT' ? outcome : outcomeOf(reads, receipt);
}

/** A simulated payment with a new id and a default sender. */
const played = ({ ids }: SandboxPorts) => ({
  paymentId: ids.next('Request'),
  remitter: { name: 'Sandbox Payer', account: 'SANDBOXPAYER000' },
  valueDate: null,
});

const notPositive = (field: string) => invalidFields([{ field, message: 'must be positive' }]);

const NOT_SANDBOX = 'simulations are available in the sandbox only';
const isSandbox = (ctx: Context): boolean => splitTenant(ctx.tenant).environment === 'SANDBOX';

const inSandbox =
  <I, O>(useCase: UseCase<I, O>): UseCase<I, O> =>
  async (tx, ctx, input): Promise<Result<O>> =>
    isSandbox(ctx) ? useCase(tx, ctx, input) : err('FORBIDDEN', NOT_SANDBOX);

/** The funding rail of the reference if it is simulated; else the simulated rail that receives the currency. */
async function payingRail(
  reads: Reads,
  rails: Rails,
  ctx: Context,
  reference: string,
  currency: CurrencyCode,
): Promise<string | null> {
  const quote = await reads.find(QUOTES, 'reference', [reference]);
  const awaited = quote?.sendingCurrency === currency ? quote.fundingRail : null;
  return awaited !== null && rails.byName(awaited).simulated ? awaited : simulatedRail(rails, ctx, currency);
}

/** The simulated rail for payments of the sandbox: one that moves no money. Null if there is none for the currency. */
const simulatedRail = (rails: Rails, ctx: Context, currency: CurrencyCode): string | null =>
  rails.forFunding(splitTenant(ctx.tenant).environment, currency).find(({ simulated }) => simulated)?.name ?? null;
