import { describe, expect, it } from 'vitest';
import { RECORD_KINDS } from '../catalogue/index.js';
import { isUnsealed, openSealed, renewSealed, sealedPlace, type Sealer } from './index.js';

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
    const numbers = { table: 'customers', row: 'Customer:1', column: 'sealedTaxId' };
    expect(openSealed(sealer, 'plain.abc', numbers)).toBe('abc');
    expect(renewSealed(sealer, 'plain.abc', numbers)).toBe('sealed(abc customers Customer:1 sealedTaxId)');
    // The prefix counts at the beginning alone.
    expect(openSealed(sealer, 'abcplain.', numbers)).toBe('opened(abcplain. Customer:1)');
    expect(renewSealed(sealer, 'abcplain.', numbers)).toBe('renewed(abcplain. Customer:1)');
  });

  it('that was sealed from the beginning accepts no text that is not sealed', () => {
    for (const { name, sealed } of RECORD_KINDS)
      for (const column of sealed) {
        const at = { table: name, row: 'a', column };
        if (isUnsealed('plain.abc', at)) continue;
        expect(openSealed(sealer, 'plain.abc', at)).toBe('opened(plain.abc a)');
        expect(renewSealed(sealer, 'plain.abc', at)).toBe('renewed(plain.abc a)');
      }
  });

  it('may hold such a text in four columns only', () => {
    const former = RECORD_KINDS.flatMap(({ name, sealed }) =>
      sealed
        .filter((column) => isUnsealed('plain.abc', { table: name, row: 'a', column }))
        .map((column) => `${name}.${column}`),
    );
    expect(former.sort()).toEqual([
      'customers.sealedIdentifier',
      'customers.sealedTaxId',
      'documents.sealedDocumentNumber',
      'import_chunks.sealedRows',
    ]);
  });
});
