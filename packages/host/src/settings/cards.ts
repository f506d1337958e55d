import { integer, text, type Settings } from './setting.js';

/** The tolerance for clearings, and the pages that may show cards. */
export const CARD_SETTINGS = {
  CORRIDOR_CARD_TOLERANCE_BPS: {
    schema: integer(0, 10_000),
    default: '2000',
    meaning:
      'How much a clearing may exceed the authorized amount, such as by a tip, in basis points. A clearing above it debits the customer only the authorized amount and opens an exception',
  },
  CORRIDOR_CARD_FRAME_ORIGINS: {
    schema: text(/^(https?:\/\/[^\s,;'"/]+(, *|$))*$/, 'must be comma-separated origins'),
    default: '',
    meaning:
      'Comma-separated origins whose pages may frame the page that shows a card. Default: none, the page cannot be framed',
  },
} as const satisfies Settings;
