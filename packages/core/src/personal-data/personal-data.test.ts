import { describe, expect, it } from 'vitest';
import { RECORD_KINDS } from '../catalogue/index.js';
import { BASE_COLUMNS } from '../kernel/index.js';
import { erasingOf, PERSONAL_DATA } from './index.js';

describe('the table of personal data', () => {
  it('has a row for each record kind, once', () => {
    expect(PERSONAL_DATA.map(({ kind }) => kind.name).sort()).toEqual(RECORD_KINDS.map(({ name }) => name).sort());
  });

  it.each(PERSONAL_DATA.filter((place) => place.exports !== 'NONE').map((place) => [place.kind.name, place] as const))(
    'decides about each column of %s, once',
    (_name, { kind, given, withheld, never }) => {
      const columns = Object.keys(kind.columns).filter((name) => !Object.hasOwn(BASE_COLUMNS, name));
      expect([...given, ...withheld, ...never].sort()).toEqual(columns.sort());
    },
  );

  it.each(PERSONAL_DATA.filter((place) => place.exports !== 'NONE').map((place) => [place.kind.name, place] as const))(
    'decides what erasing does with each column of %s, once',
    (_name, { kind }) => {
      const erasing = erasingOf(kind);
      expect(erasing).not.toBeNull();
      if (erasing?.how !== 'COLUMNS') return;
      const columns = Object.keys(kind.columns).filter((name) => !Object.hasOwn(BASE_COLUMNS, name));
      const { erased, reduced, ids, kept } = erasing;
      expect([...erased, ...reduced, ...ids, ...kept].sort()).toEqual(columns.sort());
      // A state, a time of the ledger and a number of a row never become another one.
      expect(erased.filter((name) => kind.states.includes(name))).toEqual([]);
      expect(erased.filter((name) => kind.columns[name] === 'amount')).toEqual([]);
      expect(kind.sealed.filter((name) => !erased.includes(name))).toEqual([]);
    },
  );

  it('gives no sealed text and no digest of a secret', () => {
    for (const { kind, given, withheld } of PERSONAL_DATA) {
      const shown = [...given, ...withheld];
      expect(shown.filter((name) => kind.sealed.includes(name))).toEqual([]);
      expect(shown.filter((name) => /digest$/i.test(name) && name !== 'contentDigest')).toEqual([]);
    }
  });

  it('gives the person nothing of a kind that is for an authority', () => {
    for (const { exports, given } of PERSONAL_DATA) if (exports === 'AUTHORITY') expect(given).toEqual([]);
  });

  it('says why records or columns are left out', () => {
    for (const { exports, withheld, never, why } of PERSONAL_DATA)
      if (exports !== 'PERSON' || withheld.length + never.length > 0) expect(why).not.toBe('');
  });
});
