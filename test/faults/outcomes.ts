const EVENTS = {
  processing: 'OUTGOING_PAYMENT.PROCESSING',
  completed: 'OUTGOING_PAYMENT.COMPLETED',
  failed: 'OUTGOING_PAYMENT.FAILED',
  refundPending: 'OUTGOING_PAYMENT.REFUND_PENDING',
  refundCompleted: 'OUTGOING_PAYMENT.REFUND_COMPLETED',
  refundFailed: 'OUTGOING_PAYMENT.REFUND_FAILED',
} as const;

/** The final state of a payment, and the types of its events. */
export interface Outcome {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly refund?: 'COMPLETED' | 'FAILED';
  readonly events: readonly string[];
}

const { processing, completed, failed, refundPending, refundCompleted, refundFailed } = EVENTS;
const DELIVERED: Outcome = { status: 'COMPLETED', events: [processing, completed] };
const REFUNDED: Outcome = {
  status: 'FAILED',
  refund: 'COMPLETED',
  events: [processing, failed, refundPending, refundCompleted],
};

/** The outcome of a payment by the magic ending of its destination, after all delays of the sandbox. */
export const OUTCOMES = {
  '900': DELIVERED,
  '002': REFUNDED,
  '003': DELIVERED,
  '004': REFUNDED,
  '005': {
    status: 'FAILED',
    refund: 'COMPLETED',
    events: [processing, completed, failed, refundPending, refundCompleted],
  },
  '006': REFUNDED,
  '007': { status: 'FAILED', refund: 'FAILED', events: [processing, failed, refundPending, refundFailed] },
} as const satisfies Readonly<Record<string, Outcome>>;
export type Ending = keyof typeof OUTCOMES;

/** The outcome if another amount than that of the quote arrived: the payment fails and the money goes back. */
export const MISFUNDED: Outcome = {
  status: 'FAILED',
  refund: 'COMPLETED',
  events: [failed, refundPending, refundCompleted],
};

/** The outcome of a transfer by the ending of the external account: delivered or collected, or timed out. */
export const TRANSFERS = {
  in: {
    '900': { status: 'COMPLETED', events: ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED'] },
    '005': { status: 'FAILED', events: ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED'] },
  },
  out: { '900': DELIVERED, '005': REFUNDED },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Outcome>>>>;

/** Longer than the longest delay of the sandbox. */
export const SANDBOX_SECONDS = 400;
