import type { RailRecord } from '@corridor/core/ports';
import { expect, it } from 'vitest';
import { contentOf, movementIn, ownMovement } from './movement-records.js';

it('reads a movement that was stored without its entry and its sum', () => {
  const own = ownMovement('check', 'DE1', -5n, 'why');
  const { value, secret } = contentOf({ ...own, entry: 'e', sum: 's' });
  const recordOf = (stored: unknown) => ({ key: 'k', value: stored, secret }) as unknown as RailRecord;
  expect(movementIn(recordOf(value))).toEqual({ ...own, key: 'k', entry: 'e', sum: 's' });
  const { entry: _entry, sum: _sum, ...earlier } = value as Record<string, unknown>;
  expect(movementIn(recordOf(earlier))).toEqual({ ...own, key: 'k' });
});
