import { hostNextAttempt, hostTime } from '../kit/clocks.js';
import type { ArrivalOutcome, DeliveryTry } from '@corridor/core/records';
import { accountClass, inMajor, rateText } from '@corridor/core/internal';
import {
  type FailedWork,
  type Instant,
  type PaymentTimeline,
  type RailEntry,
  type Rate,
  type TimelineEntry,
  toIso,
} from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { atStake, decisionName, KINDS } from '../exceptions/names.js';
import {
  code,
  codeInWords,
  type Content,
  idText,
  link,
  money,
  nextAttempt,
  notice,
  status,
  table,
  time,
  timeWithAge,
  smallCode,
} from '../kit/components.js';
import { sidedMoney } from '../kit/book-table.js';
import { accountLink, classOf, sideName } from '../kit/ledger-accounts.js';
import { recordLink, withRecordLinks } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';
import { eventInWords, wordsOf, withoutCodes } from '../kit/words.js';
import { workName } from '../kit/attempts.js';
import type { Parties } from './parties.js';

/** What a timeline entry is called, what happened, and what is known about it. */
interface Shown {
  readonly kind: string;
  readonly what: Content;
  readonly details?: readonly Content[];
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const CALLED = {
  payment: 'Payment',
  refund: 'Refund',
  quote: 'Quote',
  deposit: 'Deposit',
  approval: 'Approval of the platform',
};
const ENDS = {
  quote: 'The quote ends',
  challenge: 'The challenge ends',
  settlement: 'Settlement is expected',
  approval: 'The time of the platform to approve ends',
};

const ARRIVED: Readonly<Record<ArrivalOutcome, string>> = {
  QUOTE_FUNDED: 'paid the quote',
  QUOTE_REFUNDED: 'could not be used by the quote, and goes back',
  ACCOUNT_CREDITED: 'credited to the account',
  RETURNED: 'not credited',
};

/** A rate of whole units, and below it the exact one as a fraction. */
export function rateOf(rate: Rate, from: string, to: string): Html {
  const { num, den } = inMajor(rate, from, to);
  return html`${rateText(rate, from, to)}<span class="hint exact">exactly ${String(num)} / ${String(den)}</span>`;
}

/** Steps of rails whose names alone do not say whether the rail has answered. */
const STEPS: Readonly<Partial<Record<RailEntry['step'], string>>> = {
  'payout begun': 'Submission begun',
  'payout submitted': 'Submitted',
  'payout refused': 'Submission refused',
  'collection begun': 'Submission of the collection begun',
  'refund started': 'Refund due',
  'refund begun': 'Submission of the refund begun',
  'return begun': 'Submission of the return begun',
};

const RECORD = /^[A-Za-z]+:[0-9a-f-]{36}$/;

/** A reference of a rail; short if it is the id of a record, of which the end tells enough. */
export const referenceText = (reference: string): Html =>
  RECORD.test(reference) ? idText(reference) : code(reference);

/** A ledger account in words, with a link to its entries. */
const accountOf = ({ place }: TenantVisit, account: string): Html =>
  accountLink(
    `${place.base}/ledger/entries?account=${encodeURIComponent(account)}`,
    account,
    classOf(accountClass(account)).name,
  );

const present = (parts: readonly (Content | null | false)[]): readonly Content[] =>
  parts.filter((part) => part !== null && part !== false);

type AttemptEntry = Extract<TimelineEntry, { kind: 'attempt' }>;

/** When work was to be tried again; it is due only if this attempt is the last one so far. */
function whenNext({ work, at, nextAt }: AttemptEntry, waiting: readonly FailedWork[], now: Instant): Content {
  if (nextAt === null) return 'No further attempt was scheduled.';
  const isLast = waiting.some((each) => each.work === work && each.attempts.at(-1)?.at === at);
  return isLast ? html`Next attempt ${nextAttempt(nextAt, now)}` : html`The next attempt was set to ${time(nextAt)}`;
}

/** The parties of a payment, and its work whose last attempt failed and which is tried again. */
interface KnownBeside {
  readonly parties: Parties;
  readonly waiting: readonly FailedWork[];
  /** Whether the payment was cancelled. */
  readonly isCancelled: boolean;
}

/** Why a payment failed. The stored reason of a cancelled one is that of payments that could not be carried out. */
export const failedAs = (reason: string, isCancelled: boolean): Content =>
  isCancelled ? html`The payment was cancelled ${smallCode(reason)}` : codeInWords(reason);

function shownEntry(visit: TenantVisit, entry: TimelineEntry, { parties, waiting, isCancelled }: KnownBeside): Shown {
  const { now } = visit.place.context;
  const told = (text: string): Content => withRecordLinks(visit, visit.place.tenant, text);
  switch (entry.kind) {
    case 'quote': {
      const { sends, receives, serviceFee, platformFee, rate } = entry;
      return {
        kind: 'Quote',
        what: html`${money(sends.amount, sends.currency)} for ${money(receives.amount, receives.currency)}`,
        details: [
          html`Fees: service ${money(serviceFee, sends.currency)}, platform ${money(platformFee, sends.currency)}`,
          rateOf(rate, sends.currency, receives.currency),
          html`Quote ${recordLink(visit, entry.quoteId)}`,
        ],
      };
    }
    case 'state':
      return {
        kind: CALLED[entry.of],
        what: html`${entry.from !== null && html`${wordsOf(entry.from)} → `}${status(entry.to)}
        ${entry.reason !== null && html`<strong>${failedAs(entry.reason, isCancelled && entry.of === 'payment')}</strong>`}`,
        details: present([entry.why !== null && told(capitalized(withoutCodes(entry.why)))]),
      };
    case 'deadline':
      return { kind: 'Deadline', what: ENDS[entry.of] };
    case 'challenge':
      return {
        kind: 'Challenge',
        what:
          entry.step === 'asked'
            ? `A challenge for the payer was opened (${wordsOf(entry.factor)})`
            : `The payer agreed (${wordsOf(entry.factor)})`,
        details: present([entry.challengeId !== null && idText(entry.challengeId)]),
      };
    case 'agent':
      return {
        kind: 'Agent',
        what: `${wordsOf(entry.step)} (${wordsOf(entry.type)})`,
        details: present([entry.reason !== null && told(entry.reason), parties(entry.agentId)]),
      };
    case 'rail':
      return {
        kind: 'Rail',
        what: `${STEPS[entry.step] ?? capitalized(entry.step)}${entry.rail === null ? '' : ` · ${entry.rail}`}`,
        details: present([
          entry.reason !== null && told(entry.reason),
          entry.reference !== null && html`Reference ${referenceText(entry.reference)}`,
        ]),
      };
    case 'attempt':
      return {
        kind: 'Attempt',
        what: html`${workName(entry.work)}: attempt ${entry.number} ${status('FAILED')}`,
        details: [told(entry.cause), whenNext(entry, waiting, now)],
      };
    case 'trace':
      return {
        kind: 'At the rail',
        what: told(entry.text),
        details: present([
          html`${entry.rail} ${referenceText(entry.reference)}`,
          entry.file !== null && code(entry.file),
        ]),
      };
    case 'arrival':
      return {
        kind: 'Arrival',
        what: html`${money(entry.amount, entry.currency)} · ${ARRIVED[entry.outcome]}`,
        details: present([
          html`${entry.rail} ${referenceText(entry.paymentId)}`,
          html`Reference ${referenceText(entry.reference)}`,
          entry.valueDate !== null && `Value date ${entry.valueDate}`,
        ]),
      };
    case 'message':
      return {
        kind: 'Message',
        what: `${capitalized(entry.about)} · ${wordsOf(entry.effect)}`,
        details: [html`${entry.rail} ${referenceText(entry.messageId)}`],
      };
    case 'journal': {
      const { id, kind, postings } = entry.entry;
      return {
        kind: 'Ledger',
        what: link(`${visit.place.base}/ledger/entries/${id}`, wordsOf(kind)),
        details: [
          html`<ul class="lines">
            ${postings.map(
              ({ account, amount, currency }) =>
                html`<li><span>${accountOf(visit, account)}</span> <span>${sidedMoney(amount, currency)}</span></li>`,
            )}
          </ul>`,
        ],
      };
    }
    case 'exception':
      return {
        kind: 'Exception',
        what: html`${KINDS[entry.exception]}
        (${entry.step})${atStake(entry) !== null && html` · ${money(entry.amount, entry.currency)}`}`,
        details: present([
          entry.reason !== null && told(entry.reason),
          entry.resolution === 'PAID_ELSEWHERE' && 'An operator booked it as paid outside the rails.',
          entry.resolution !== null &&
            `${decisionName(entry.resolution, entry.exception)}, by ${entry.resolvedBy ?? 'the service'}${entry.approvedBy === null ? '' : `, approved by ${entry.approvedBy}`}`,
          entry.moved !== null &&
            html`Moved ${money(entry.moved.amount, entry.currency)} from ${sideName(entry.moved.from)} to
            ${sideName(entry.moved.to)}`,
          html`Exception ${recordLink(visit, entry.exceptionId)}`,
        ]),
      };
    case 'event':
      return {
        kind: 'Event',
        what: html`${link(`${visit.place.base}/webhooks/${entry.eventId}`, eventInWords(entry.type))}
        ${smallCode(entry.type)} ${eventStatus(entry.status)}`,
        details: present([
          entry.nextAttemptAt !== null && html`Next attempt ${hostNextAttempt(visit, entry.nextAttemptAt)}`,
          entry.tries.length > 0 &&
            html`<ul class="lines">
              ${entry.tries.map((each) => html`<li>${hostTime(visit, each.at)} <span>${answerOf(each)}, ${each.milliseconds} ms</span></li>`)}
            </ul>`,
        ]),
      };
  }
}

export const eventStatus = (state: string): Html =>
  status(state, { QUEUED: 'busy' as const, STORED: 'plain' as const }[state]);

/** The answer of an endpoint, or why there was none. */
export const answerOf = ({ status: answer, reason }: DeliveryTry): string =>
  answer === null ? (reason ?? 'no answer') : `HTTP ${answer}`;

/** The whole timeline as a list, oldest first. `parties` names the agents; `work` is what has failed attempts. */
export function timelineList(
  visit: TenantVisit,
  { entries, isComplete, unreadRails, transaction }: PaymentTimeline,
  parties: Parties,
  work: readonly FailedWork[] = [],
): Html {
  const isCancelled = transaction?.refundReason === 'USER_CANCELLATION';
  const beside = { parties, waiting: work.filter(({ isRetried }) => isRetried), isCancelled };
  return html`${!isComplete && notice('One source has more records than are shown here; its newest ones are missing.')}
    ${unreadRails.length > 0 && notice(`These rails did not say what they keep: ${unreadRails.join(', ')}.`, 'bad')}
    <ol class="timeline">
      ${entries.map((entry) => {
        const { kind, what, details = [] } = shownEntry(visit, entry, beside);
        return html`<li>
          <div class="when">${timeWithAge(entry.at, visit.place.context.now)}<span class="what">${kind}</span></div>
          <div>
            <p>${what}</p>
            ${details.map((each) => html`<div class="detail">${each}</div>`)}
          </div>
        </li>`;
      })}
    </ol>`;
}

/** Each attempt to deliver an event. `now`: host time. */
export const triesTable = (tries: readonly DeliveryTry[], now: Instant): Html =>
  table({
    caption: 'Attempts',
    rows: tries,
    empty: 'No attempt is known. An event without an endpoint is stored, and a new one is sent within seconds.',
    columns: [
      {
        title: 'Time (of the host)',
        narrow: 'note',
        text: ({ at }) => toIso(at),
        show: ({ at }) => timeWithAge(at, now),
      },
      { title: 'Answer', narrow: 'title', text: answerOf },
      { title: 'Duration', narrow: 'amount', isNumber: true, text: ({ milliseconds }) => `${milliseconds} ms` },
    ],
  });
