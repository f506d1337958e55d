import { ApiError, ConflictError } from '@corridor/client';

/** A quote with less time left is replaced before the payments start. */
const LEAST_VALIDITY_MS = 60_000;
const FINAL = ['COMPLETED', 'FAILED'];
const POLL_MS = 250;

/**
 * What became of an attempt, as the service says:
 *
 * - `QUOTED`: the quote waits for its execution; nothing is paid
 * - `EXPIRED`: the quote was not executed and never will be
 * - `PENDING`, `PROCESSING`, `COMPLETED`, `FAILED`: it was executed, and this is the state of its payment
 *
 * @typedef {object} Outcome
 * @property {string} state
 * @property {string} [reason] why the payment failed
 * @property {string} [refund] whether the money of a failed payment is back: `PENDING`, `COMPLETED` or `FAILED`
 */

/** Whether the company's money has gone out, or may still go out, for this outcome. */
export const isSpent = ({ state, refund }) =>
  state !== 'QUOTED' && state !== 'EXPIRED' && !(state === 'FAILED' && refund === 'COMPLETED');

/** The company gets a failed payment back before it pays a second time. */
export const canRetry = ({ state, refund }) => state === 'FAILED' && refund === 'COMPLETED';

/** The same text for the same attempt in every start, and a new one for each attempt. */
const keyOf = (run, employee, number) => `payroll ${run} ${employee} ${number}`;

/** The note on every payment of a run, by which they can be found in the service. */
export const descriptionOf = (run, employee = '') => `payroll ${run} ${employee}`;

/**
 * @param {import('@corridor/client').Corridor} corridor
 * @param {string} run the name of the run
 * @param {ReturnType<typeof import('./journal.js').openJournal>} journal
 */
export function createPayments(corridor, run, journal) {
  /** @returns {Promise<Outcome>} */
  async function outcomeOf({ quote }) {
    const { status } = await corridor.getQuoteById({ path: { quoteId: quote.id } });
    if (status === 'PENDING') return { state: 'QUOTED' };
    if (status === 'EXPIRED') return { state: 'EXPIRED' };
    const payment = await corridor.getTransactionById({ path: { transactionId: quote.transactionId } });
    return { state: payment.status, reason: payment.failureReason, refund: payment.refund?.status };
  }

  /** Asks for the quote of an attempt whose request is in the journal. Returns why the service refuses it, or null. */
  async function ask(employee, { number, request }) {
    try {
      const quote = await corridor.createQuote({
        body: request,
        headers: { 'Idempotency-Key': keyOf(run, employee, number) },
      });
      const { id, transactionId, totalSendingAmount: cost, feesIncluded: fee, exchangeRate: rate, expiresAt } = quote;
      journal.write({ employee, number, quote: { id, transactionId, cost, fee, rate, expiresAt } });
      return null;
    } catch (error) {
      // After a conflict the quote may exist: the key was used for another request, or for one that is underway.
      if (!(error instanceof ApiError) || error.status >= 500 || error instanceof ConflictError) throw error;
      journal.write({ employee, number, refused: error.message });
      return error.message;
    }
  }

  return {
    /**
     * What became of the last attempt to pay an employee; null without one. If the last start ended between the request
     * and its answer, the same request with the same key gets the same quote.
     *
     * @returns {Promise<Outcome | null>}
     */
    async resume(employee) {
      const attempt = journal.latest(employee);
      if (attempt === undefined) return null;
      if (attempt.quote === undefined && (attempt.refused || (await ask(employee, attempt)) !== null)) return null;
      return outcomeOf(journal.latest(employee));
    },

    /**
     * Makes sure that an employee who can be paid has a quote that is valid for a while. There is at most one quote that
     * can pay: a new one is asked for only after the last one has expired, was cancelled, or failed and was refunded.
     *
     * @param {import('./salaries.js').Salary} salary
     * @param {Outcome | null} outcome of the last attempt
     * @param {{ from: string, to: string }} accounts
     * @returns {Promise<string | null>} why the service refuses it
     */
    async quote({ employee, currency, amount, paymentRail }, outcome, { from, to }) {
      const last = journal.latest(employee);
      const request = {
        source: { sourceType: 'ACCOUNT', accountId: from },
        destination: { destinationType: 'ACCOUNT', accountId: to, paymentRail },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: Number(amount),
        description: descriptionOf(run, employee),
        remittanceInformation: `Salary ${run}`,
      };
      if (outcome?.state === 'QUOTED') {
        const isSame = JSON.stringify(last.request) === JSON.stringify(request);
        if (isSame && Date.parse(last.quote.expiresAt) - Date.now() > LEAST_VALIDITY_MS) return null;
        await corridor.cancelQuote({ path: { quoteId: last.quote.id } });
      }
      const number = (last?.number ?? 0) + 1;
      journal.write({ employee, number, currency, request });
      return ask(employee, { number, request });
    },

    /** Executes the quote of an employee. A quote is paid at most once, however often it is executed. */
    async execute(employee) {
      const { number, quote } = journal.latest(employee);
      try {
        await corridor.executeQuote({
          path: { quoteId: quote.id },
          headers: { 'Idempotency-Key': keyOf(run, employee, number) },
        });
        return null;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return error.message;
      }
    },

    /**
     * Waits until the payment of an employee has ended, or the time is up.
     *
     * @returns {Promise<Outcome>}
     */
    async follow(employee, until) {
      for (;;) {
        const outcome = await outcomeOf(journal.latest(employee));
        const isOpen = !FINAL.includes(outcome.state) || outcome.refund === 'PENDING';
        if (!isSpent(outcome) || !isOpen || Date.now() >= until) return outcome;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
  };
}
