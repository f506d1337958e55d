import { expect, it } from 'vitest';
import { z } from 'zod';
import { faultsOfAnswer } from './faults-of-answers.js';
import { printable } from './values.js';

const item = z.strictObject({ id: printable(5).min(1), score: z.int().min(0).max(100) });
const reader = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('clear'), items: z.array(item).max(0) }),
  z.strictObject({ state: z.literal('hold'), items: z.array(item).min(1).max(2), day: z.iso.date().nullable() }),
]);

const ITEM = { id: 'a', score: 1 };
const HOLD = { state: 'hold', items: [ITEM], day: null };

it.each<[unknown, string]>([
  [undefined, 'the body is not JSON'],
  [null, 'the body is not of the type object'],
  [{}, 'state is missing'],
  [{ ...HOLD, state: 'maybe' }, 'state is malformed'],
  [{ state: 'hold', day: null }, 'items is missing (state hold)'],
  [{ ...HOLD, items: 7 }, 'items is not of the type array (state hold)'],
  [{ ...HOLD, items: [] }, 'items has fewer than 1 elements (state hold)'],
  [{ ...HOLD, items: [ITEM, ITEM, ITEM] }, 'items has more than 2 elements (state hold)'],
  [{ state: 'clear', items: [ITEM] }, 'items has more than 0 elements (state clear)'],
  [{ ...HOLD, items: [{ ...ITEM, id: 'abcdef' }] }, 'items.0.id has more than 5 characters (state hold)'],
  [{ ...HOLD, items: [{ ...ITEM, score: 101 }] }, 'items.0.score must be at most 100 (state hold)'],
  [{ ...HOLD, items: [{ ...ITEM, score: 0.5 }] }, 'items.0.score is not of the type int (state hold)'],
  [{ ...HOLD, day: 'today' }, 'day is not a date, such as 2026-01-15 (state hold)'],
  [
    { ...HOLD, items: [{ ...ITEM, id: 'a\nb' }] },
    'items.0.id has a line break or another control character; leave it out (state hold)',
  ],
  [{ ...HOLD, risk: 1 }, 'the body has the unknown member "risk" (state hold)'],
  [{ ...HOLD, a: 1, b: 1, c: 1, d: 1 }, 'the body has the unknown members "a", "b", "c" and others (state hold)'],
  [{ ...HOLD, items: 7, day: 7 }, 'items is not of the type array; day is not of the type string (state hold)'],
])('says what is wrong with %j', (body, fault) => {
  const read = reader.safeParse(body);
  expect(read.success ? null : faultsOfAnswer(read.error, body)).toBe(fault);
});

it('repeats of a name only its beginning, on one line', () => {
  const body = { ...HOLD, [`\n${'x'.repeat(100)}`]: 1 };
  const read = reader.safeParse(body);
  expect(faultsOfAnswer(read.error!, body)).toBe(
    `the body has the unknown member "\\n${'x'.repeat(39)}…" (state hold)`,
  );
});
