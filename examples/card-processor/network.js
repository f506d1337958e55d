import { randomUUID } from 'node:crypto';
import { Conflict, Unknown } from './cards.js';

/** What the processor approves by itself while Corridor does not answer, in smallest units. */
const STAND_IN_LIMIT = 5_000n;

const MERCHANT = { descriptor: 'EXAMPLE BOOKS', mcc: '5942', country: 'US' };

/** The sign of the line of a dispute's event: below 0, the network takes. */
const SETTLES = {
  chargeback: 1n,
  representment: -1n,
  pre_arbitration: 1n,
  arbitration: 1n,
  won: 1n,
  lost: -1n,
  fee_collection: -1n,
  funds_disbursement: 1n,
};

const amountOf = (value) => {
  if (!/^[0-9]{1,15}$/.test(String(value))) throw new SyntaxError('amount must be a text of smallest units');
  return BigInt(value);
};

/**
 * The card network with its merchants, for you to play. `ask` sends a message to Corridor and waits for the signed reply;
 * null if none came in time. Other messages are written into the book together with what they report, and sent later.
 */
export function createNetwork(book, cards, settlement, ask) {
  const need = (authorizationId) => {
    const use = book.get(`use ${authorizationId}`);
    if (use === undefined) throw new Unknown();
    return use;
  };
  const messageOf = (kind, { cardId }, members) => ({
    ...{ kind, messageId: randomUUID(), at: new Date().toISOString(), cardId, ...members },
  });
  const moneyOf = (kind, card, amount, members) =>
    messageOf(kind, card, { amount: String(amount), currency: card.order.currency, details: null, ...members });

  /** Changed records and the message about them, in one write. */
  function report(message, ...records) {
    const { messageId: id } = message;
    book.write(...records, { key: `message ${id}`, id, message, sent: false });
    return { messageId: id };
  }

  const useOf = (authorizationId, card, merchant) => ({
    ...{ key: `use ${authorizationId}`, authorizationId, cardId: card.cardId, currency: card.order.currency, merchant },
    ...{ state: 'ASKED', authorized: '0', cleared: '0', clearingId: null },
  });

  const authorizationOf = ({ authorizationId, cardId, merchant }, amount, decision, partialAllowed) =>
    moneyOf('authorization', cards.need(cardId), amount, {
      ...{ authorizationId, decision, direction: 'DEBIT', merchant },
      ...{ isFinal: false, partialAllowed, expiresAt: null },
    });

  /** The processor has decided, whatever Corridor has. */
  function tell(use, amount, decision) {
    const authorized = decision === 'APPROVED' ? String(amount) : '0';
    report(authorizationOf(use, amount, decision, false), { ...use, state: decision, authorized });
    return { authorizationId: use.authorizationId, outcome: decision, amount: authorized, by: 'processor' };
  }

  return {
    /**
     * A purchase. Without a reply, the processor decides by itself, and tells its decision. The use is in the book before
     * Corridor is asked, so that a crash in between leaves no hold behind.
     */
    async purchase(cardId, { amount, merchant = MERCHANT, partialAllowed = false }) {
      const card = cards.need(cardId);
      const authorizationId = randomUUID();
      const asked = amountOf(amount);
      const use = useOf(authorizationId, card, merchant);
      if (card.state !== 'ACTIVE') return tell(use, asked, 'DECLINED');
      book.write(use);
      const reply = await ask(authorizationOf(use, asked, 'ASK', partialAllowed));
      if (reply === null) return tell(need(authorizationId), asked, asked <= STAND_IN_LIMIT ? 'APPROVED' : 'DECLINED');
      const isApproved = reply.outcome === 'APPROVED';
      book.write({ ...need(authorizationId), state: reply.outcome, authorized: isApproved ? reply.amount : '0' });
      const answer = { authorizationId, outcome: reply.outcome, by: 'corridor' };
      return isApproved ? { ...answer, amount: reply.amount } : { ...answer, reason: reply.reason };
    },
    /** After a crash: the merchant has gone, so what was being asked is declined. */
    recover() {
      for (const use of book.all('use')) if (use.state === 'ASKED') tell(use, 0n, 'DECLINED');
    },
    async increment(authorizationId, { amount }) {
      const card = cards.need(need(authorizationId).cardId);
      const members = { authorizationId, decision: 'ASK', partialAllowed: false, expiresAt: null };
      const reply = await ask(moneyOf('increment', card, amountOf(amount), members));
      // What the merchant has done meanwhile is in the book.
      const use = need(authorizationId);
      // Corridor may have held more: it learns what is authorized.
      if (reply === null) report(moneyOf('advice', card, use.authorized, { authorizationId, expiresAt: null }));
      if (reply?.outcome !== 'APPROVED') return { outcome: 'DECLINED', reason: reply?.reason ?? null };
      book.write({ ...use, authorized: String(BigInt(use.authorized) + amountOf(reply.amount)) });
      return { outcome: 'APPROVED', amount: reply.amount };
    },
    async balance(cardId) {
      return (await ask(messageOf('balance', cards.need(cardId), { merchant: MERCHANT }))) ?? { outcome: 'NO_ANSWER' };
    },
    /** The merchant collects; all that is authorized, unless it says how much. */
    clear(authorizationId, { amount, isFinal = true }) {
      const use = need(authorizationId);
      const card = cards.need(use.cardId);
      const cleared = amountOf(amount ?? BigInt(use.authorized) - BigInt(use.cleared));
      const members = { authorizationId, isFinal, clearedAt: null, merchant: use.merchant };
      const message = moneyOf('clearing', card, cleared, members);
      const after = { cleared: String(BigInt(use.cleared) + cleared), clearingId: message.messageId };
      return report(message, { ...use, ...after }, settlement.line(message, -cleared));
    },
    /** The merchant does not collect the rest, or a part of it. */
    reverse(authorizationId, { amount = null }) {
      const use = need(authorizationId);
      const card = cards.need(use.cardId);
      const part = amount === null ? null : String(amountOf(amount));
      const left = part === null ? BigInt(use.cleared) : BigInt(use.authorized) - BigInt(part);
      const message = moneyOf('reversal', card, 0n, { authorizationId, amount: part });
      return report(message, { ...use, authorized: String(left) });
    },
    /** The merchant gives back what it collected, or a part of it. */
    refund(authorizationId, { amount }) {
      const use = need(authorizationId);
      if (use.clearingId === null) throw new Conflict();
      const returned = amountOf(amount ?? use.cleared);
      const members = { authorizationId, clearingId: use.clearingId, merchant: use.merchant };
      const message = moneyOf('return', cards.need(use.cardId), returned, members);
      return report(message, settlement.line(message, returned));
    },
    /** A merchant collects without an authorization. */
    force(cardId, { amount, merchant = MERCHANT }) {
      const collected = amountOf(amount);
      const members = { authorizationId: null, isFinal: true, clearedAt: null, merchant };
      const message = moneyOf('clearing', cards.need(cardId), collected, members);
      return report(message, settlement.line(message, -collected));
    },
    /** A merchant gives money that belongs to no purchase. */
    give(cardId, { amount, merchant = MERCHANT }) {
      const given = amountOf(amount);
      const members = { authorizationId: null, clearingId: null, merchant };
      const message = moneyOf('return', cards.need(cardId), given, members);
      return report(message, settlement.line(message, given));
    },
    /**
     * What happens at the network to a use that the cardholder contests, with the amount that moves. All events about a use
     * are about one case.
     */
    dispute(authorizationId, { event, amount = '0', reason = null, dueAt = null }) {
      const use = need(authorizationId);
      const sign = SETTLES[event];
      if (sign === undefined) throw new SyntaxError(`event must be one of ${Object.keys(SETTLES).join(', ')}`);
      const moved = amountOf(amount);
      const message = moneyOf('dispute', cards.need(use.cardId), moved, {
        ...{ event, disputeId: null, networkCaseId: `case ${authorizationId}`, authorizationId },
        ...{ clearingId: use.clearingId, reason, networkReason: null, dueAt },
      });
      return report(message, ...(moved === 0n ? [] : [settlement.line(message, sign * moved)]));
    },
    /** The processor renews or closes a card. */
    changeCard(cardId, change) {
      const card = cards.change(cardId, change);
      const { number, expMonth, expYear } = card;
      const what =
        change === 'closed' ? { kind: 'closed' } : { kind: 'renewed', last4: number.slice(-4), expMonth, expYear };
      return report(messageOf('card', card, { change: what }), card);
    },
    uses: () => book.all('use'),
    settlements: settlement.days,

    // What Corridor has not received yet, oldest first.
    unsent: () => book.all('message').filter(({ sent, refused }) => !sent && refused === undefined),
    sent: (message) => book.write({ ...message, sent: true }),
    // What Corridor has refused for good, with the status of its answer.
    putAside: (message, status) => book.write({ ...message, refused: status }),
    refused: () =>
      book
        .all('message')
        .filter(({ refused }) => refused !== undefined)
        .map(({ id, message, refused }) => ({ id, status: refused, message })),
    sendAgain(id) {
      const message = book.get(`message ${id}`);
      if (message === undefined) throw new Unknown();
      const { refused: _, ...again } = message;
      book.write(again);
      return { messageId: id };
    },
  };
}
