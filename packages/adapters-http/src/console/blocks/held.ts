import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { code, link, money, section, status, table, time } from '../kit/components.js';
import { paymentTable } from '../payments/payment-table.js';
import { moneyText } from '../kit/money.js';
import type { TenantVisit } from '../kit/visit.js';

const exceptionTable = ({ base }: TenantVisit, exceptions: readonly ExceptionRecord[]): Html =>
  table({
    caption: 'Open exceptions',
    empty: 'No money waits for a decision.',
    rows: exceptions,
    columns: [
      { title: 'Exception', text: ({ kind }) => kind, show: ({ id, kind }) => link(`${base}/exceptions/${id}`, kind) },
      {
        title: 'Amount',
        isNumber: true,
        text: ({ amount, currency }) => moneyText(amount, currency),
        show: ({ amount, currency }) => money(amount, currency),
      },
      { title: 'About', text: ({ subject }) => subject, show: ({ subject }) => code(subject) },
      { title: 'What happened', text: ({ reason }) => reason },
      { title: 'Opened at', text: () => '', show: ({ createdAt }) => time(createdAt) },
      { title: 'Status', text: (of) => of.status, show: (of) => status(of.status) },
    ],
  });

/**
 * What a block of this customer, external account or platform holds, and what left before it: operators decide about the
 * former, and can ask a bank for the latter.
 */
export async function heldPart(visit: TenantVisit, subject: string): Promise<Html> {
  const { core, place } = visit;
  const held = await core.operators.reads.heldBy(place.tenant, subject);
  return section(
    'held',
    'Held, and at the bank',
    html`<h3>Money that waits for a decision</h3>
      ${exceptionTable(visit, held.exceptions)}
      ${
        held.isPartial &&
        html`<p class="hint">
          The newest ${held.searched} open exceptions of the platform were searched; the list of exceptions has all of
          them.
        </p>`
      }
      <h3>Payouts that no rail has yet</h3>
      ${paymentTable(visit, held.waiting)}
      <h3>Payments at the bank</h3>
      <p>
        A rail was asked to pay them before the block, and has them or may have them. Ask the bank for a recall; a
        payout that comes back is booked.
      </p>
      ${paymentTable(visit, held.atBank)}
      ${held.isMoreAtBank && html`<p class="hint">There are more payments at the bank than are listed.</p>`}`,
  );
}
