/** A platform decides later about a UMA payment whose account becomes full: its payment is held, and goes back. */
import type { Operation } from '../operation.js';

export default [
  { name: 'webhooks.answer', args: [0, 717] },
  { name: 'uma.receive-in-full', args: [] },
] satisfies readonly Operation[];
