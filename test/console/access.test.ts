import { hasRole, type OperatorRole } from '@corridor/core';
import { HOUSE_TENANTS } from '@corridor/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../packages/adapters-http/src/console/app/pages.js';
import type { Route } from '../../packages/adapters-http/src/console/kit/route.js';
import type { TestOperator } from '../../packages/adapters-http/src/testing/console.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { addressOf, createWorld, namesRecord, pageStatusOf, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

const roleOf = ({ role }: Route): OperatorRole =>
  typeof role === 'string' ? role : world.console.play.core.operators.actions.registry[role.ofAction].role;

const operators = (): readonly TestOperator[] => [world.viewer, world.operator, world.approver, world.admin];

const logged = async (): Promise<number> => valueOf(await world.console.play.core.operators.log({})).data.length;

const csrfOf = async (by: TestOperator): Promise<string> =>
  /name="csrf" value="([^"]+)"/.exec((await world.console.get('/console/', by)).text)![1]!;

/** The page that an address of the console opens. */
function routeOf(path: string): Route | undefined {
  const [, inTenant] = /^\/console\/t\/[^/]+\/[A-Z]+(\/.*)?$/.exec(path) ?? [];
  const scope = path.startsWith('/console/t/') ? 'tenant' : 'house';
  const own = scope === 'tenant' ? (inTenant ?? '/') : path.slice('/console'.length);
  const matching = allRoutes.filter((route) => {
    const pattern = route.path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
    return route.scope === scope && new RegExp(`^${pattern}$`).test(own);
  });
  // A path without parameters wins, such as `/webhooks/redeliver`.
  return matching.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

describe('every page and form of the console', () => {
  it.each(allRoutes.map((route) => [`${route.scope} ${route.path}`, route] as const))(
    '%s is open to its role and those above it, and refuses the others',
    async (_name, route) => {
      const address = addressOf(route, world);
      for (const by of operators()) {
        const isAllowed = hasRole(by.account.role, roleOf(route));
        const page = await world.console.get(address, by);
        expect(page.status, `GET ${address} as ${by.account.role}: ${page.text}`).toBe(
          isAllowed ? pageStatusOf(route) : 403,
        );
        if (isAllowed) continue;
        const before = await logged();
        const posted = await world.console.post(address, by, { csrf: await csrfOf(by), once: 'a' });
        expect([posted.status, await logged()], `POST ${address} as ${by.account.role}`).toEqual([403, before]);
      }
      expect((await world.console.get(address, null)).location).toBe('/console/sign-in');
      expect((await world.console.post(address, null, {})).location).toBe('/console/sign-in');
    },
  );

  it('links only to pages and forms that the role may open', async () => {
    const forbidden = new Set<string>();
    for (const by of operators()) {
      const checked = new Map<string, boolean>();
      for (const route of allRoutes) {
        if (!hasRole(by.account.role, roleOf(route))) continue;
        const address = addressOf(route, world);
        const { text } = await world.console.get(address, by);
        for (const [, found] of text.slice(text.indexOf('<main')).matchAll(/ (?:href|action)="(\/console\/[^"#]*)/g)) {
          const path = found!.replaceAll('&amp;', '&');
          const target = routeOf(path.replace(/\?.*/, ''));
          if (target === undefined || checked.has(`${target.scope} ${target.path}`)) continue;
          const isAllowed = hasRole(by.account.role, roleOf(target));
          checked.set(`${target.scope} ${target.path}`, isAllowed);
          if (!isAllowed) forbidden.add(`${by.account.role}: ${route.path} leads to ${target.path}`);
        }
      }
    }
    expect([...forbidden]).toEqual([]);
  });

  it('has at most one primary button: what stops or refuses is a danger, and everything else is quiet', async () => {
    const many: string[] = [];
    for (const route of allRoutes) {
      const address = addressOf(route, world);
      const { text } = await world.console.get(address, world.admin);
      const main = text.slice(text.indexOf('<main'));
      const primary = main.match(/class="button"[^>]*>[^<]*|<button(?! class="(?:quiet|danger)")[^>]*>[^<]*/g) ?? [];
      if (primary.length > 1) many.push(`${address}: ${primary.join(', ')}`);
    }
    expect(many).toEqual([]);
  });

  it('a form without the token of the session has no effect', async () => {
    const foreign = await csrfOf(world.viewer);
    for (const route of allRoutes.filter(({ takesForm }) => takesForm)) {
      const address = addressOf(route, world);
      const { hidden } = await world.console.get(address, world.admin);
      const before = await logged();
      for (const csrf of ['', foreign]) {
        const page = await world.console.post(address, world.admin, { ...hidden, csrf });
        expect([page.status, await logged()], address).toEqual([403, before]);
      }
    }
  });

  it('a record of another platform is not found', async () => {
    for (const route of allRoutes.filter((each) => each.scope === 'tenant' && namesRecord(each, world))) {
      const address = addressOf(route, world, world.other);
      const page = await world.console.get(address, world.admin);
      expect(page.status, address).toBe(404);
    }
  });

  it('the house and unknown platforms have no pages', async () => {
    const unknown = world.other.replace('ff/', 'fe/');
    for (const tenant of [
      ...HOUSE_TENANTS,
      unknown,
      'Platform:1/SANDBOX',
      world.other.replace('SANDBOX', 'PRODUCTION'),
    ]) {
      const page = await world.console.get(`/console/t/${tenant}/`, world.admin);
      expect(page.status, tenant).toBe(404);
    }
  });
});
