import { type Id, type TenantKey, tenantKey } from '@corridor/core';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import type { Route } from '../../packages/adapters-http/src/console/route.js';
import { createPeople, type People } from '../../packages/adapters-http/src/testing/people.js';
import { startConsole, type TestConsole, type TestOperator } from '../../packages/adapters-http/src/testing/console.js';

import { bankConsole } from '../../packages/adapters-http/src/testing/play-bank.js';
import { createDesk, DESK_EXAMPLES, type DeskWorld } from './desk.js';

/** Stored in every text field of the world. Each part would run a script if a page showed it as markup. */
export const MARKUP = `<script>window.ran=1</script><img src=x onerror=window.ran=1>"'><svg/onload=window.ran=1>`;

/** What a page must not contain: the beginnings of the markup, unescaped. */
export const UNESCAPED: readonly string[] = ['<script>window', '<img src=x', '<svg/onload'];

/** A console with an operator of each role, and at least one record for each page. */
export interface World {
  readonly console: TestConsole;
  readonly viewer: TestOperator;
  readonly operator: TestOperator;
  readonly approver: TestOperator;
  readonly admin: TestOperator;
  /** Another platform, which has none of the records. */
  readonly other: TenantKey;
  /** A request that waits for a second operator. */
  readonly waiting: string;
  readonly logEntry: string;
  readonly people: People;
  readonly desk: DeskWorld;
}

export async function createWorld(): Promise<World> {
  const console = await startConsole(...bankConsole(MARKUP));
  const { play } = console;
  const other = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
  const ctx = { ...play.context(), tenant: other };
  const input = { name: MARKUP, currencies: ['USD'] };
  valueOf(await play.core.units.run(other, (tx) => play.core.platforms.create(tx, ctx, input)));
  const world = {
    console,
    other,
    viewer: await console.operator('VIEWER', MARKUP),
    operator: await console.operator('OPERATOR'),
    approver: await console.operator('APPROVER'),
    admin: await console.operator('ADMIN'),
  };
  const requested = await console.submit(`/console/operators/${world.operator.account.id}/role`, world.admin, {
    role: 'APPROVER',
  });
  const log = valueOf(await play.core.operators.log({}));
  return {
    ...world,
    desk: await createDesk(console, MARKUP),
    waiting: /Request:[0-9a-f-]+/.exec(requested.location ?? '')![0],
    logEntry: log.data[0]!.id,
    people: await createPeople(play, MARKUP),
  };
}

type Parameters = Readonly<Record<string, string>>;

/** The parameters of each path that has some, by scope and path. A form or a file of a record is found by its page. */
export const EXAMPLES: Readonly<Record<string, (world: World) => Parameters>> = {
  'house /approvals/{id}': ({ waiting }) => ({ id: waiting }),
  'house /log/{id}': ({ logEntry }) => ({ id: logEntry }),
  ...DESK_EXAMPLES,
  'house /operators/{id}': ({ viewer }) => ({ id: viewer.account.id }),
  'tenant /accounts/{id}': ({ people }) => ({ id: people.account }),
  'tenant /agents/{id}': ({ people }) => ({ id: people.agent }),
  'tenant /cards/{id}': ({ people }) => ({ id: people.card }),
  'tenant /customers/{id}': ({ people }) => ({ id: people.person }),
  'tenant /documents/{id}': ({ people }) => ({ id: people.document }),
  'tenant /owners/{id}': ({ people }) => ({ id: people.owner }),
  'tenant /resets/{id}': ({ people }) => ({ id: people.reset }),
  'tenant /verifications/{id}': ({ people }) => ({ id: people.verification }),
};

/** The parameters of a route, by the longest path of EXAMPLES that its path begins with. */
function parametersOf({ scope, path }: Route, world: World): Parameters {
  if (!path.includes('{')) return {};
  const names = Object.keys(EXAMPLES).filter((name) => `${scope} ${path}`.startsWith(name));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  if (longest === undefined) throw new Error(`test/console/world.ts: EXAMPLES has no parameters of ${scope} ${path}`);
  return EXAMPLES[longest]!(world);
}

/** The address of a route, with the parameters of its example. */
export function addressOf(route: Route, world: World, tenant: TenantKey = world.console.play.tenant): string {
  const parameters = parametersOf(route, world);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => parameters[name]!);
  return `/console${route.scope === 'tenant' ? `/t/${tenant}` : ''}${path}`;
}

/** Whether the path of a route names a record. */
export const namesRecord = (route: Route, world: World): boolean =>
  Object.values(parametersOf(route, world)).some((value) => /^\w+:[0-9a-f-]{36}$/.test(value));
