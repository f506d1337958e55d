import { expect, it } from 'vitest';
import { card } from '../../testing/records/cards.js';
import { controlsText } from './card-tables.js';

/** The text of the markup, with its list items only. */
const shown = (of: Parameters<typeof controlsText>[0]): string =>
  controlsText(of)
    .text.replaceAll(/<(?!\/?li)[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');

it('shows each control of a card as a line', () => {
  const text = shown(card);
  expect(text).toContain('<li>Only the merchant categories 5411</li>');
  expect(text).toContain('<li>No merchants in KP</li>');
  expect(text).toMatch(/<li>At most [^<]*2,000\.00[^<]* and 10 uses in a day<\/li>/);
  const counted = { ...card, controls: { spendLimits: [{ period: 'MONTH', count: 3 }] } } as const;
  expect(shown(counted)).toContain('<li>At most 3 uses in a month</li>');
  expect(shown({ ...card, controls: null })).toContain('Everywhere');
});
