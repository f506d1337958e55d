import { describe, expect, it } from 'vitest';
import { openSealed, renewSealed, sealedPlace, type Sealer } from './index.js';

describe('a sealed column', () => {
  const sealer: Sealer = {
    seal: (text, { table, row, column }) => `sealed(${text} ${table} ${row} ${column})`,
    open: (text, { row }) => `opened(${text} ${row})`,
    renew: (text, { row }) => `renewed(${text} ${row})`,
  };
  const place = sealedPlace({ name: 'tokens', sealed: ['secret'] }, 'Token:1', 'secret');

  it('is opened at its place', () => {
    expect(place).toEqual({ table: 'tokens', row: 'Token:1', column: 'secret' });
    expect(openSealed(sealer, 'abc', place)).toBe('opened(abc Token:1)');
    expect(renewSealed(sealer, 'abc', place)).toBe('renewed(abc Token:1)');
  });

  it('may hold a text from before it was sealed, which is sealed when it is renewed', () => {
    expect(openSealed(sealer, 'plain.abc', place)).toBe('abc');
    expect(renewSealed(sealer, 'plain.abc', place)).toBe('sealed(abc tokens Token:1 secret)');
    // The prefix counts at the beginning alone.
    expect(openSealed(sealer, 'abcplain.', place)).toBe('opened(abcplain. Token:1)');
    expect(renewSealed(sealer, 'abcplain.', place)).toBe('renewed(abcplain. Token:1)');
  });
});
