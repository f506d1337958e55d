import { err, type Id, ok, type Result } from '@corridor/core';
import { hasMaxima, limitOf } from '@corridor/core/internal';
import { type Customer, LIMIT_KINDS, type PaymentLimit } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { link } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { tenantForm } from '../kit/form-page.js';
import { decimalText } from '../kit/money.js';
import { anyText, oneOf, type ParametersOf, type Route } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { kindText, limitPath } from './limit-table.js';

const MAXIMA = ['dailyAmount', 'monthlyAmount', 'dailyCount', 'monthlyCount'] as const;
const ASKED = asksFor('kind', 'currency', ...MAXIMA, 'reason');
const NO_LIMIT = err('REFERENCE_NOT_FOUND', 'There is no such limit');
const NEW = { done: 'The limit is in force.', submit: 'Set the limit' } as const;

interface OfLimit {
  readonly kind: PaymentLimit['kind'];
  readonly currency: string;
}

const OF_LIMIT: ParametersOf<OfLimit> = { kind: oneOf(LIMIT_KINDS), currency: anyText };

/** Where limits are changed: on the page of a platform, or of a customer. */
interface LimitOwner<P> {
  /** The pattern of the page that shows the limits. */
  readonly path: string;
  readonly section: Route['section'];
  readonly params: ParametersOf<P>;
  readonly pathOf: (visit: TenantVisit<P>) => string;
  /** The page that shows the limits. */
  readonly home: (visit: TenantVisit<P>) => string;
  readonly found: (
    visit: TenantVisit<P>,
  ) => Promise<Result<{ readonly name: string; readonly customer: Customer | null }>>;
  readonly customerId: (visit: TenantVisit<P>) => Id<'Customer'> | undefined;
}

const valuesOf = (limit: PaymentLimit): Readonly<Record<string, string>> => {
  const amount = (value: bigint | null): string => (value === null ? '' : decimalText(value, limit.currency));
  return {
    dailyAmount: amount(limit.dailyAmount),
    monthlyAmount: amount(limit.monthlyAmount),
    dailyCount: String(limit.dailyCount ?? ''),
    monthlyCount: String(limit.monthlyCount ?? ''),
  };
};

/** The forms that set and remove limits of a platform or of a customer. Less is in force at once; more needs a second operator. */
export function limitForms<P>({
  path,
  section,
  params,
  pathOf,
  home,
  found,
  customerId,
}: LimitOwner<P>): readonly Route[] {
  const owned = (visit: TenantVisit<P>) => {
    const id = customerId(visit);
    return id === undefined ? {} : { customerId: id };
  };
  const ofLimit = { ...params, ...OF_LIMIT } as ParametersOf<P & OfLimit>;
  const crumbs = (visit: TenantVisit<P>, name: string) => [{ path: home(visit), text: name }];
  const presentOf = (visit: TenantVisit<P & OfLimit>, customer: Customer | null): PaymentLimit | null => {
    const place = visit.params as PaymentLimit & P;
    return limitOf(customer?.ownLimits ?? null, place) ?? limitOf(visit.place.platform.customerLimits, place);
  };
  return [
    tenantForm({
      path: `${path}/limits/add`,
      title: 'Add a limit',
      section,
      params,
      action: 'limits.set',
      ...NEW,
      async prepare(visit: TenantVisit<P>) {
        const owner = await found(visit);
        if (!owner.ok) return owner;
        const { name } = owner.value;
        return ok({ title: `Add a limit for ${name}`, crumbs: crumbs(visit, name), asks: ASKED });
      },
      fixes: owned,
      leadsTo: home,
    }),
    tenantForm({
      path: `${path}/limits/{kind}/{currency}`,
      title: 'Change a limit',
      section,
      params: ofLimit,
      action: 'limits.set',
      ...NEW,
      async prepare(visit: TenantVisit<P & OfLimit>) {
        const owner = await found(visit);
        if (!owner.ok) return owner;
        const { name, customer } = owner.value;
        const present = presentOf(visit, customer);
        if (present === null) return NO_LIMIT;
        const own = customer === null || limitOf(customer.ownLimits, present) !== null;
        return ok({
          title: `${kindText(visit, present.kind)} in ${present.currency}`,
          crumbs: crumbs(visit, name),
          about: html`<p>
            ${customer === null ? 'For each customer of the platform without a limit of its own.' : `For ${name} alone.`}
            ${own && link(`${limitPath(pathOf(visit), present)}/remove`, 'Remove the limit…')}
          </p>`,
          asks: asksFor(...MAXIMA, 'reason'),
          values: valuesOf(present),
        });
      },
      fixes: (visit) => ({ ...owned(visit), kind: visit.params.kind, currency: visit.params.currency }),
      leadsTo: home,
    }),
    tenantForm({
      path: `${path}/limits/{kind}/{currency}/remove`,
      title: 'Remove a limit',
      section,
      params: ofLimit,
      action: 'limits.remove',
      confirm: true,
      submit: 'Remove the limit',
      done: 'The limit was removed.',
      async prepare(visit: TenantVisit<P & OfLimit>) {
        const owner = await found(visit);
        if (!owner.ok) return owner;
        const { name, customer } = owner.value;
        const { customerLimits } = visit.place.platform;
        const place = visit.params as PaymentLimit & P;
        const present = limitOf(customer === null ? customerLimits : customer.ownLimits, place);
        if (present === null || (customer === null && !hasMaxima(present))) return NO_LIMIT;
        const title = `Remove the limit: ${kindText(visit, present.kind)} in ${present.currency}`;
        return ok({ title, crumbs: crumbs(visit, name), asks: asksFor('reason') });
      },
      fixes: (visit) => ({ ...owned(visit), kind: visit.params.kind, currency: visit.params.currency }),
      leadsTo: home,
    }),
  ];
}
