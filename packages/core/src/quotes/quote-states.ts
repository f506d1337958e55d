import { machine, type StateOf } from '../kernel/index.js';

/** A quote (docs/areas/quotes.md#states). */
export const QUOTE = machine('Quote', 'status', ['COMPLETED', 'FAILED', 'EXPIRED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'the quote was created' },
  {
    from: null,
    on: 'create-with-challenge',
    to: 'PENDING_AUTHORIZATION',
    emits: null,
    why: 'the payer must authorize the payment before its instructions are shown',
  },
  {
    from: 'PENDING',
    on: 'execute',
    to: 'PROCESSING',
    emits: null,
    why: 'execution held the money, or started its collection',
  },
  {
    from: 'PENDING',
    on: 'fund',
    to: 'PROCESSING',
    emits: null,
    why: 'the exact amount arrived with the reference before expiry',
  },
  { from: 'PENDING', on: 'misfund', to: 'FAILED', emits: null, why: 'the money that arrived cannot be used' },
  {
    from: 'PENDING',
    on: 'challenge',
    to: 'PENDING_AUTHORIZATION',
    emits: null,
    why: 'the payer must authorize the execution',
  },
  { from: 'PENDING', on: 'expire', to: 'EXPIRED', emits: 'QUOTE.EXPIRED', why: 'expiresAt has passed' },
  { from: 'PENDING', on: 'cancel', to: 'EXPIRED', emits: 'QUOTE.EXPIRED', why: 'the platform cancelled it' },
  {
    from: 'PENDING_AUTHORIZATION',
    on: 'authorize-execution',
    to: 'PROCESSING',
    emits: null,
    why: 'the payer authorized a payment from an account',
  },
  {
    from: 'PENDING_AUTHORIZATION',
    on: 'authorize-funding',
    to: 'PENDING',
    emits: null,
    why: 'the payer authorized a payment with real-time funding',
  },
  {
    from: 'PENDING_AUTHORIZATION',
    on: 'expire',
    to: 'EXPIRED',
    emits: 'QUOTE.EXPIRED',
    why: 'expiresAt has passed',
  },
  {
    from: 'PENDING_AUTHORIZATION',
    on: 'cancel',
    to: 'EXPIRED',
    emits: 'QUOTE.EXPIRED',
    why: 'the platform cancelled it',
  },
  { from: 'PROCESSING', on: 'settle', to: 'COMPLETED', emits: null, why: 'the payment was delivered' },
  { from: 'PROCESSING', on: 'fail', to: 'FAILED', emits: null, why: 'the payment failed' },
] as const);
export type QuoteStatus = StateOf<typeof QUOTE>;
