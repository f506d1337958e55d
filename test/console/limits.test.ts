import { splitTenant } from '@corridor/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../packages/adapters-http/src/console/app/pages.js';
import type { Route } from '../../packages/adapters-http/src/console/kit/route.js';
import type { TestOperator } from '../../packages/adapters-http/src/testing/console.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { addressOf, createWorld, namesRecord, type World } from './world.js';

let world: World;
/** Limited to a platform that has no record. */
let elsewhere: TestOperator;
/** Limited to the platform that has the records. */
let inside: TestOperator;
beforeAll(async () => {
  world = await createWorld();
  elsewhere = await world.console.operator('ADMIN', 'elsewhere', [splitTenant(world.other).platformId]);
  inside = await world.console.operator('ADMIN', 'inside', [splitTenant(world.console.play.tenant).platformId]);
});

const namesOf = ({ scope, path }: Route): string => `${scope} ${path}`;
const each = (routes: readonly Route[]) => routes.map((route) => [namesOf(route), route] as const);
const ofHouse = allRoutes.filter(({ scope }) => scope === 'house');

const logged = async (): Promise<number> => valueOf(await world.console.play.core.operators.log({})).data.length;
const csrfOf = async (by: TestOperator): Promise<string> =>
  /name="csrf" value="([^"]+)"/.exec((await world.console.get('/console/', by)).text)![1]!;

/** Neither a look nor a form finds anything, and the form has no effect. */
async function isAbsent(address: string, by: TestOperator, sent = 404): Promise<void> {
  const page = await world.console.get(address, by);
  expect(page.status, `GET ${address}`).toBe(404);
  const before = await logged();
  const posted = await world.console.post(address, by, { csrf: await csrfOf(by), once: 'a' });
  expect([posted.status, await logged()], `POST ${address}`).toEqual([sent, before]);
}

/** The ids on a page, such as `Customer:018b…`. */
const idsOn = (text: string): readonly string[] => [...text.matchAll(/[A-Z]\w+:[0-9a-f-]{36}/g)].map(([id]) => id);

describe('an operator who is limited to other platforms', () => {
  it.each(each(allRoutes.filter(({ scope }) => scope === 'tenant')))(
    'does not find %s of a platform outside the limit',
    async (_name, route) => {
      await isAbsent(addressOf(route, world), elsewhere);
      // The page exists there, so a form that it does not take is refused as such.
      const sent = route.takesForm ? 404 : 405;
      if (namesRecord(route, world)) await isAbsent(addressOf(route, world, world.other), elsewhere, sent);
    },
  );

  it.each(each(ofHouse.filter(({ servesLimited }) => !servesLimited)))(
    'does not find %s, which is about the whole service',
    async (_name, route) => {
      await isAbsent(addressOf(route, world), elsewhere);
      await isAbsent(addressOf(route, world), inside);
    },
  );

  it.each(each(ofHouse.filter(({ servesLimited }) => servesLimited)))(
    'sees on %s nothing of a platform outside the limit',
    async (_name, route) => {
      const address = addressOf(route, world);
      if (namesRecord(route, world)) return isAbsent(address, elsewhere, route.takesForm ? 404 : 405);
      const { status, text } = await world.console.get(address, elsewhere);
      expect(status, text).toBe(200);
      const { findAnywhere } = world.console.play.core.payments;
      for (const id of new Set(idsOn(text).filter((one) => one !== elsewhere.account.id)))
        expect(
          (await findAnywhere(id)).filter(({ tenant }) => tenant !== world.other),
          id,
        ).toEqual([]);
    },
  );

  it('finds no record of a platform outside the limit by the search', async () => {
    const { people, desk: _desk, ...rest } = world;
    const texts = [...Object.values(rest), ...Object.values(people)].filter((one) => typeof one === 'string');
    const ids = texts.filter((text) => idsOn(text).length > 0 && !text.startsWith(world.other));
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) {
      const found = await world.console.get(`/console/search?q=${encodeURIComponent(id)}`, elsewhere);
      expect([found.status, found.location], id).toEqual([200, null]);
      expect(found.text, id).toContain('Nothing was found for');
    }
  });

  it('sees neither waiting requests nor the counts of other platforms on the first page', async () => {
    const { text } = await world.console.get('/console/', elsewhere);
    expect(text).not.toContain('open payments of all platforms');
    expect(text).not.toContain(world.console.play.tenant);
  });
});

describe('an operator who is limited to a platform', () => {
  it.each(each(allRoutes.filter(({ scope }) => scope === 'tenant')))(
    'opens %s of this platform',
    async (_name, route) => {
      const address = addressOf(route, world);
      const page = await world.console.get(address, inside);
      expect(page.status, `${address}: ${page.text}`).toBe((await world.console.get(address, world.admin)).status);
    },
  );

  it('is led to no page that is not found', async () => {
    const seen = new Set<string>();
    const waiting = allRoutes
      .filter(({ scope, servesLimited }) => scope === 'tenant' || servesLimited)
      .map((route) => addressOf(route, world))
      .filter((address) => !address.endsWith('.csv') && !address.endsWith('.jsonl'));
    for (const address of waiting) {
      const { status, headers, text } = await world.console.get(address, inside);
      if (status !== 200 || !headers.get('content-type')!.startsWith('text/html')) continue;
      for (const [, link] of text.matchAll(/href="(\/console\/[^"#]*)"/g)) {
        const path = link!.replaceAll('&amp;', '&').replace(/\?.*$/, '');
        if (seen.has(path)) continue;
        seen.add(path);
        expect((await world.console.get(path, inside)).status, `${path} on ${address}`).not.toBe(404);
      }
    }
    expect(seen.size).toBeGreaterThan(50);
  });
});

/** The pages of the whole host that operators with a limit have; the table of docs/areas/operators.md names them. */
it('has these pages of the whole host for operators with a limit', () => {
  expect(
    ofHouse
      .filter(({ servesLimited }) => servesLimited)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([
    '/',
    '/approvals',
    '/approvals.csv',
    '/approvals/{id}',
    '/approvals/{id}/approve',
    '/approvals/{id}/decline',
    '/cases',
    '/cases.csv',
    '/exceptions',
    '/exceptions.csv',
    '/exceptions/{id}',
    '/exceptions/{id}/all-notes',
    '/exceptions/{id}/all-notes.csv',
    '/exceptions/{id}/assign',
    '/exceptions/{id}/note',
    '/exceptions/{id}/resolve',
    '/log',
    '/log.csv',
    '/log.jsonl',
    '/log/{id}',
    '/platforms',
    '/platforms.csv',
    '/platforms/create/{environment}/{id}',
    '/review',
    '/review.csv',
    '/review/owners',
    '/review/owners.csv',
    '/review/resets',
    '/review/resets.csv',
    '/screening',
    '/screening.csv',
    '/search',
    '/travel-rule',
    '/travel-rule.csv',
  ]);
});
