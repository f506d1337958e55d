import { expect, test } from 'vitest';
import { requestIdOf } from './request-id.js';

test.each(['a', 'req_1.2-3:4/5+6=@', 'x'.repeat(128)])('%s is kept', (id) => {
  expect(requestIdOf(id)).toBe(id);
});

test.each([undefined, '', 'x'.repeat(129), 'with space', 'line\nbreak', '<script>', 'ünï', ['a', 'b']])(
  '%j is replaced by a generated id',
  (id) => {
    expect(requestIdOf(id)).toMatch(/^[0-9a-f-]{36}$/);
  },
);
