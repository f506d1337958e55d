import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** The card is known with other content, or its state does not allow this. */
export class Conflict extends Error {}
/** Nothing is known under this id. */
export class Unknown extends Error {}

/** Of the cards. */
export const CURRENCIES = ['USD', 'EUR'];

const NUMBER_DIGITS = 16;
const YEARS = 3;

/** A test number with a right check digit. A real processor keeps numbers in a vault. */
function newNumber() {
  const digits = [4, ...Array.from({ length: NUMBER_DIGITS - 2 }, () => randomInt(10))];
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit * 2 : digit;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return [...digits, (10 - (sum % 10)) % 10].join('');
}

/** The cards. `pages` is the address below which their numbers are shown. */
export function createCards(book, pages) {
  const known = (cardId) => book.get(`card ${cardId}`);
  const answerFor = ({ processorCardId, number, expMonth, expYear }) => ({
    ...{ state: 'issued', processorCardId, brand: 'VISA', last4: number.slice(-4), expMonth, expYear },
  });
  const need = (cardId) => {
    const card = known(cardId);
    if (card === undefined) throw new Unknown();
    return card;
  };

  return {
    need,
    lookUp: (cardId) => (known(cardId) === undefined ? { state: 'unknown' } : answerFor(known(cardId))),
    order(cardId, order) {
      // The password would go to the service of 3-D Secure, and is kept nowhere else.
      const { threeDSecurePassword: _, ...content } = order;
      const before = known(cardId);
      if (before !== undefined && !isDeepStrictEqual(before.order, content)) throw new Conflict();
      if (before === undefined) {
        const now = new Date();
        const card = { processorCardId: `pc_${randomUUID()}`, number: newNumber() };
        const expiry = { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() + YEARS };
        book.write({ key: `card ${cardId}`, cardId, order: content, ...card, ...expiry, state: 'ACTIVE' });
      }
      return answerFor(known(cardId));
    },
    /** Also for a card that is not known: Corridor tells the state again after the order. */
    setState(cardId, { state }) {
      const card = known(cardId);
      // CLOSED is final, whatever arrives late.
      if (card !== undefined && card.state !== 'CLOSED') book.write({ ...card, state });
      return { stored: true };
    },
    reveal(cardId, { expiresAt }) {
      if (need(cardId).state === 'CLOSED') throw new Conflict();
      const token = randomBytes(24).toString('hex');
      book.write({ key: `page ${token}`, cardId, expiresAt, used: false });
      return { url: `${pages}/${token}`, expiresAt };
    },
    /** What the page shows, once; null afterwards. */
    show(token) {
      const page = book.get(`page ${token}`);
      if (page === undefined || page.used || Date.parse(page.expiresAt) <= Date.now()) return null;
      book.write({ ...page, used: true });
      const { number, expMonth, expYear, state } = need(page.cardId);
      return state === 'CLOSED' ? null : { number, expMonth, expYear };
    },
    /** The processor changes a card by itself. */
    change(cardId, change) {
      const card = need(cardId);
      if (card.state === 'CLOSED') throw new Conflict();
      return change === 'closed' ? { ...card, state: 'CLOSED' } : { ...card, expYear: card.expYear + YEARS };
    },
    all: () => book.all('card'),
  };
}
