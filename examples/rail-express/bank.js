import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** When the service asks again, if no message comes first. */
const CHECK_AFTER_SECONDS = 30;
const PENDING = { state: 'pending', checkAfterSeconds: CHECK_AFTER_SECONDS };

/** The reference was used for something else. */
export class Conflict extends Error {}

const isClosed = ({ account }) => account.accountNumber.endsWith('999');

const CANCELLED = {
  payout: {
    state: 'failed',
    reason: 'QUOTE_EXECUTION_FAILED',
    refundReason: 'USER_CANCELLATION',
    refundable: true,
  },
  pull: { state: 'failed', reason: 'CANCELLED' },
};

/** The kind of a movement in messages to the service. */
const MESSAGE_KINDS = { payout: 'payout', pull: 'collection', refund: 'refund' };

/**
 * A bank without money: it settles what was submitted when `settle` is called, and reports each change. In your rail
 * this is the client of your bank. `railName` is the name of the rail in Corridor's connections file.
 */
export function createBank(book, railName) {
  /** A movement in its new state, and the message about it, for one write. */
  function changed(movement, status, moved = movement.moved) {
    const id = randomUUID();
    const message = {
      kind: MESSAGE_KINDS[movement.kind],
      rail: railName,
      messageId: id,
      reference: movement.reference,
      status,
    };
    return [
      { ...movement, status, moved },
      { key: `message ${id}`, id, message, sent: false },
    ];
  }

  /** The movement with this reference, if it is the same one. */
  function known(kind, request) {
    const movement = book.get(`${kind} ${request.reference}`);
    if (movement !== undefined && !isDeepStrictEqual(movement.request, request)) throw new Conflict();
    return movement;
  }

  function add(kind, request, status, cancelled = false) {
    const { reference } = request;
    book.write({ key: `${kind} ${reference}`, kind, reference, request, status, cancelled, moved: 0 });
    return status;
  }

  const refundsOf = (of) => book.all('refund').filter((refund) => refund.of === of && refund.status.state !== 'failed');

  /** A refund of money that is here, or a refusal. */
  function refund(request, of, available) {
    const before = known('refund', request);
    if (before !== undefined) return before.status;
    const { reference } = request;
    const spent = refundsOf(of).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const amount = request.amount ?? request.pull.amount;
    const status =
      BigInt(amount) <= available - spent ? PENDING : { state: 'failed', reason: 'this money is not held here' };
    book.write({ key: `refund ${reference}`, kind: 'refund', reference, request, status, of, amount, moved: 0 });
    return status;
  }

  function settled({ kind, request }) {
    if (kind === 'payout') {
      return isClosed(request)
        ? {
            state: 'failed',
            reason: 'ACCOUNT_CANNOT_RECEIVE',
            refundReason: 'TRANSACTION_FAILED',
            refundable: true,
          }
        : { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
    }
    if (kind === 'pull') {
      return isClosed(request)
        ? { state: 'failed', reason: 'ACCOUNT_CLOSED' }
        : { state: 'collected', checkAfterSeconds: null };
    }
    return { state: 'completed' };
  }

  return {
    // What the rail asks of the bank.
    submit: (kind, request) => known(kind, request)?.status ?? add(kind, request, PENDING),
    status: (kind, reference) => book.get(`${kind} ${reference}`)?.status,
    cancel(kind, request) {
      const movement = known(kind, request);
      if (movement === undefined) {
        // The submission may still be under way: it must find the movement cancelled.
        add(kind, request, CANCELLED[kind], true);
        return 'cancelled';
      }
      if (movement.cancelled) return 'cancelled';
      if (movement.status.state !== 'pending') return 'too-late';
      book.write({ ...movement, status: CANCELLED[kind], cancelled: true });
      return 'cancelled';
    },
    lookUp: (request) => (isClosed(request) ? 'unreachable' : 'reachable'),
    refundPull(request) {
      const { reference } = request.pull;
      const pull = known('pull', request.pull);
      const isHeld = pull?.status.state === 'collected';
      return refund(request, `pull ${reference}`, isHeld ? BigInt(pull.request.amount) : 0n);
    },
    refundArrival(request) {
      const arrival = book.get(`arrival ${request.arrival?.paymentId}`);
      return refund(request, arrival?.key, BigInt(arrival?.amount ?? 0));
    },

    // What happens at the bank.
    settle() {
      const pending = ['payout', 'pull', 'refund'].flatMap((kind) => book.all(kind)).filter(isPending);
      for (const movement of pending) {
        const status = settled(movement);
        book.write(...changed(movement, status, status.state === 'failed' ? 0 : 1));
      }
      return pending.length;
    },
    arrive({ reference, amount, remitter = null }) {
      const paymentId = randomUUID();
      const valueDate = new Date().toISOString().slice(0, 10);
      const message = {
        kind: 'arrival',
        rail: railName,
        paymentId,
        reference,
        currency: 'USD',
        amount,
        remitter,
        valueDate,
      };
      book.write(
        { key: `arrival ${paymentId}`, amount },
        { key: `message ${paymentId}`, id: paymentId, message, sent: false },
      );
      return paymentId;
    },
    /** A completed payout or collection comes back. */
    giveBack(kind, reference, reason) {
      const movement = book.get(`${kind} ${reference}`);
      const isHere = movement?.moved === 1 && movement.status.state !== 'returned';
      if (!isHere || refundsOf(movement.key).length > 0) throw new Conflict();
      const { amount } = movement.request;
      book.write(...changed(movement, { state: 'returned', returnId: randomUUID(), amount, reason }));
    },
    timesMoved: (reference) =>
      ['payout', 'pull', 'refund'].reduce((sum, kind) => sum + (book.get(`${kind} ${reference}`)?.moved ?? 0), 0),

    // What the service has not received yet, oldest first.
    unsent: () => book.all('message').filter(({ sent }) => !sent),
    sent: (message) => book.write({ ...message, sent: true }),
  };
}

const isPending = ({ status }) => status.state === 'pending';
