import type { ComparedHolding } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import { money, status, table } from '../kit/components.js';

/** What a connection holds, beside the ledger. */
export const holdingsTable = (rows: readonly ComparedHolding[], empty: string): Html =>
  table<ComparedHolding>({
    caption: 'What rails hold beside the ledger',
    rows,
    empty,
    columns: [
      { title: 'Rail', narrow: 'title', text: ({ rail }) => rail },
      { title: 'Read at', narrow: 'note', text: ({ asOf }) => asOf ?? '' },
      {
        title: 'It holds',
        narrow: 'amount',
        isNumber: true,
        text: () => '',
        show: ({ amount, currency }) => money(amount, currency),
      },
      {
        title: 'Not reported yet',
        isNumber: true,
        text: () => '',
        show: ({ untold, currency }) => money(untold, currency),
      },
      {
        title: 'The ledger has',
        isNumber: true,
        text: () => '',
        show: ({ ledger, currency }) => money(ledger, currency),
      },
      {
        title: 'Unexplained',
        narrow: 'status',
        isNumber: true,
        text: () => '',
        show: ({ difference, currency }) =>
          difference === 0n ? status('EVEN', 'good') : html`<strong>${money(difference, currency)}</strong>`,
      },
    ],
  });
