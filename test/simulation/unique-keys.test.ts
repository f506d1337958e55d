import { describe, expect, it } from 'vitest';
import { emptyUnit, type Unit } from './transitions.js';
import { createUniqueKeys } from './unique-keys.js';

const use = (id: string, issuerToken: string, tenant = 'a') => ({ id, tenant, issuerToken, version: 1 });
const added = (after: object): Unit => ({
  ...emptyUnit(),
  writes: [{ kind: 'transactions', before: null, after: after as never }],
});
const removed = (before: object): Unit => ({
  ...emptyUnit(),
  removals: [{ kind: 'transactions', before: before as never }],
});

describe('unique keys', () => {
  it('belong to one record of a tenant', () => {
    const keys = createUniqueKeys();
    expect(keys.committed(added(use('one', 'token')))).toEqual([]);
    expect(keys.committed(added(use('two', 'other')))).toEqual([]);
    expect(keys.committed(added(use('three', 'token')))).toHaveLength(1);
  });

  it('are free again once the record is removed', () => {
    const keys = createUniqueKeys();
    keys.committed(added(use('one', 'token')));
    keys.committed(removed(use('one', 'token')));
    expect(keys.committed(added(use('two', 'token')))).toEqual([]);
  });

  it('find a message whose effect came twice, although its record is dropped', () => {
    const keys = createUniqueKeys();
    const told = (id: string): Unit => ({
      ...emptyUnit(),
      offered: [{ kind: 'card_messages', record: { id, tenant: 'a', issuer: 'cards', messageId: 'clearing' } }],
    });
    expect(keys.committed(told('one'))).toEqual([]);
    expect(keys.committed(told('two'))).toHaveLength(1);
  });
});
