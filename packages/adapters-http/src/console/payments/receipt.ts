/** Whether the payee has the money of a payment, in words. */
export interface Receipt {
  /** The name of the received amount. */
  readonly title: string;
  /** What a list says beside the amount; null if the payee received it. */
  readonly hint: string | null;
}

/** The states in which the payee of a payment or of a quote has the money. A card payment has no received amount. */
const DELIVERED: ReadonlySet<string> = new Set(['COMPLETED']);
/** The states that a payment or a quote does not leave with a delivery. */
const UNDELIVERED: ReadonlySet<string> = new Set(['FAILED', 'REFUNDED', 'EXPIRED']);

/** What a page calls the received amount of a payment or a quote in this state. */
export function receiptOf(status: string): Receipt {
  if (DELIVERED.has(status)) return { title: 'Received', hint: null };
  return UNDELIVERED.has(status)
    ? { title: 'Would have received', hint: 'not received' }
    : { title: 'To be received', hint: 'to be received' };
}
