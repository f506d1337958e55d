import { err, type Id, ok, type Result } from '@corridor/core';
import type { Transaction } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { definitions, money, status, time } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { tenantForm } from '../kit/form-page.js';
import { idOf, type Route } from '../kit/route.js';
import { tenantNotePages } from '../notes/note-pages.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { SEEN_AS_CANCELLED } from '../kit/words.js';
import { receiptOf } from './receipt.js';

type OfPayment = TenantVisit<{ readonly id: Id<'Transaction'> }>;

const params = { id: idOf('Transaction') };

const pathOf = ({ place, params: { id } }: OfPayment): string => `${place.base}/payments/${id}`;
const crumbsOf = (visit: OfPayment) => [{ path: pathOf(visit), text: 'Payment' }];

async function read(visit: OfPayment): Promise<Result<Transaction>> {
  const found = await readIn(visit, visit.core.payments.find, { text: visit.params.id });
  const transaction = found.ok ? found.value[0]?.transaction : undefined;
  return transaction === undefined || transaction === null ? err('TRANSACTION_NOT_FOUND') : ok(transaction);
}

const aboutOf = ({
  status: state,
  sentAmount,
  sentCurrency,
  receivedAmount,
  receivedCurrency,
  rail,
  fundingRail,
}: Transaction): Html =>
  definitions([
    ['Status', status(state)],
    ['Sent', sentCurrency === null ? null : money(sentAmount, sentCurrency)],
    [receiptOf(state).title, receivedCurrency === null ? null : money(receivedAmount, receivedCurrency)],
    ['Rail', rail ?? fundingRail],
  ]);

const cancel = tenantForm({
  path: '/payments/{id}/cancel',
  title: 'Cancel the payment',
  section: 'Payments',
  params,
  action: 'payments.cancel',
  confirm: true,
  submit: 'Cancel the payment',
  done: 'The payment was cancelled, and its refund has begun.',
  async prepare(visit: OfPayment) {
    const found = await read(visit);
    if (!found.ok) return found;
    const cancellable = await readIn(visit, visit.core.transactions.checkCancellable, { id: visit.params.id });
    // A form that was sent twice still gets its first outcome.
    if (!cancellable.ok && found.value.cancelRequestedAt === null) return cancellable;
    const about = html`<p>
        The rail decides whether it is still in time. If it is, the payment fails and its payer gets the money back.
        ${SEEN_AS_CANCELLED}
      </p>
      ${aboutOf(found.value)}`;
    return ok({ about, asks: asksFor({ name: 'reason', required: true }), crumbs: crumbsOf(visit) });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: (visit) => pathOf(visit),
});

const recover = tenantForm({
  path: '/payments/{id}/recover',
  title: 'Collect the missing amount',
  section: 'Payments',
  params,
  action: 'cards.recover',
  confirm: true,
  submit: 'Collect the missing amount',
  done: 'The missing amount was collected.',
  async prepare(visit: OfPayment) {
    const found = await read(visit);
    if (!found.ok) return found;
    const { card } = found.value;
    const about = html`<p>The funding source of the card is debited with what the merchant got beyond it.</p>
      ${definitions([
        ['Status', status(found.value.status)],
        ['Missing', card === null ? null : money(card.lost, card.currency)],
      ])}`;
    return ok({ about, crumbs: crumbsOf(visit) });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: (visit) => pathOf(visit),
});

const release = tenantForm({
  path: '/payments/{id}/release',
  title: 'Release the hold',
  section: 'Payments',
  params,
  action: 'cards.release',
  confirm: true,
  submit: 'Release the hold',
  done: 'The account has the held money back.',
  async prepare(visit: OfPayment) {
    const found = await read(visit);
    if (!found.ok) return found;
    const { card, holdEndsAt } = found.value;
    const about = html`<p>
        The account gets back what the authorization holds. Nothing else changes: if the merchant collects in time, the
        account is debited all the same, and if it cannot pay then, the service bears a loss until it is collected.
      </p>
      ${definitions([
        ['Status', status(found.value.status)],
        ['Held', card === null ? null : money(card.reserved, card.currency)],
        ['Ends by itself at', time(holdEndsAt)],
      ])}`;
    return ok({ about, crumbs: crumbsOf(visit) });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: (visit) => pathOf(visit),
});

/** The kinds that an operator can learn of before the service does, about a payment. */
const KINDS = [
  ['RECALL', "The sender's bank asks for the money back"],
  ['RAIL_CONTRADICTION', 'The rail contradicts what it reported'],
  ['REFUND_FAILED', 'The money can be neither delivered nor refunded'],
] as const;

const openException = tenantForm({
  path: '/payments/{id}/exception',
  title: 'Open an exception',
  section: 'Payments',
  params,
  action: 'exceptions.open',
  submit: 'Open the exception',
  done: 'The exception is open.',
  async prepare(visit: OfPayment) {
    const found = await read(visit);
    if (!found.ok) return found;
    const about = html`<p>An exception asks for a decision of an operator; it moves no money by itself.</p>
      ${aboutOf(found.value)}`;
    return ok({
      about,
      crumbs: crumbsOf(visit),
      asks: asksFor(
        { name: 'kind', label: 'What is wrong', choices: KINDS, only: KINDS.map(([kind]) => kind) },
        { name: 'reference', hint: 'For a recall or a contradiction: its id there' },
        { name: 'reason', label: 'What happened', hint: null, rows: 4 },
      ),
    });
  },
  fixes: ({ params: { id } }) => ({ subject: id }),
  leadsTo: (visit, output) =>
    (output === null ? null : visit.pathOf({ tenant: visit.place.tenant, id: output.id })) ?? pathOf(visit),
});

const noteForms = tenantNotePages({
  path: '/payments/{id}',
  params,
  section: 'Payments',
  pathOf: ({ place, params: { id } }) => `${place.base}/payments/${id}`,
  async shown(visit) {
    const found = await read(visit as OfPayment);
    if (!found.ok) return found;
    return ok({ tenant: visit.place.tenant, about: aboutOf(found.value), crumbs: crumbsOf(visit as OfPayment) });
  },
});

export const paymentForms: readonly Route[] = [cancel, recover, release, openException, ...noteForms];
