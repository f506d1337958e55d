import type { Field, Fields, TenantKey } from '@corridor/core';
import { type DeclaredAction, DECLARED_ACTIONS, HOUSE_TENANTS, splitTenant } from '@corridor/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOperator } from '../../packages/adapters-http/src/testing/console.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { createWorld, type World } from './world.js';

let world: World;
/** Limited to a platform that has no record. */
let limited: TestOperator;
/** An id of each type that a record of another platform has. */
let foreign: ReadonlyMap<string, string>;
beforeAll(async () => {
  world = await createWorld();
  limited = await world.console.operator('ADMIN', 'limited', [splitTenant(world.other).platformId]);
  const texts = [...Object.values(world), ...Object.values(world.people), ...Object.values(world.desk)];
  const ids = texts.filter((text): text is string => typeof text === 'string' && /^[A-Z]\w+:[0-9a-f-]{36}$/.test(text));
  foreign = new Map(ids.map((id) => [id.split(':')[0]!, id]));
});

const UNKNOWN = '018bcfe5-6800-7000-8000-00000000dead';

/** A value that the declaration of a field accepts, with `idOf` for ids. */
function valueFor(field: Field, idOf: (type: string) => string): unknown {
  switch (field.kind) {
    case 'id':
      return idOf(field.types[0]!);
    case 'choice':
      return field.choices[0]![0];
    case 'choices':
      return [field.choices[0]![0]];
    case 'flag':
      return field.states;
    case 'money':
      return 1n;
    case 'currency':
      return 'USD';
    case 'number':
      return 1;
    case 'time':
      return 0;
    case 'date':
      return '2026-01-15';
    case 'texts':
      return [];
    case 'groups':
      return [];
    case 'group':
      return inputOf(field.fields, idOf);
    case 'text':
    case 'secret':
      return 'text';
  }
}

const inputOf = (fields: Fields, idOf: (type: string) => string): object =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueFor(field, idOf)]));

const logged = async (): Promise<number> => valueOf(await world.console.play.core.operators.log({})).data.length;

const caller = () => ({ operatorId: limited.account.id, source: 'CONSOLE', requestId: 'test' }) as const;

const preview = (action: string, tenant: TenantKey, input: object) =>
  world.console.play.core.operators.actions.preview(caller(), { tenant, action, input } as never);

const request = (action: string, tenant: TenantKey, input: object) =>
  world.console.play.core.operators.actions.request(caller(), { tenant, action, input } as never);

const ACTIONS = Object.entries<DeclaredAction>(DECLARED_ACTIONS);

describe.each(ACTIONS)('%s', (name, { input: fields }) => {
  it('answers an operator with a limit in another platform, and in the service itself, that nothing is there', async () => {
    const before = await logged();
    for (const tenant of [world.console.play.tenant, ...HOUSE_TENANTS])
      for (const input of [{}, inputOf(fields, (type) => foreign.get(type) ?? `${type}:${UNKNOWN}`)])
        for (const answer of [await preview(name, tenant, input), await request(name, tenant, input)])
          expect(answer, tenant).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });
    expect(await logged()).toBe(before);
  });

  it('answers on a record of another platform as on an unknown one', async () => {
    const idsOf = (id: (type: string) => string) => inputOf(fields, id);
    const given = idsOf((type) => foreign.get(type) ?? `${type}:${UNKNOWN}`);
    const unknown = idsOf((type) => `${type}:${UNKNOWN}`);
    const plain = (answer: unknown): string =>
      JSON.stringify(answer, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'id')
        .replaceAll(/…[0-9a-f]{4}/g, '…id')
        .replaceAll(/"digest":"[0-9a-f]+"/g, '"digest"');
    expect(plain(await preview(name, world.other, given))).toBe(plain(await preview(name, world.other, unknown)));
  });
});
