import type { ArrivedMoney } from '../accounts/index.js';
import { forJobs, type JobHandler } from '../events/index.js';
import type {
  Context,
  Cursors,
  Page,
  PreparedUseCase,
  Query,
  Refused,
  Result,
  UnitOfWork,
  UseCase,
} from '../kernel/index.js';
import type { ProofPorts } from '../sca/index.js';
import { type AuthorizeQuote, authorizeQuote, type PreparedAuthorization, resendQuoteCode } from './authorize-quote.js';
import { createQuote, type QuotePorts } from './create-quote.js';
import { type ExecuteQuote, executeQuote } from './execute-quote.js';
import { type LookupAccount, lookUpAccount } from './look-up-account.js';
import type { Lookup } from './lookup.js';
import { cancelQuote } from './end-quote.js';
import type { Quote } from './quote.js';
import type { QuoteRequest } from './quote-request.js';
import { getQuote, listQuotes, type QuoteFilter } from './read-quotes.js';
import { payAccount, payQuote, type Receipt, type ReceivePorts, receiveMoney } from './receive-money.js';
import { sweepFees } from './sweep-fees.js';

export interface QuotesArea {
  /**
   * Starts the payment of a pending quote, once: a second call returns the quote as it is now. 404 QUOTE_NOT_FOUND; 400
   * INVALID_INPUT for a quote with real-time funding; 400 INVALID_AMOUNT if the balance does not cover the amount; 403
   * USER_NOT_READY; 409 CONFLICT for a quote that has ended or expired; 429 DAILY_VOLUME_LIMIT_EXCEEDED.
   *
   * @example
   * ```ts
   * const quote = await run(core.quotes.create, {
   *   source: { sourceType: 'ACCOUNT', accountId: dollars.id },
   *   destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
   *   lockedCurrencySide: 'SENDING',
   *   lockedCurrencyAmount: 100_000n, // 1,000.00 USD
   *   immediatelyExecute: false,
   * });
   * const executed = await run(core.quotes.execute, { id: quote.id });
   * executed.status; // 'PROCESSING'
   * ```
   */
  readonly execute: UseCase<ExecuteQuote, Quote>;
  /** Accepts the proof of the payer: executes the quote, or shows its payment instructions. */
  readonly authorize: PreparedUseCase<AuthorizeQuote, PreparedAuthorization, Quote | Refused>;
  readonly resendCode: UseCase<{ readonly id: string }, void>;
  /** Ends a quote that was not executed. 404 QUOTE_NOT_FOUND; 409 CONFLICT once it was executed, or its money arrived. */
  readonly cancel: UseCase<{ readonly id: string }, Quote>;
  readonly get: Query<{ readonly id: string }, Quote>;
  readonly list: Query<QuoteFilter, Page<Quote>>;
  /** Looks up an external account at its rail. The lookup is stored, and a quote may name it. */
  readonly lookUpAccount: (ctx: Context, input: LookupAccount) => Promise<Result<Lookup>>;
}

/** Arriving money. */
export interface MoneyReceipt {
  /** Money that a payer sent with a reference; runs in the tenant that owns the reference. */
  readonly receiveMoney: UseCase<ArrivedMoney, Receipt>;
  /** Simulated payments of the sandbox, for a given quote or account. */
  readonly payQuote: ReturnType<typeof payQuote>;
  readonly payAccount: ReturnType<typeof payAccount>;
}

export function quotesArea(
  ports: QuotePorts &
    ReceivePorts & { readonly units: UnitOfWork; readonly sca: ProofPorts; readonly cursors: Cursors },
): {
  readonly useCases: QuotesArea;
  /** A quote without another institution. */
  readonly plain: { readonly create: UseCase<QuoteRequest, Quote> };
  readonly receiving: MoneyReceipt;
  /** The job handlers of this area. */
  readonly handlers: { readonly [K in 'fees.sweep']: JobHandler };
} {
  const useCases: QuotesArea = {
    execute: executeQuote(ports),
    authorize: authorizeQuote(ports),
    resendCode: resendQuoteCode(ports.sca),
    cancel: cancelQuote(ports),
    get: getQuote,
    list: listQuotes(ports.cursors),
    lookUpAccount: lookUpAccount(ports),
  };
  const background = forJobs(ports);
  return {
    useCases,
    plain: { create: createQuote(ports) },
    receiving: { receiveMoney: receiveMoney(ports), payQuote: payQuote(ports), payAccount: payAccount(ports) },
    handlers: {
      'fees.sweep': sweepFees(background.units, ports.ids),
    },
  };
}
