import {
  checkPaymentRequest,
  type InternalAccount,
  makeReference,
  paymentFunding,
  type PaymentInstruction,
  type RequestTerms,
  termsOf,
} from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import {
  actingAgent,
  birth,
  type Context,
  type IdSource,
  type Instant,
  invalidFields,
  newRecord,
  ok,
  plusSeconds,
  type Random,
  type Result,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { checkAlone } from '../limits/index.js';
import type { Pricing, Rate } from '../money/index.js';
import type { ChallengePorts } from '../sca/index.js';
import { destinationKey, mustBeUnspent } from '../transactions/index.js';
import { isWallet, transferInstruction } from '../wallets/index.js';
import { challengePayment, openPaymentChallenge, payerToAsk, TOTP_IS_UNLINKED } from './authorization.js';
import { startExecution } from './execute-quote.js';
import { type Quote, QUOTES, type RateBasis, type UmaTerms } from './quote.js';
import type { QuoteRequest } from './quote-request.js';
import { QUOTE } from './quote-states.js';
import { countedFor } from './payment.js';
import { checkReceivingAmount, priceOn } from './price-on.js';
import { readDestination, readPayingAccount, readRoute, type Route, type RoutePorts, type Source } from './route.js';

export interface QuotePorts extends RoutePorts {
  readonly ids: IdSource;
  readonly random: Random;
  readonly sca: ChallengePorts;
}

/** The amounts of a quote, and the terms of the other institution if there is one. */
export interface Amounts {
  readonly pricing: Pricing;
  readonly exchangeRate: Rate;
  /** What `pricing` was computed with. */
  readonly rateBasis: RateBasis;
  readonly totalReceivingAmount: bigint;
  readonly expiresAt: Instant;
  readonly uma: UmaTerms | null;
  readonly paymentRequest: RequestTerms | null;
}

/**
 * Prices a payment and locks its rate (docs/areas/quotes.md). With `immediatelyExecute` the payment starts in the same
 * unit of work, and no quote is left if it cannot start.
 */
export function createQuote(ports: QuotePorts): UseCase<QuoteRequest, Quote> {
  return async (tx, ctx, request) => {
    // Both reads are sent at once: they cost one round trip to Postgres.
    const [destination, paying] = await Promise.all([
      readDestination(tx, ctx, ports, request),
      readPayingAccount(tx, request),
    ]);
    if (!destination.ok) return destination;
    const route = await readRoute(tx, ctx, ports, request, paying, destination.value, destination.value.currency);
    if (!route.ok) return route;
    const pricing = priceOn(route.value, request.lockedCurrencySide, request.lockedCurrencyAmount);
    if (!pricing.ok) return pricing;
    const receivable = checkReceivingAmount(route.value, pricing.value.receiving);
    if (!receivable.ok) return receivable;
    const { request: asked, currency } = destination.value;
    const { external, rail } = destination.value;
    if (external !== null && rail !== null) {
      const paid = { rail, account: external, currency, amount: pricing.value.receiving };
      const proven = ports.mustBeProven(ctx, paid, 'destination.accountId');
      if (!proven.ok) return proven;
    }
    const payable = checkPaymentRequest(ctx, asked, {
      amount: pricing.value.receiving,
      currency,
      field: 'lockedCurrencyAmount',
    });
    if (!payable.ok) return payable;
    const unspent = await mustBeUnspent(tx, asked);
    if (!unspent.ok) return unspent;
    const validUntil = plusSeconds(ctx.now, route.value.corridor.quoteSeconds);
    return openQuote(tx, ctx, ports, request, route.value, {
      pricing: pricing.value,
      exchangeRate: route.value.rate,
      rateBasis: route.value.rateBasis,
      totalReceivingAmount: pricing.value.receiving,
      expiresAt: earlier(validUntil, asked?.expiresAt ?? null),
      uma: null,
      paymentRequest: termsOf(asked),
    });
  };
}

/** A quote expires with the invoice that it pays. */
const earlier = (at: Instant, other: Instant | null): Instant => (other !== null && other < at ? other : at);

/**
 * Writes the quote, and starts its payment if the request says so. 403 VELOCITY_LIMIT_EXCEEDED for an amount that is above
 * a limit of the customer alone.
 */
export async function openQuote(
  tx: Tx,
  ctx: Context,
  ports: Pick<QuotePorts, 'ids' | 'random' | 'rails' | 'sca' | 'settings'>,
  request: QuoteRequest,
  { source, destination, fees, corridor }: Route,
  amounts: Amounts,
): Promise<Result<Quote>> {
  const { pricing, expiresAt } = amounts;
  const funding = await fundingOf(tx, ctx, ports, source, pricing.sending);
  if (!funding.ok) return funding;
  const priced: Quote = {
    status: birth(QUOTE, 'create').to,
    expiresAt,
    customerId: source.payer.customerId,
    platformCustomerId: source.payer.platformCustomerId,
    source: source.source,
    destination: destination.destination,
    destinationId: destinationKey(destination.destination),
    pulledFrom: source.pull?.accountId ?? null,
    sendingCurrency: source.currency,
    receivingCurrency: destination.currency,
    totalSendingAmount: pricing.sending,
    totalReceivingAmount: amounts.totalReceivingAmount,
    exchangeRate: amounts.exchangeRate,
    rateBasis: amounts.rateBasis,
    termsIds: corridor.termsIds,
    platformFee: pricing.platformFee,
    serviceFee: pricing.serviceFee,
    serviceFeeBps: fees.service.bps,
    serviceFixedFee: fees.service.fixed,
    rail: destination.rail,
    paymentRail: destination.paymentRail,
    settlementSeconds: destination.settlementSeconds,
    dailyVolume: corridor.dailyVolume,
    transactionId: ports.ids.next('Transaction'),
    description: request.description ?? null,
    remittanceInformation: request.remittanceInformation ?? null,
    purposeOfPayment: request.purposeOfPayment ?? null,
    uma: amounts.uma,
    paymentRequest: amounts.paymentRequest,
    sca: source.payer.isScaRegulated ? { factor: request.scaFactor ?? null, challenge: null, authorized: null } : null,
    agentId: actingAgent(ctx),
    ...funding.value,
    ...newRecord(ports.ids.next('Quote'), ctx),
  };
  const limited = await checkAlone(tx, ctx, await ports.settings(tx, ctx), countedFor(priced));
  if (!limited.ok) return limited;
  const payer = await payerToAsk(tx, priced);
  // An unusable factor is refused before a challenge is opened.
  if (payer !== null && request.scaFactor === 'TOTP') return invalidFields([TOTP_IS_UNLINKED]);
  const asked = await askedAtOnce(tx, ctx, ports, priced, payer);
  if (!asked.ok) return asked;
  const quote = signedByOwner(ctx, asked.value, source.account);
  tx.add(QUOTES, quote);
  if (request.immediatelyExecute !== true) return ok(quote);
  return payer === null
    ? startExecution(
        { tx, ctx, ids: ports.ids, rails: ports.rails, settings: ports.settings },
        quote,
        source.account,
        'execute',
      )
    : challengePayment(tx, ctx, ports.sca, quote, source.account, payer, null);
}

/** A quote with real-time funding is authorized before it shows its payment instructions. */
async function askedAtOnce(
  tx: Tx,
  ctx: Context,
  { sca }: Pick<QuotePorts, 'sca'>,
  quote: Quote,
  payer: Customer | null,
): Promise<Result<Quote>> {
  if (payer === null || quote.source.sourceType !== 'REALTIME_FUNDING') return ok(quote);
  const asked = await openPaymentChallenge(tx, ctx, sca, quote, payer, null);
  return asked.ok ? ok({ ...quote, status: birth(QUOTE, 'create-with-challenge').to, sca: asked.value }) : asked;
}

/** A quote from a wallet carries the payload that the owner must sign to execute it. */
function signedByOwner(ctx: Context, quote: Quote, account: InternalAccount | null): Quote {
  if (account === null || !isWallet(account)) return quote;
  const instruction = transferInstruction(ctx, {
    quoteId: quote.id,
    accountId: account.id,
    destination: quote.destinationId,
    sendingAmount: quote.totalSendingAmount,
    sendingCurrency: quote.sendingCurrency,
    receivingAmount: quote.totalReceivingAmount,
    receivingCurrency: quote.receivingCurrency,
  });
  return { ...quote, paymentInstructions: [instruction] };
}

interface Funding {
  readonly reference: string | null;
  readonly fundingRail: string | null;
  readonly paymentInstructions: readonly PaymentInstruction[] | null;
}

async function fundingOf(
  tx: Tx,
  ctx: Context,
  ports: Pick<QuotePorts, 'random' | 'rails'>,
  source: Source,
  amount: bigint,
): Promise<Result<Funding>> {
  if (source.source.sourceType === 'ACCOUNT') {
    return ok({ reference: null, fundingRail: source.pull?.rail ?? null, paymentInstructions: null });
  }
  const reference = makeReference(ports.random);
  const funding = await paymentFunding(ports.rails, tx, ctx, {
    currency: source.currency,
    reference,
    amount,
    cryptoNetwork: source.source.cryptoNetwork,
  });
  if (!funding.ok) return funding;
  return ok({
    reference,
    fundingRail: funding.value.rail.name,
    paymentInstructions: funding.value.instructions,
  });
}
