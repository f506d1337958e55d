import { describe, expect, it } from 'vitest';
import { EXCEPTION_KINDS, RESOLUTIONS } from '../exceptions/index.js';
import { ENTRY_OF, isBooked, ruleOf, RULES } from './resolutions.js';

/** Kind × resolution: the sides of the entry, `again`, `fail`, `nothing`, or a dash for a refused resolution. */
const TABLE = {
  //                      RETRIED  CREDITED                 PAID_ELSEWHERE            ADJUSTED                 WRITTEN_OFF           REFUSED
  REFUND_FAILED: ['again', 'in-transit → account', 'in-transit → own-funds', '-', 'in-transit → loss', '-'],
  DEPOSIT_REFUSED: ['again', 'suspense → account', 'suspense → own-funds', '-', 'suspense → loss', '-'],
  DEPOSIT_HELD: ['again', 'suspense → account', 'suspense → own-funds', '-', 'suspense → loss', '-'],
  RAIL_CONTRADICTION: [
    '-',
    'outside → account',
    'own-funds → outside',
    'account → outside',
    'loss → outside',
    'nothing',
  ],
  STATEMENT_DIFFERENCE: ['-', '-', 'own-funds → outside', 'bank-charges → outside', 'loss → outside', 'nothing'],
  CARD_SETTLEMENT_DIFFERENCE: ['-', '-', 'own-funds → outside', '-', 'loss → outside', 'nothing'],
  CARD_EXCESS: ['-', '-', 'own-funds → loss', 'account → loss', 'nothing', '-'],
  RECEIVABLE_OVERDUE: ['-', '-', '-', 'platform → receivable', 'loss → receivable', 'nothing'],
  RECALL: ['-', '-', 'own-funds → outside', 'account → outside', 'loss → outside', 'nothing'],
  PAYOUTS_HELD: ['-', '-', '-', '-', '-', 'nothing'],
  PAYMENT_HELD: ['again', '-', '-', '-', '-', 'fail'],
  // Only the decision about its matches does either.
  SCREENING_HIT: ['nothing', '-', '-', '-', '-', 'nothing'],
} as const satisfies Record<(typeof EXCEPTION_KINDS)[number], readonly string[]>;

const shown = (kind: (typeof EXCEPTION_KINDS)[number], reference: string) =>
  RESOLUTIONS.map((resolution) => {
    const rule = ruleOf(kind, reference, resolution);
    if (rule === null) return '-';
    return rule.does === 'entry' ? `${rule.from} → ${rule.to}` : rule.does;
  });

describe('the resolutions of an exception', () => {
  it.each(EXCEPTION_KINDS)('of kind %s are those of the table', (kind) => {
    expect(shown(kind, 'OUT:x')).toEqual(TABLE[kind]);
  });

  it('of a difference of settlement reports are reversed for money that came in', () => {
    expect(shown('CARD_SETTLEMENT_DIFFERENCE', 'IN:message/M-1/1')).toEqual([
      ...['-', '-', 'outside → own-funds', '-', 'outside → loss', 'nothing'],
    ]);
  });

  it('of parts of a report that have not come book nothing', () => {
    expect(shown('CARD_SETTLEMENT_DIFFERENCE', 'IN:parts/R-1/1')).toEqual(['-', '-', '-', '-', '-', 'nothing']);
    expect(shown('CARD_SETTLEMENT_DIFFERENCE', 'IN:kind/message/M-1/1')).toEqual(['-', '-', '-', '-', '-', 'nothing']);
  });

  it('of a statement difference are reversed for money that came in', () => {
    expect(shown('STATEMENT_DIFFERENCE', 'IN:x')).toEqual([
      '-',
      '-',
      'outside → own-funds',
      'outside → bank-charges',
      'outside → loss',
      'nothing',
    ]);
  });

  it.each(['loss', 'bank-charges'] as const)(
    'of a contradiction that is booked to %s do not book it again',
    (account) => {
      expect(shown('RAIL_CONTRADICTION', `${account}:R1`)).toEqual([
        '-',
        '-',
        `own-funds → ${account}`,
        `account → ${account}`,
        'nothing',
        'nothing',
      ]);
    },
  );

  it('each book their own kind of entry', () => {
    for (const kind of EXCEPTION_KINDS) {
      for (const resolution of RESOLUTIONS) {
        const isEntry = RULES[kind][resolution]?.does === 'entry';
        expect(isEntry && !isBooked(resolution), `${kind} ${resolution}`).toBe(false);
      }
    }
    expect(new Set(Object.values(ENTRY_OF)).size).toBe(Object.keys(ENTRY_OF).length);
  });
});
