import { COUNTED_AS, type CountedPayment, PAYMENT_KINDS, toIso } from '@corridor/core';
import { ENDINGS, FAILURES, splitTenant, WITHOUT_RAIL } from '@corridor/core/internal';
import { html } from '../../pages/html.js';
import { link, timeWithAge } from '../kit/components.js';
import { countedFilter } from '../kit/counted-filter.js';
import { timeField } from '../kit/fields.js';
import { tenantList } from '../kit/list-page.js';
import { recordLook } from '../kit/looks.js';
import type { Route } from '../kit/route.js';
import { readIn } from '../kit/visit.js';
import { choicesOf } from '../kit/words.js';
import { paymentColumns } from './columns.js';
import { named, ofTransaction, type Row } from './rows.js';

interface CountedRow extends Row, Pick<CountedPayment, 'at'> {}

/** The payments that a figure of an overview counts: as many as the figure. */
export const countedPayments: readonly Route[] = tenantList<CountedRow>({
  path: '/payments/counted',
  title: 'Payments that a figure counts',
  section: 'Payments',
  isEntry: false,
  rows: 'payments',
  empty: ({ place }) => html`No payment was accepted yet. ${link(`${place.base}/payments`, 'The list of payments')}`,
  filters: ({ core, place, query }) => {
    const rails = core.rails.all.filter(({ environment }) => environment === place.environment);
    const names = [...new Set([...rails.map(({ name }) => name), ...WITHOUT_RAIL, query.get('rail') ?? ''])];
    return Promise.resolve([
      { name: 'as', label: 'Counted as', byDefault: 'accepted', choices: choicesOf(COUNTED_AS) },
      { name: 'kind', label: 'Kind', choices: choicesOf(PAYMENT_KINDS) },
      { name: 'rail', label: 'Rail', choices: names.filter((name) => name !== '').map((name) => [name, name]) },
      {
        name: 'currency',
        label: 'Currency',
        keepsOther: true,
        choices: place.platform.supportedCurrencies.map(({ currencyCode }) => [currencyCode, currencyCode]),
      },
      {
        name: 'reason',
        label: 'How it failed',
        keepsOther: true,
        choices: choicesOf([...new Set([...ENDINGS, ...FAILURES])]),
      },
      timeField('from', 'Counted from'),
      timeField('before', 'Counted before'),
      {
        name: 'clock',
        label: 'Times are those of',
        byDefault: 'platform',
        choices: [
          ['platform', 'The platform'],
          ['host', 'The host, as in the figures of all platforms'],
        ],
      },
    ]);
  },
  above: ({ place }) =>
    html`<p>
      A figure counts a payment when it is accepted and when it ends, so the times are those of these events.
      ${link(`${place.base}/payments`, 'Search all payments')}
    </p>`,
  href: ({ path }, { place }) => `${place.base}${path}`,
  columns: ({ place }) => [
    // The file has both times; the page has the one by which the figure counts.
    ...paymentColumns(place).map((column) => (column.title === 'Created at' ? { ...column, fileOnly: true } : column)),
    {
      title: 'Counted at',
      narrow: 'note',
      text: ({ at }) => toIso(at),
      show: ({ at }) => timeWithAge(at, place.context.now),
    },
  ],
  beforeExport: (visit) => {
    const subject = splitTenant(visit.place.tenant).platformId;
    return recordLook(visit, { action: 'payments.export', subject, what: 'CSV' });
  },
  async read(visit, entered, page) {
    const filter = countedFilter(entered);
    if (!filter.ok) return filter;
    const found = await readIn(visit, visit.core.payments.counted, { ...filter.value, ...page });
    if (!found.ok) return found;
    const rows = await named(
      visit,
      found.value.data.map(({ payment }) => ofTransaction(payment)),
    );
    const data = rows.map((row, index) => ({ ...row, at: found.value.data[index]!.at }));
    return { ok: true, value: { ...found.value, data } };
  },
});
