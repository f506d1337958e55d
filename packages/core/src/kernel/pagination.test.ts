import { describe, expect, it } from 'vitest';
import { createCursors, type Instant } from './index.js';

const cursors = createCursors(new Uint8Array(32).fill(7));
const at = { createdAt: 1_700_000_000_123 as Instant, id: 'Quote:018bcfe5-6800-7000-8000-000000000001' };

describe('a cursor', () => {
  it('gives back the position it was made of', () => {
    expect(cursors.decode(cursors.encode(at))).toEqual({ ok: true, value: at });
    expect(cursors.decode(undefined)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['changed', cursors.encode(at).replace(/1$/, '2')],
    ['cut off', cursors.encode(at).slice(0, 20)],
    ['of another host', createCursors(new Uint8Array(32)).encode(at)],
    ['empty', ''],
  ])('is refused when it is %s', (_, cursor) => {
    expect(cursors.decode(cursor)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'cursor' }] } },
    });
  });
});
