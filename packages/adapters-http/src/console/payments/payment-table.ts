import type { Transaction } from '@corridor/core/records';
import type { Html } from '../../pages/html.js';
import { type Column, type Content, table } from '../kit/components.js';
import type { TenantVisit } from '../kit/visit.js';
import { paymentColumns } from './columns.js';
import { named, ofTransaction, type Row } from './rows.js';

/** Payments in a part of another page, by the names of sender and receiver. */
export async function paymentTable(
  visit: TenantVisit,
  payments: readonly Transaction[],
  empty: Content = 'There are no payments yet.',
  more: readonly Column<Row>[] = [],
): Promise<Html> {
  const { place } = visit;
  return table<Row>({
    caption: 'Payments',
    empty,
    rows: await named(visit, payments.map(ofTransaction)),
    href: ({ path }) => `${place.base}${path}`,
    columns: paymentColumns(place, more),
  });
}
