import type { CurrencyCode, Instant } from '@corridor/core';
import type { CardSpend, RefundStatus, Transaction } from '@corridor/core/records';
import { html, Html } from '../../pages/html.js';
import { type Content, money } from '../kit/components.js';
import { ageText, timeText } from '../kit/times.js';

interface Money {
  readonly amount: bigint;
  readonly currency: CurrencyCode;
}

/** What is known about a request to a rail. */
export interface RequestFacts {
  /** Null if no rail takes part. */
  readonly rail: string | null;
  /** From when on the rail may have the request. */
  readonly begunAt: Instant | null;
  /** When the rail answered that it has the request; null if no such answer is recorded. */
  readonly acceptedAt: Instant | null;
  /** When the request is sent again, because no attempt was answered; null if none waits. */
  readonly nextAttemptAt?: Instant | null;
  /** That a block will hold the next attempt, and whose; null if none will. */
  readonly willBeHeld?: Content | null;
}

/** A collection that was reported after the payment had failed. */
export interface Reported {
  readonly amount: Money;
  /** Who decided what about it, as `an operator decided: Write off`; null without a decision. */
  readonly decision: string | null;
}

/** What is known about the money of a payment. */
export interface PlaceFacts {
  /** Tenant's time. */
  readonly now: Instant;
  readonly type: Transaction['type'];
  readonly status: Transaction['status'];
  /** What the payer gives; the received amount if the sent one is not known, and null if neither is. */
  readonly sent: Money | null;
  readonly received: Money | null;
  readonly payer: Content;
  readonly payee: Content;
  /** `HELD` on an account of this ledger, `COLLECTED` by a rail, or `ARRIVED` from outside. */
  readonly source: 'HELD' | 'COLLECTED' | 'ARRIVED';
  readonly collection: RequestFacts & {
    readonly collectedAt: Instant | null;
    /** Set if money was reported as collected that the records do not have. */
    readonly reported: Reported | null;
  };
  readonly payout: RequestFacts;
  readonly isToInstitution: boolean;
  readonly isReturned: boolean;
  readonly expectedAt: Instant | null;
  readonly cancelRequestedAt: Instant | null;
  readonly settledAt: Instant | null;
  /** Whether the platform still has to approve the payment. */
  readonly awaitsApproval: boolean;
  readonly refund: RequestFacts & {
    readonly status: RefundStatus | null;
    readonly settledAt: Instant | null;
    /** Who decided what about the failed refund; null without a decision that ended it. */
    readonly decision: string | null;
  };
  readonly fundingReversed: boolean;
  /** Whether the refund covered what the reversed funding had cost, instead of going to the payer. */
  readonly fundingRecovered: boolean;
  readonly sentBack: Money | null;
  readonly cameBack: Money | null;
  /** Set for the use of a card. */
  readonly card: CardSpend | null;
  /** Whether the merchant pays the card. */
  readonly isCredit: boolean;
  readonly holdEndsAt: Instant | null;
  /** Links to the open exceptions about the payment. */
  readonly openExceptions: readonly Content[];
}

/** One line about the money of a payment. */
export interface PlaceOfMoney {
  readonly text: Html;
  /** Whether an operator has to look: the expected time has passed, or the money waits for a decision. */
  readonly isBad: boolean;
}

type Clauses = readonly (Content | null | false)[];

/** Where the money of a payment is, since when, and what comes next. It says only what the records prove. */
export function placeOf(facts: PlaceFacts): PlaceOfMoney {
  const clauses = (facts.card === null ? ofPayment(facts) : ofCard(facts, facts.card)).filter(
    (clause) => clause !== null && clause !== false,
  );
  const line = html`${clauses.map((clause, at) => html`${at > 0 && '; '}${clause}`)}`;
  const { openExceptions: open } = facts;
  const isOpen = open.length > 0;
  return {
    text: html`${facts.card === null ? capitalized(line) : line}.${
      isOpen && html` Waits for a decision: ${open.map((each, at) => html`${at > 0 && ', '}${each}`)}.`
    }`,
    isBad: isOpen || isLate(facts) || facts.refund.status === 'FAILED' || facts.status === 'EXCEPTION',
  };
}

/** A line about a card can begin with the name of a merchant, which is left as it is. */
const capitalized = ({ text }: Html): Html => new Html(text.charAt(0).toUpperCase() + text.slice(1));

