import type { EventType } from '../events/index.js';
import { type Reads, splitTenant } from '../kernel/index.js';
import { type Check, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import type { Quote } from '../quotes/index.js';
import { createCorridors } from '../rates/index.js';
import { readAllTerms, settingsOf, type Terms, TERMS } from '../terms/index.js';
import { byId, differences, type Pass, type ToldBooks } from './books.js';

/** The terms that the quotes of a page name, by id. */
export const termsOfQuotes = (
  reads: Reads,
  quotes: readonly Pick<Quote, 'termsIds'>[],
): Promise<ReadonlyMap<string, Terms>> =>
  byId(reads, TERMS, [...new Set(quotes.flatMap(({ termsIds }) => termsIds ?? []))]);

/** Reads the price of a quote again from the terms that it names. Older quotes name none. */
export const isPricedByItsTerms: Check<{ readonly quote: Quote; readonly terms: ReadonlyMap<string, Terms> }> = ({
  quote,
  terms,
}) => {
  const { id, termsIds, sendingCurrency, receivingCurrency, paymentRail, rateBasis } = quote;
  if (termsIds === null) return [];
  const missing = termsIds.filter((each) => !terms.has(each));
  if (missing.length > 0) return [`${id} is priced by ${missing.join(', ')}, which does not exist`];
  const own = termsIds.map((each) => terms.get(each)!);
  const { serviceFees, corridors } = settingsOf(new Map(own.map(({ scope, content }) => [scope, content])));
  const { serviceFee, spread } = createCorridors(corridors, { serviceFees, quoteSeconds: 0 }).terms(
    sendingCurrency,
    receivingCurrency,
    paymentRail,
  );
  const priceText = (bps: number, fixed: bigint, spreadBps: number): string =>
    `${bps} bps, ${amountText(fixed, sendingCurrency)} fixed, a spread of ${spreadBps} bps`;
  const said = priceText(serviceFee.bps, serviceFee.fixed, spread);
  const has = priceText(quote.serviceFeeBps, quote.serviceFixedFee, rateBasis?.spreadBps ?? 0);
  return unless(said === has, () => `${id} has a fee of ${has}, but its terms say ${said}`);
};

interface Announced {
  readonly terms: Terms;
  readonly isWithdrawn: boolean;
  readonly events: readonly EventType[];
}

/** A platform has one event of a change, and one of its withdrawal after it; one that is not concerned has none. */
const isAnnouncedOnce: Check<Announced> = ({ terms: { id }, isWithdrawn, events }) =>
  differences(
    `events of ${id}`,
    ['PLATFORM.TERMS_CHANGED', 'PLATFORM.TERMS_WITHDRAWN'].slice(0, Math.min(events.length, isWithdrawn ? 2 : 1)),
    events,
  );

/** Terms are readable across tenants, events are not: each tenant accounts for the events that it was sent. */
export const TERMS_PASS: Pass<Terms, Announced, ToldBooks> = {
  kind: TERMS,
  subjects: async ({ reads, tenant, events }, page) => {
    const own = page.filter(({ environment }) => environment === splitTenant(tenant).environment);
    const withdrawn = new Set((await readAllTerms(reads)).map(({ withdraws }) => withdraws));
    return own.map((terms) => ({
      terms,
      isWithdrawn: withdrawn.has(terms.id),
      events: events.take(terms.id),
    }));
  },
  checks: [isAnnouncedOnce],
};
