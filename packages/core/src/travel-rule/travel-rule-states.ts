import { machine, type StateOf } from '../kernel/index.js';

/** Who sends and who receives one transfer on a chain, and what the other institution said. The platform sees no state. */
export const TRAVEL_RULE_TRANSFER = machine(
  'Travel rule transfer',
  'status',
  ['KEPT', 'REFUSED', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'RECEIVED'],
  [
    { from: null, on: 'keep', to: 'KEPT', emits: null, why: 'no institution keeps the wallet that is paid' },
    {
      from: null,
      on: 'refuse',
      to: 'REFUSED',
      emits: null,
      why: 'the wallet is in self-custody, the amount is above the limit, and its owner has not proven the key',
    },
    { from: null, on: 'ask', to: 'ASKED', emits: null, why: 'the information is stored before it is sent' },
    {
      from: null,
      on: 'receive',
      to: 'RECEIVED',
      emits: null,
      why: 'another institution sent it for a transfer to here',
    },
    { from: 'ASKED', on: 'accept', to: 'ACCEPTED', emits: null, why: 'the institution of the beneficiary accepted it' },
    { from: 'ASKED', on: 'reject', to: 'REJECTED', emits: null, why: 'the institution of the beneficiary rejected it' },
    {
      from: 'ASKED',
      on: 'expire',
      to: 'EXPIRED',
      emits: null,
      why: 'no answer came in the time that the entry allows',
    },
    {
      from: 'ASKED',
      on: 'withdraw',
      to: 'WITHDRAWN',
      emits: null,
      why: 'the payment ended, or the connection has no partner any more',
    },
  ] as const,
);
export type TravelRuleStatus = StateOf<typeof TRAVEL_RULE_TRANSFER>;