const isLate = ({ status, expectedAt, now }: PlaceFacts): boolean =>
  status === 'PROCESSING' && expectedAt !== null && expectedAt < now;

const moneyOf = (amount: Money | null): Content =>
  amount === null ? 'an unknown amount' : money(amount.amount, amount.currency);

/** `3 minutes ago`, `in 2 days`. */
function since(at: Instant, now: Instant): string {
  const age = ageText(at, now);
  return age === 'now' ? 'less than a minute ago' : age;
}

const on = (at: Instant | null): string => (at === null ? '' : ` on ${timeText(at)}`);

function ofPayment(facts: PlaceFacts): Clauses {
  const { status } = facts;
  if (status === 'COMPLETED') return delivered(facts);
  if (status === 'REFUNDED') return [html`The payment was refunded`, ...refunded(facts)];
  if (status === 'FAILED') return failed(facts);
  if (status === 'PENDING') return pending(facts);
  return processing(facts);
}

function delivered(facts: PlaceFacts): Clauses {
  const { type, sent, received, payee, payout, settledAt, sentBack, cameBack } = facts;
  const sum = moneyOf(received ?? sent);
  const what =
    type === 'INCOMING'
      ? html`${sum} was credited to ${payee}${on(settledAt)}`
      : html`${sum} was delivered to ${payee}${payout.rail !== null && ` by ${payout.rail}`}${on(settledAt)}`;
  return [
    what,
    reversal(facts),
    sentBack !== null && html`${moneyOf(sentBack)} was sent back by resolved exceptions`,
    cameBack !== null && html`${moneyOf(cameBack)} came back from the payee by resolved exceptions`,
  ];
}

const reversal = ({ fundingReversed }: PlaceFacts): Content | null =>
  fundingReversed ? 'its rail took back the money that had arrived for it' : null;

/** What a rail has been asked. `what` names the request: `the payout`. */
function requested(what: string, { rail, begunAt, acceptedAt }: RequestFacts, now: Instant): Content {
  const named = rail ?? 'the rail';
  if (acceptedAt !== null) return `${named} accepted ${what} ${since(acceptedAt, now)}`;
  return begunAt === null
    ? `${what} has not been submitted to ${named}`
    : `the submission of ${what} to ${named} began ${since(begunAt, now)}, and no answer is recorded`;
}

const cancelling = ({ cancelRequestedAt, now }: PlaceFacts): Content | null =>
  cancelRequestedAt === null ? null : `a cancellation was requested ${since(cancelRequestedAt, now)}`;

/** The end of a sentence about a payment that goes on by itself. An open exception says what comes next instead. */
const next = ({ openExceptions }: PlaceFacts, what: Content): Content | null =>
  openExceptions.length > 0 ? null : html`next: ${what}`;

/** What comes next for a request to a rail. */
function nextOf(
  submission: string,
  { rail, begunAt, nextAttemptAt = null, willBeHeld = null }: RequestFacts,
  now: Instant,
): Content {
  if (nextAttemptAt !== null) {
    const [due, and] = nextAttemptAt <= now ? [', which is due', ' and'] : ['', ','];
    return html`the attempt at ${timeText(nextAttemptAt)}${due}${willBeHeld !== null && html`${and} ${willBeHeld}`}`;
  }
  return begunAt === null ? submission : `the answer of ${rail ?? 'the rail'}`;
}

function pending(facts: PlaceFacts): Clauses {
  const { sent, type, received, payer, collection, source, awaitsApproval, now } = facts;
  const sum = moneyOf(type === 'INCOMING' ? received : sent);
  if (awaitsApproval)
    return [html`${sum} from ${payer} is not credited yet`, next(facts, 'the approval of the platform')];
  if (source !== 'COLLECTED') return [html`${sum} from ${payer} is not credited yet`];
  return [
    html`${sum} is to be collected from ${payer}`,
    requested('the collection', collection, now),
    cancelling(facts),
    next(facts, nextOf('the submission of the collection', collection, now)),
  ];
}

const WAITING = {
  HELD: 'is held for this payment',
  COLLECTED: 'was collected for this payment',
  ARRIVED: 'arrived for this payment',
};

