import { err } from '@corridor/core';
import { expect, it } from 'vitest';
import { refusalOf } from './message.js';

it('says what core refused in a message, as it says what a reader refused', () => {
  const why = 'names a record that is not this customer, nor an owner or a document of it';
  const errors = [{ field: 'errors', message: why }, { field: 'validUntil' }];
  expect(refusalOf(err('INVALID_INPUT', 'Invalid input: errors, validUntil', { errors }).error)).toBe(
    `invalid: errors ${why}, validUntil`,
  );
  expect(refusalOf(err('CONFLICT', 'it is being processed').error)).toBe('it is being processed');
});
