import { INTERNAL_ACCOUNTS, type InternalAccountView, type Rails, type Remitter } from '../accounts/index.js';
import {
  Bug,
  type Context,
  type CurrencyCode,
  err,
  type IdSource,
  invalidFields,
  isId,
  ok,
  type Query,
  type Reads,
  type Result,
  splitTenant,
  type UseCase,
} from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { isCurrency, MAX_AMOUNT } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import { QUOTES, type Receipt, type MoneyReceipt } from '../quotes/index.js';
import type { Transaction } from '../transactions/index.js';
import { advanceClock, readClock, type TestClock } from './clock.js';

export interface SandboxPorts {
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly quotes: MoneyReceipt;
  /** Told of a platform whose record is changed. */
  readonly changed: (platform: Platform) => void;
}

/** Simulations of what happens outside (behaviour, "Sandbox"): 403 FORBIDDEN for production tokens. */
export interface SandboxArea {
  /** A payer pays a realtime-funding quote; without an amount, exactly what it asks for. */
  readonly send: UseCase<
    { readonly quoteId: string; readonly currencyCode: string; readonly currencyAmount?: bigint | undefined },
    Transaction
  >;
  /**
   * A payer sends money with a reference, whichever it is, by the rail that receives its currency (beyond the contract).
   * Answers what became of it; a repeated call is another payment. 400 INVALID_CURRENCY where no rail receives it.
   */
  readonly deposit: UseCase<SandboxDeposit, Receipt>;
  /** Money arrives in an internal account. */
  readonly fund: UseCase<{ readonly accountId: string; readonly amount: bigint }, InternalAccountView>;
  /** Moves the platform's time ahead; what becomes due by it is done by `Work.catchUp`. */
  readonly advanceClock: UseCase<{ readonly seconds: number }, TestClock>;
  readonly clock: Query<void, TestClock>;
}

export interface SandboxDeposit {
  readonly reference: string;
  readonly currencyCode: string;
  /** Smallest units. */
  readonly amount: bigint;
  /** Who sends it: the ending of the account decides how money goes back to it. Without: somebody with an account. */
  readonly remitter?: Remitter | undefined;
}

export function sandboxArea(ports: SandboxPorts): SandboxArea {
  return {
    send: inSandbox(async (tx, ctx, { quoteId, currencyCode, currencyAmount }) => {
      if (currencyAmount !== undefined && currencyAmount <= 0n) return notPositive('currencyAmount');
      if (currencyAmount !== undefined && currencyAmount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
      const quote = isId('Quote', quoteId) ? await tx.get(QUOTES, quoteId) : null;
      if (quote === null) return err('QUOTE_NOT_FOUND');
      if (currencyCode !== quote.sendingCurrency) {
        return err('INVALID_CURRENCY', `the quote is paid in ${quote.sendingCurrency}`);
      }
      if (quote.fundingRail !== null && !ports.rails.byName(quote.fundingRail).simulated) {
        return invalidFields([
          { field: 'quoteId', message: `is paid through ${quote.fundingRail}, not by a simulation` },
        ]);
      }
      const { sendingCurrency: currency, reference, fundingRail } = quote;
      const money = { ...played(ports), rail: fundingRail ?? '', reference: reference ?? '', currency };
      const amount = currencyAmount ?? quote.totalSendingAmount;
      const paid = await ports.quotes.payQuote(tx, ctx, { quote, money: { ...money, amount } });
      return paid.ok ? ok(paid.value.transaction!) : paid;
    }),

    deposit: inSandbox(async (tx, ctx, { reference, currencyCode, amount, remitter }) => {
      if (amount <= 0n) return notPositive('amount');
      if (amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
      if (!isCurrency(currencyCode)) return err('INVALID_CURRENCY', `no such currency: ${currencyCode}`);
      const rail = await payingRail(tx, ports.rails, ctx, reference, currencyCode);
      if (rail === null) return err('INVALID_CURRENCY', `no rail receives ${currencyCode} here`);
      const from = remitter === undefined ? {} : { remitter };
      const money = { ...played(ports), ...from, rail, reference, currency: currencyCode, amount };
      return ports.quotes.receiveMoney(tx, ctx, money);
    }),

    fund: inSandbox(async (tx, ctx, { accountId, amount }) => {
      if (amount <= 0n) return notPositive('amount');
      const account = isId('InternalAccount', accountId) ? await tx.get(INTERNAL_ACCOUNTS, accountId) : null;
      if (account === null) return err('REFERENCE_NOT_FOUND');
      if (account.status === 'CLOSED') return err('USER_NOT_READY', 'the account is closed');
      // Where no rail receives the currency, the sandbox itself is the one.
      const rail = simulatedRail(ports.rails, ctx, account.currency) ?? 'sandbox';
      const { reference, currency } = account;
      const money = { ...played(ports), rail, reference, currency, amount };
      const received = await ports.quotes.payAccount(tx, ctx, { account, money });
      if (!received.ok) return received;
      const balance = await tx.get(BALANCES, account.id);
      if (balance === null) throw new Bug(`${account.id} has no balance`);
      return ok({ account, available: balance.available, held: balance.held });
    }),

    advanceClock: inSandbox(advanceClock(ports.ids, ports.changed)),
    clock: async (reads, ctx, input) => (isSandbox(ctx) ? readClock(reads, ctx, input) : err('FORBIDDEN', NOT_SANDBOX)),
  };
}

/** A payer that the sandbox plays, with an id of the payment. */
const played = ({ ids }: SandboxPorts) => ({
  paymentId: ids.next('Request'),
  remitter: { name: 'Sandbox Payer', account: 'SANDBOXPAYER000' },
  valueDate: null,
});

const notPositive = (field: string) => invalidFields([{ field, message: 'must be positive' }]);

const NOT_SANDBOX = 'simulations are for sandbox platforms only';
const isSandbox = (ctx: Context): boolean => splitTenant(ctx.tenant).environment === 'SANDBOX';

const inSandbox =
  <I, O>(useCase: UseCase<I, O>): UseCase<I, O> =>
  async (tx, ctx, input): Promise<Result<O>> =>
    isSandbox(ctx) ? useCase(tx, ctx, input) : err('FORBIDDEN', NOT_SANDBOX);

/** The rail that the reference was made for, where that is simulated; else the simulated one that receives the currency. */
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

/** The rail by which the sandbox plays payers: one that moves no money. Null where there is none for the currency. */
const simulatedRail = (rails: Rails, ctx: Context, currency: CurrencyCode): string | null =>
  rails.forFunding(splitTenant(ctx.tenant).environment, currency).find(({ simulated }) => simulated)?.name ?? null;
