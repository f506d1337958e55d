import type { PaymentTimeline } from '@corridor/core';
import { html } from '../../pages/html.js';
import { code, definitions, linkIf, money, section, status, timeWithAge } from '../kit/components.js';
import { moneyText } from '../kit/money.js';
import { railLink } from '../kit/rail-path.js';
import { recordPath } from '../kit/record-link.js';
import type { PageContent } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { attemptsOf } from './attempts.js';
import { depositLinks, exceptionLinks, railsOf, titleAmount } from './facts.js';
import { depositFacts, placeOfDeposit } from './place-of-deposit.js';
import { idsOfSides, partiesOf, sideOf } from './parties.js';
import { rateOf, timelineList } from './timeline.js';

/** A quote that was not executed. */
export async function quoteContent(visit: TenantVisit, timeline: PaymentTimeline): Promise<PageContent> {
  const quote = timeline.quote!;
  const { source, destination, customerId, agentId, createdAt, expiresAt, sendingCurrency, receivingCurrency } = quote;
  const { now } = visit.place.context;
  const isOpen = quote.status === 'PENDING' || quote.status === 'PENDING_AUTHORIZATION';
  const payer = source.sourceType === 'ACCOUNT' ? source : { customerId };
  const parties = await partiesOf(visit, [customerId, agentId, ...idsOfSides(payer, destination)]);
  const body = html`<p>This quote has not become a payment.</p>
    ${definitions([
      ['Status', status(quote.status)],
      isOpen ? ['Ends at', timeWithAge(expiresAt, now)] : ['Ended at', timeWithAge(quote.updatedAt, now)],
      ...exceptionLinks(visit, timeline),
      ['Sends', money(quote.totalSendingAmount, sendingCurrency)],
      ['Receives', money(quote.totalReceivingAmount, receivingCurrency)],
      ['Rate', rateOf(quote.exchangeRate, sendingCurrency, receivingCurrency)],
      ['Fees', money(quote.serviceFee + quote.platformFee, sendingCurrency)],
      ['From', sideOf(visit, parties, payer, createdAt)],
      ['To', sideOf(visit, parties, destination, createdAt)],
      ['Customer', parties(customerId)],
      ['Customer id of the platform', quote.platformCustomerId],
      ...(agentId === null ? [] : [['Agent', parties(agentId)] as const]),
      ...depositLinks(visit, timeline),
      ['Rails', railsOf(visit, quote.fundingRail, quote.rail)],
      ['Reference', code(quote.reference)],
      ['Description', quote.description],
      ['Created at', timeWithAge(createdAt, now)],
      ['Id', code(quote.id)],
    ])}
    ${section('timeline', 'Timeline', timelineList(visit, timeline, parties))}`;
  return { body, title: `Quote of ${titleAmount(timeline)}` };
}

/** Money that no payment could use. */
export async function depositContent(visit: TenantVisit, timeline: PaymentTimeline, id: string): Promise<PageContent> {
  const { transaction, quote } = timeline;
  const deposit = timeline.deposits.find((each) => each.id === id)!;
  const { amount, currency, ownerId } = deposit;
  const facts = await depositFacts(visit, deposit);
  const [parties, attempts] = await Promise.all([
    partiesOf(visit, [ownerId, facts.decision?.account ?? null]),
    attemptsOf(visit, [id]),
  ]);
  const payment = transaction ?? quote;
  const body = html`<p>${placeOfDeposit(visit, facts, parties)}</p>
    ${attempts.stuck}
    ${definitions([
      ['Status', status(deposit.status)],
      ...exceptionLinks(visit, timeline),
      ['Amount', money(amount, currency)],
      ['Customer', parties(ownerId)],
      ['Rail', railLink(visit, deposit.rail)],
      ['Reference', code(deposit.reference)],
      [
        transaction === null ? 'Quote with this reference' : 'Payment with this reference',
        payment === null ? null : linkIf(recordPath(visit, payment.id), titleAmount(timeline)),
      ],
      ['Created at', timeWithAge(deposit.createdAt, visit.place.context.now)],
      ['Id', code(deposit.id)],
    ])}
    ${attempts.table} ${section('timeline', 'Timeline', timelineList(visit, timeline, parties, attempts.work))}`;
  return { body, title: `Deposit of ${moneyText(amount, currency)}` };
}
