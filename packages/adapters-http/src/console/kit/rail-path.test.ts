import { expect, it } from 'vitest';
import { railLink, railPath, statementsPath } from './rail-path.js';

const visit = (isLimited = false) =>
  ({
    base: '/console',
    isLimited,
    core: {
      rails: {
        connections: [
          { name: 'bank', statements: {}, rails: [{ name: 'bank.main' }] },
          { name: 'chain', statements: null, rails: [{ name: 'base' }] },
        ],
        all: [{ name: 'bank.main' }, { name: 'base' }, { name: 'sandbox-bank' }],
      },
    },
  }) as never;

it('a connection, a rail of one and a bundled rail have a page; the issuer of cards has none', () => {
  for (const name of ['bank', 'bank.main', 'sandbox-bank'])
    expect(railPath(visit(), name)).toBe(`/console/rails/${name}`);
  expect(railPath(visit(), 'sandbox-cards')).toBeNull();
  expect([railLink(visit(), 'sandbox-cards'), railLink(visit(), null)]).toEqual(['sandbox-cards', '–']);
});

it('only a rail whose connection keeps statements has a page of them', () => {
  expect(statementsPath(visit(), 'bank.main')).toBe('/console/reconciliation/bank.main');
  for (const rail of ['base', 'sandbox-bank', 'former']) expect(statementsPath(visit(), rail)).toBeNull();
});

it('an operator with a limit has neither page', () => {
  expect([railPath(visit(true), 'bank'), statementsPath(visit(true), 'bank.main')]).toEqual([null, null]);
});
