import { type InternalAccount, INTERNAL_ACCOUNTS, type InternalAccountView, type Rails } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import {
  Bug,
  type Context,
  err,
  type IdSource,
  invalidFields,
  isId,
  ok,
  type Query,
  type Result,
  splitTenant,
  type UseCase,
} from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import { receiveFunding, QUOTES } from '../quotes/index.js';
import { receiveDeposit, type Transaction } from '../transactions/index.js';
import { advanceClock, readClock, type TestClock } from './clock.js';

export interface SandboxPorts {
  readonly ids: IdSource;
  readonly rails: Rails;
  /** Told of a platform whose record is changed. */
  readonly changed: (platform: Platform) => void;
}

/** Simulations of what happens outside (behaviour, "Sandbox"): 403 FORBIDDEN for production tokens. */
export interface SandboxArea {
  /** A payer pays a realtime-funding quote; without an amount, exactly what it asks for. */
  readonly send: UseCase<
    { readonly quoteId: string; readonly currencyCode: string; readonly currencyAmount: bigint | null },
    Transaction
  >;
  /** Money arrives in an internal account. */
  readonly fund: UseCase<{ readonly accountId: string; readonly amount: bigint }, InternalAccountView>;
  /** Moves the platform's time ahead; what becomes due by it is done by `Work.catchUp`. */
  readonly advanceClock: UseCase<{ readonly seconds: number }, TestClock>;
  readonly clock: Query<void, TestClock>;
}

export function sandboxArea(ports: SandboxPorts): SandboxArea {
  return {
    send: inSandbox(async (tx, ctx, { quoteId, currencyCode, currencyAmount }) => {
      if (currencyAmount !== null && currencyAmount <= 0n) return notPositive('currencyAmount');
      if (currencyAmount !== null && currencyAmount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
      const quote = isId('Quote', quoteId) ? await tx.get(QUOTES, quoteId) : null;
      if (quote === null) return err('QUOTE_NOT_FOUND');
      if (currencyCode !== quote.sendingCurrency) {
        return err('INVALID_CURRENCY', `the quote is paid in ${quote.sendingCurrency}`);
      }
      return receiveFunding(tx, ctx, ports.ids, quote, currencyAmount ?? quote.totalSendingAmount);
    }),

    fund: inSandbox(async (tx, ctx, { accountId, amount }) => {
      if (amount <= 0n) return notPositive('amount');
      const account = isId('InternalAccount', accountId) ? await tx.get(INTERNAL_ACCOUNTS, accountId) : null;
      if (account === null) return err('REFERENCE_NOT_FOUND');
      if (account.status === 'CLOSED') return err('USER_NOT_READY', 'the account is closed');
      const owner = account.customerId === null ? null : await tx.get(CUSTOMERS, account.customerId);
      const rail = receivingRail(ports.rails, ctx, account);
      const received = await receiveDeposit(tx, ctx, ports.ids, { account, owner, amount, rail });
      if (!received.ok) return received;
      const balance = await tx.get(BALANCES, account.id);
      if (balance === null) throw new Bug(`${account.id} has no balance`);
      return ok({ account, available: balance.available, held: balance.held });
    }),

    advanceClock: inSandbox(advanceClock(ports.ids, ports.changed)),
    clock: async (reads, ctx, input) => (isSandbox(ctx) ? readClock(reads, ctx, input) : err('FORBIDDEN', NOT_SANDBOX)),
  };
}

const notPositive = (field: string) => invalidFields([{ field, message: 'must be positive' }]);

const NOT_SANDBOX = 'simulations are for sandbox platforms only';
const isSandbox = (ctx: Context): boolean => splitTenant(ctx.tenant).environment === 'SANDBOX';

const inSandbox =
  <I, O>(useCase: UseCase<I, O>): UseCase<I, O> =>
  async (tx, ctx, input): Promise<Result<O>> =>
    isSandbox(ctx) ? useCase(tx, ctx, input) : err('FORBIDDEN', NOT_SANDBOX);

/** The rail by which the account's funding instructions ask for money; the sandbox itself where there is none. */
function receivingRail(rails: Rails, ctx: Context, account: InternalAccount): string {
  const funding = rails.forFunding(splitTenant(ctx.tenant).environment, {
    currency: account.currency,
    reference: account.reference,
    amount: null,
    cryptoNetwork: null,
  });
  return funding.ok ? funding.value.rail.name : 'sandbox';
}
