import { integer, text, type Settings } from './setting.js';

/** What card transactions may exceed, and who shows cards. */
export const CARD_SETTINGS = {
  CORRIDOR_CARD_TOLERANCE_BPS: {
    schema: integer(0, 10_000),
    default: '2000',
    meaning:
      'How much more than was authorized a merchant may clear, such as a tip, in basis points; what exceeds it does not debit the customer but opens an exception',
  },
  CORRIDOR_CARD_FRAME_ORIGINS: {
    schema: text(/^(https?:\/\/[^\s,;'"/]+(, *|$))*$/, 'must be origins with commas between them'),
    default: '',
    meaning:
      'Origins whose pages may frame the page that shows a card, with commas between them; by default none: it opens by itself alone',
  },
} as const satisfies Settings;
