import type { CorridorSetting } from '@corridor/core';
import { html } from '../../pages/html.js';
import { money } from '../kit/components.js';
import { type ListSpec, houseList, onePage } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import type { Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';

type AmountKey = 'fixedFee' | 'minAmount' | 'maxAmount' | 'transactionCap' | 'dailyVolume';

const amount = (title: string, key: AmountKey) => ({
  title,
  text: (of: CorridorSetting) => (of[key] === undefined ? '' : decimalText(of[key], of.source)),
  show: (of: CorridorSetting) => money(of[key] ?? null, of.source),
  isNumber: true,
});

const whole = (title: string, key: 'variableFeeBps' | 'spreadBps' | 'quoteSeconds') => ({
  title,
  text: (of: CorridorSetting) => String(of[key] ?? ''),
  isNumber: true,
});

const LIST: ListSpec<Visit, Readonly<Record<never, never>>, CorridorSetting> = {
  path: '/platforms/corridors',
  title: 'Terms of corridors',
  section: 'Platforms',
  rows: 'corridors',
  isEntry: false,
  empty: 'The host sets no terms: its defaults apply to every corridor.',
  above: () =>
    html`<p>
      These terms apply to every platform. They come from the file of <code>CORRIDOR_CORRIDORS_FILE</code>; change it
      there, and start the host again. What a row leaves open has the default of the host.
    </p>`,
  columns: [
    {
      title: 'Corridor',
      text: ({ source, destination, rail }) => `${source} to ${destination}${rail === undefined ? '' : `, ${rail}`}`,
    },
    whole('Fee (bps)', 'variableFeeBps'),
    amount('Fixed fee', 'fixedFee'),
    whole('Spread (bps)', 'spreadBps'),
    amount('Smallest', 'minAmount'),
    amount('Largest', 'maxAmount'),
    amount('Cap of a payment', 'transactionCap'),
    amount('Daily volume', 'dailyVolume'),
    whole('Quote (s)', 'quoteSeconds'),
    {
      title: 'Verified owner',
      text: ({ ownershipVerification }) =>
        ownershipVerification === undefined ? '' : ownershipVerification ? 'Yes' : 'No',
    },
  ],
  read: async ({ corridors }) => onePage(corridors),
};

export const corridorPages: readonly Route[] = [...houseList(LIST)];
