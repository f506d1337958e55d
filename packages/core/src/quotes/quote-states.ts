import { machine, type StateOf } from '../kernel/index.js';

/** A quote (interface, "States and transitions"; behaviour, "Quotes"). */
export const QUOTE = machine('Quote', 'status', ['COMPLETED', 'FAILED', 'EXPIRED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'request accepted' },
  {
    from: null,
    on: 'create-with-challenge',
    to: 'PENDING_AUTHORIZATION',
    emits: null,
    why: 'an SCA challenge is carried',
  },
  { from: 'PENDING', on: 'execute', to: 'PROCESSING', emits: null, why: 'the source is held' },
  {
    from: 'PENDING',
    on: 'fund',
    to: 'PROCESSING',
    emits: null,
    why: 'a payment matching the reference arrived before expiry',
  },
  { from: 'PENDING', on: 'misfund', to: 'FAILED', emits: null, why: 'the money that arrived cannot be used' },
  { from: 'PENDING', on: 'challenge', to: 'PENDING_AUTHORIZATION', emits: null, why: 'execution needs an SCA proof' },
  { from: 'PENDING', on: 'expire', to: 'EXPIRED', emits: null, why: 'expiresAt has passed' },
  {
    from: 'PENDING_AUTHORIZATION',
    on: 'authorize-execution',
    to: 'PROCESSING',
    emits: null,
    why: 'proof satisfies the challenge, account source',
  },
  {
    from: 'PENDING_AUTHORIZATION',
    on: 'authorize-funding',
    to: 'PENDING',
    emits: null,
    why: 'proof satisfies the challenge, realtime funding',
  },
  { from: 'PENDING_AUTHORIZATION', on: 'expire', to: 'EXPIRED', emits: null, why: 'expiresAt has passed' },
  { from: 'PROCESSING', on: 'settle', to: 'COMPLETED', emits: null, why: 'conversion and delivery complete' },
  { from: 'PROCESSING', on: 'fail', to: 'FAILED', emits: null, why: 'the payment failed' },
] as const);
export type QuoteStatus = StateOf<typeof QUOTE>;
