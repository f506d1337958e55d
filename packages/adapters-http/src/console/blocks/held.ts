import { type ExceptionsAbout, type HeldMoney, type Instant, toIso } from '@corridor/core';
import { isHeldAtRail, isUnconfirmed } from '@corridor/core/internal';
import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { atStake, whatHappened } from '../exceptions/names.js';
import { money, nextAttempt, section, status, table, timeWithAge } from '../kit/components.js';
import { moneyText } from '../kit/money.js';
import { recordLink, withNamedRecords } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';
import { paymentTable } from '../payments/payment-table.js';

/** Open exceptions about one record, with how many were searched if there may be more. */
export async function exceptionTable(
  visit: TenantVisit,
  { exceptions, searched, isPartial }: ExceptionsAbout,
): Promise<Html> {
  const kept = await visit.core.operators.reads.keptByBlocks(exceptions);
  const reasons = exceptions.map(({ reason }) => reason);
  const named = await withNamedRecords(visit, visit.place.tenant, reasons);
  return html`${table<ExceptionRecord>({
    caption: 'Open exceptions',
    empty: 'No money waits for a decision.',
    rows: exceptions,
    href: ({ id }) => `${visit.base}/exceptions/${id}`,
    columns: [
      {
        title: 'What happened',
        narrow: 'title',
        text: ({ kind }) => kind,
        show: ({ id, kind }) => whatHappened(kind, kept.has(id)),
      },
      {
        title: 'Amount',
        narrow: 'amount',
        isNumber: true,
        text: (of) => (atStake(of) === null ? '' : moneyText(of.amount, of.currency)),
        show: (of) => money(atStake(of), of.currency),
      },
      { title: 'About', text: ({ subject }) => subject, show: ({ subject }) => recordLink(visit, subject) },
      {
        title: 'When it was opened',
        text: ({ reason }) => reason,
        show: ({ reason }) => named(reason),
      },
      {
        title: 'Opened at',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, visit.place.context.now),
      },
      { title: 'Status', narrow: 'status', text: (of) => of.status, show: (of) => status(of.status) },
    ],
  })}
  ${isPartial && html`<p class="hint">The newest ${searched} open exceptions of the platform were searched; the list of exceptions has all of them.</p>`}`;
}

/** Payments whose rail has not answered yet. */
async function retriedTable(visit: TenantVisit, { retried }: HeldMoney, isBlocked: boolean): Promise<Html> {
  const { now } = visit.place.context;
  const nextOf = new Map(retried.map(({ payment, nextAt }) => [payment.id as string, nextAt]));
  return html`<p>
      Each attempt at a rail has failed so far, and the rail may have the payment or not.
      ${isBlocked ? 'The block holds the next attempt, and the payment is then above.' : 'The block has ended and holds no attempt any more. What it held is above, and waits for a decision.'}
    </p>
    ${await paymentTable(
      visit,
      retried.map(({ payment }) => payment),
      'No payment waits for an attempt.',
      [
        {
          title: isBlocked ? 'Next attempt, which will be held' : 'Next attempt',
          text: ({ id }) => nextText(nextOf.get(id) ?? null),
          show: ({ id }) => {
            const nextAt = nextOf.get(id) ?? null;
            return nextAt === null ? nextText(nextAt) : nextAttempt(nextAt, now);
          },
        },
      ],
    )}`;
}

const nextText = (nextAt: Instant | null): string => (nextAt === null ? 'Due now' : toIso(nextAt));

const MAY_BE_AT_BANK =
  'The bank may also have payments of the lists above: each that waits for an attempt, or of which its page says that its rail was asked and did not answer, or keeps it.';

/**
 * What a block of this customer, external account or platform holds, and what left before it: operators decide about the
 * former, and can ask a bank for the latter.
 */
export async function heldPart(visit: TenantVisit, subject: string): Promise<Html> {
  const { core, place } = visit;
  const held = await core.operators.reads.heldBy(place.tenant, subject);
  const blocks = await core.operators.reads.blocksOf(place.tenant, subject);
  const isBlocked = place.platform.blockedAs !== null || blocks.some(({ status: state }) => state === 'BLOCKED');
  const mayBeAtBank =
    held.retried.length > 0 || held.exceptions.some((each) => isUnconfirmed(each) || isHeldAtRail(each));
  return section(
    'held',
    'Held, and at the bank',
    html`<h3>Money that waits for a decision</h3>
      ${await exceptionTable(visit, held)}
      <h3>Payouts that no rail has yet</h3>
      ${await paymentTable(visit, held.waiting, 'No payout waits.')}
      <h3>Payments that wait for their next attempt</h3>
      ${await retriedTable(visit, held, isBlocked)}
      <h3>Payments at the bank</h3>
      <p>
        A rail was asked to pay them before the block, and has them or may have them. Ask the bank for a recall; a
        payout that comes back is booked. ${mayBeAtBank && MAY_BE_AT_BANK}
      </p>
      ${await paymentTable(visit, held.atBank, mayBeAtBank ? 'No other payment is or may be at a bank.' : 'No bank has a payment.')}
      ${held.isMoreAtBank && html`<p class="hint">There are more payments at the bank than are listed.</p>`}`,
  );
}
