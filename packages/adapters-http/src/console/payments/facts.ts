import type { PaymentTimeline } from '@corridor/core';
import { html } from '../../pages/html.js';
import { atStake, KINDS } from '../exceptions/names.js';
import { type Content, linkIf, money, status } from '../kit/components.js';
import { moneyText } from '../kit/money.js';
import { railLink } from '../kit/rail-path.js';
import { recordPath } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';

/** What the heading of a payment or of a quote calls its amount. */
export function titleAmount({ transaction, quote: of }: Pick<PaymentTimeline, 'transaction' | 'quote'>): string {
  const card = transaction?.card ?? null;
  const sent = transaction?.sentAmount ?? card?.authorized ?? of?.totalSendingAmount ?? null;
  const sentCurrency = transaction?.sentCurrency ?? card?.currency ?? of?.sendingCurrency ?? null;
  if (sent !== null && sentCurrency !== null) return moneyText(sent, sentCurrency);
  const received = transaction?.receivedAmount ?? null;
  return received === null ? 'an unknown amount' : moneyText(received, transaction!.receivedCurrency!);
}

/** The rails of a payment, with links to their pages; null without one. */
export const railsOf = (visit: TenantVisit, funding: string | null, delivery: string | null): Content | null => {
  const names = [...new Set([funding, delivery].filter((name) => name !== null))];
  return names.length === 0 ? null : html`${names.map((name, at) => html`${at > 0 && ', '}${railLink(visit, name)}`)}`;
};

type Facts = readonly (readonly [string, Content])[];

/** The exceptions about a payment: the open ones, and those that were resolved. */
export function exceptionLinks(visit: TenantVisit, { entries }: PaymentTimeline): Facts {
  const found = entries.flatMap((entry) => (entry.kind === 'exception' ? [entry] : []));
  const resolved = new Set(found.filter(({ step }) => step === 'resolved').map(({ exceptionId }) => exceptionId));
  const opened = found.filter(({ step }) => step === 'opened');
  const listed = (title: string, some: typeof opened): Facts => {
    const links = some.map(
      (each) =>
        html`<div>
          ${linkIf(recordPath(visit, each.exceptionId), KINDS[each.exception])}${atStake(each) !== null && html`, ${money(each.amount, each.currency)}`}
        </div>`,
    );
    return links.length === 0 ? [] : [[title, html`${links}`]];
  };
  return [
    ...listed(
      'Open exceptions',
      opened.filter(({ exceptionId }) => !resolved.has(exceptionId)),
    ),
    ...listed(
      'Resolved exceptions',
      opened.filter(({ exceptionId }) => resolved.has(exceptionId)),
    ),
  ];
}

/** Money with the reference of a payment that the payment could not use. */
export const depositLinks = (visit: TenantVisit, { deposits }: Pick<PaymentTimeline, 'deposits'>): Facts =>
  deposits.length === 0
    ? []
    : [
        [
          'Money in suspense',
          html`${deposits.map(
            ({ id, amount, currency, status: state }) =>
              html`<div>${linkIf(recordPath(visit, id), moneyText(amount, currency))} ${status(state)}</div>`,
          )}`,
        ],
      ];
