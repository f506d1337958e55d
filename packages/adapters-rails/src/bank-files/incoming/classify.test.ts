import { describe, expect, it } from 'vitest';
import { classify, type Features, type Kind, ROWS } from './classify.js';
import { ENTRY_TYPES } from './transaction-codes.js';

const every: readonly Features[] = (['IN', 'OUT'] as const).flatMap((direction) =>
  (['payment', 'batch', 'charge'] as const).flatMap((part) =>
    [true, false].flatMap((isReversal) =>
      [true, false].flatMap((hasReturnInformation) =>
        [true, false].flatMap((isOwnAccount) =>
          (['payment', 'batch', 'nothing'] as const).flatMap((names) =>
            ENTRY_TYPES.map((type) => ({
              direction,
              part,
              isReversal,
              hasReturnInformation,
              isOwnAccount,
              names,
              type,
            })),
          ),
        ),
      ),
    ),
  ),
);

const isDifference = (kind: Kind): boolean => typeof kind === 'object';
const isReturn = ({ hasReturnInformation, type }: Features): boolean => hasReturnInformation || type === 'return';

/** What each kind needs, stated from the side of the money. */
const REQUIRED: Readonly<Record<Exclude<Kind, object>, (features: Features) => boolean>> = {
  'payment-debit': ({ direction, names, isReversal }) => direction === 'OUT' && names === 'payment' && !isReversal,
  'batch-debit': ({ direction, names, isReversal }) => direction === 'OUT' && names === 'batch' && !isReversal,
  'payment-return': (one) =>
    one.direction === 'IN' && one.names === 'payment' && (isReturn(one) || one.isReversal || one.type === 'issued'),
  arrival: (one) =>
    one.direction === 'IN' &&
    !one.isReversal &&
    !isReturn(one) &&
    !one.isOwnAccount &&
    one.part === 'payment' &&
    ['transfer', 'issued', 'unknown'].includes(one.type),
  'arrival-reversal': (one) => one.direction === 'OUT' && (one.isReversal || isReturn(one)) && one.part === 'payment',
  'batch-credit': ({ direction, part, isReversal }) => direction === 'IN' && part === 'batch' && !isReversal,
  TOP_UP: ({ direction, isOwnAccount, isReversal }) => direction === 'IN' && isOwnAccount && !isReversal,
  WITHDRAWAL: ({ direction, isOwnAccount, isReversal }) => direction === 'OUT' && isOwnAccount && !isReversal,
  CHARGE: ({ direction, part, type, isReversal }) =>
    !isReversal && (part === 'charge' || (direction === 'OUT' && (type === 'charge' || type === 'interest'))),
  INTEREST: ({ direction, type, isReversal }) => direction === 'IN' && type === 'interest' && !isReversal,
};

describe('the classification of bank entries', () => {
  it('gives each combination of features a kind whose conditions it meets', () => {
    expect(every).toHaveLength(2 * 3 * 2 * 2 * 2 * 3 * ENTRY_TYPES.length);
    for (const features of every) {
      const kind = classify(features);
      if (typeof kind === 'string') expect([features, kind, REQUIRED[kind](features)]).toEqual([features, kind, true]);
    }
  });

  it('uses each row for at least one combination', () => {
    const used = new Set(every.map((features) => classify(features)));
    for (const { kind } of ROWS) expect(used).toContain(kind);
  });

  it('takes nothing but a received transfer without any sign of a return for an arrival', () => {
    const arrivals = every.filter((features) => classify(features) === 'arrival');
    expect(arrivals.every(REQUIRED.arrival)).toBe(true);
    // Anyone can name a payment that he received: without a code of the bank it is not attributed.
    expect(arrivals.some(({ type, names }) => type !== 'transfer' && names === 'payment')).toBe(false);
  });

  it.each<[string, Partial<Features>, Kind]>([
    ['a received transfer', {}, 'arrival'],
    ['a received transfer without a code', { type: 'unknown' }, 'arrival'],
    ['a received transfer that names our payment', { names: 'payment' }, 'arrival'],
    ['a transfer of an own account', { isOwnAccount: true }, 'TOP_UP'],
    ['a transfer to an own account', { direction: 'OUT', type: 'issued', isOwnAccount: true }, 'WITHDRAWAL'],
    ['the debit of our payment', { direction: 'OUT', names: 'payment' }, 'payment-debit'],
    ['the debit of our batch', { direction: 'OUT', part: 'batch', names: 'batch' }, 'batch-debit'],
    ['the return of our payment by code', { type: 'return', names: 'payment' }, 'payment-return'],
    ['the return of our payment by RtrInf', { hasReturnInformation: true, names: 'payment' }, 'payment-return'],
    ['the reversal of our debit', { isReversal: true, names: 'payment' }, 'payment-return'],
    ['an issued transfer that came back', { type: 'issued', names: 'payment' }, 'payment-return'],
    ['the reversal of a credit', { direction: 'OUT', isReversal: true }, 'arrival-reversal'],
    ['a received transfer that the bank sent back', { direction: 'OUT', type: 'return' }, 'arrival-reversal'],
    ['a charge', { direction: 'OUT', type: 'charge' }, 'CHARGE'],
    ['a charge inside of a credit', { part: 'charge' }, 'CHARGE'],
    ['debit interest', { direction: 'OUT', type: 'interest' }, 'CHARGE'],
    ['credit interest', { type: 'interest' }, 'INTEREST'],
    ['a batch of credits', { part: 'batch' }, 'batch-credit'],
  ])('%s', (_, over, expected) => {
    const features: Features = {
      direction: 'IN',
      part: 'payment',
      isReversal: false,
      hasReturnInformation: false,
      type: 'transfer',
      names: 'nothing',
      isOwnAccount: false,
    };
    expect(classify({ ...features, ...over })).toBe(expected);
  });

  it.each<[string, Partial<Features>]>([
    ['a direct debit', { direction: 'OUT', type: 'other' }],
    ['a debit that we did not send', { direction: 'OUT', type: 'issued' }],
    ['a cheque', { type: 'other' }],
    ['a return of a payment that we did not send', { type: 'return' }],
    ['a returned charge', { type: 'charge' }],
    ['a reversed charge', { type: 'charge', isReversal: true, direction: 'IN' }],
    ['a credit without a code that names our payment', { type: 'unknown', names: 'payment' }],
  ])('%s is a difference', (_, over) => {
    const features: Features = {
      direction: 'IN',
      part: 'payment',
      isReversal: false,
      hasReturnInformation: false,
      type: 'transfer',
      names: 'nothing',
      isOwnAccount: false,
    };
    expect(isDifference(classify({ ...features, ...over }))).toBe(true);
  });
});