function processing(facts: PlaceFacts): Clauses {
  const { sent, source, payout, expectedAt, isToInstitution, now } = facts;
  const beginning = [html`${moneyOf(sent)} ${WAITING[source]}`, reversal(facts)];
  if (payout.rail === null)
    return [...beginning, cancelling(facts), next(facts, isToInstitution ? 'the other institution' : 'the booking')];
  return [
    ...beginning,
    requested('the payout', payout, now),
    // A rail that has not answered promises no time.
    expectedAt !== null &&
      (payout.nextAttemptAt ?? null) === null &&
      `it ${expectedAt < now ? 'was' : 'is'} expected to settle ${since(expectedAt, now)}`,
    cancelling(facts),
    next(facts, nextOf('the submission of the payout', payout, now)),
  ];
}

function failed(facts: PlaceFacts): Clauses {
  const { type, isReturned, refund, sent, received, collection, source, settledAt } = facts;
  const beginning = isReturned ? 'The payout was returned' : 'The payment failed';
  if (refund.status !== null) return [beginning, ...refunded(facts)];
  if (type === 'INCOMING')
    return settledAt === null
      ? [beginning, html`${moneyOf(received)} was not credited${isReported(facts) && ' then'}`, reported(facts)]
      : [beginning, html`the rail took back ${moneyOf(received)} after the credit`];
  return source === 'COLLECTED' && collection.collectedAt === null
    ? [beginning, html`${moneyOf(sent)} was not collected${isReported(facts) && ' then'}`, reported(facts)]
    : [beginning, html`no refund of ${moneyOf(sent)} has begun`];
}

/** Whether money was reported as collected for a payment that had failed before a collection. */
const isReported = ({ source, collection }: PlaceFacts): boolean =>
  source === 'COLLECTED' && collection.collectedAt === null && collection.reported !== null;

function reported(facts: PlaceFacts): Content | null {
  const { reported: late } = facts.collection;
  if (late === null || !isReported(facts)) return null;
  const { amount, decision } = late;
  const told = html`${moneyOf(amount)} was reported as collected later`;
  return decision === null ? told : html`${told}, and ${decision}`;
}

function refunded(facts: PlaceFacts): Clauses {
  const { type, sent, received, refund, payer, source, collection, fundingReversed, fundingRecovered, now } = facts;
  const sum = moneyOf(type === 'INCOMING' ? (sent ?? received) : sent);
  if (fundingRecovered) return [reversal(facts), html`the refund of ${sum} covered what this had cost`];
  if (refund.decision !== null && refund.status !== 'PENDING')
    return [html`its refund of ${sum} failed, and ${refund.decision}`];
  switch (refund.status) {
    case 'COMPLETED':
      if (isReported(facts)) return ['nothing was collected then', reported(facts)];
      return source === 'COLLECTED' && collection.collectedAt === null
        ? ['nothing was collected, so nothing had to go back']
        : [html`${sum} went back to ${payer}${on(refund.settledAt)}`, reversal(facts)];
    case 'FAILED':
      return [html`its refund of ${sum} to ${payer} failed`, reversal(facts)];
    case 'PENDING':
      return [
        html`${sum} is to go back to ${payer}`,
        source !== 'HELD' && !fundingReversed && requested('the refund', refund, now),
        next(facts, source === 'HELD' || fundingReversed ? 'the booking of the refund' : 'the answer of the rail'),
      ];
    case null:
      return [];
  }
}

function ofCard(facts: PlaceFacts, card: CardSpend): Clauses {
  const { status, payee, isCredit, holdEndsAt, now } = facts;
  const { reserved, settled, refunded: returned, lost, excess = 0n, pendingPulls } = card;
  const of = (amount: bigint): Content => money(amount, card.currency);
  const isIdle = reserved === 0n && settled === 0n && lost === 0n;
  const paid = isCredit ? html`${payee} paid ${of(settled)} to the card` : html`${payee} was paid ${of(settled)}`;
  return [
    status === 'AUTHORIZED' && `The ${isCredit ? 'credit' : 'payment'} is authorized and not cleared`,
    isIdle && `${status === 'AUTHORIZED' ? 'nothing' : 'Nothing'} is held, and nothing was charged`,
    settled > 0n && paid,
    returned > 0n && html`${of(returned)} of it was returned`,
    reserved > 0n && html`${of(reserved)} is held for ${payee}`,
    holdEndsAt !== null && `the authorization ${holdEndsAt < now ? 'ended' : 'ends'} ${since(holdEndsAt, now)}`,
    excess > 0n && html`the network settled ${of(excess)} more than may be charged`,
    pendingPulls > 0 && 'the funding source has not confirmed the collection',
    lost > 0n && html`the funding source did not cover ${of(lost)}`,
  ];
}
