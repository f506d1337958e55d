import { type Id, ok, tenantKey } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import type { RailConnection, RailReleases } from '@corridor/core/ports';
import { expect, test } from 'vitest';
import { playPayments } from '../../testing/front.js';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { payerOn } from '../../../../core/src/testing/play-payer.js';
import { startConsole } from '../../testing/console.js';
import { bounds, duration } from './numbers.js';

const HOUSE = '/console/?environment=SANDBOX';

/** The text of a page without its markup. */
const words = (page: string): string => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('shows payments, rails, amounts and what needs attention, with links to where one can act', async () => {
  const console = await startConsole();
  await playPayments(console.play, 'Ada');
  const viewer = await console.operator('VIEWER');
  for (const path of [HOUSE, `${console.tenantBase}/`]) {
    const page = await console.get(path, viewer);
    expect(page.status, page.text).toBe(200);
    const text = words(page.text);
    // Six payments and the deposit that pays them. One is returned and two fail, of which the rail keeps the money of one.
    const outcomes = ['7 accepted', '5 settled', '2 failed', '1 returned', '0 cancelled', '0 expired'];
    for (const outcome of outcomes) expect(text).toContain(`${outcome} 0 in the 24 hours before`);
    expect(text).toContain('Most failed: 1 failed from 2026-01-15 15:00:00 UTC');
    expect(text).toContain('0 rails that are down 0 problems of connections 0 files to release');
    expect(text).toContain('sandbox-bank 7 5 settled 2 failed 1 71.43 % up to 1 s 5 to 10 min');
    expect(text).toContain('USD Outgoing 4 settled 4,938.24 USD');
    expect(text).toContain('The payment could not be carried out QUOTE_ EXECUTION_ FAILED');
    // One refund that the rail refused.
    expect(text).toMatch(/1 open exception /);
    expect(text).toContain('A refund failed 1 open 1,234.56 USD');
    expect(text).toContain('Available USD 95,061.76 USD');
    expect(page.text).toContain('href="/console/approvals"');
    expect(page.text).toContain('<svg');
    expect(page.text).toContain('Numbers<span class="hidden"> of Failed and returned per hour</span>');
  }
});

test('has tiles for connections, releases and differences, each with a link to its list', async () => {
  const report = { environment: 'SANDBOX', lastExchangeAt: null, backlog: {} } as const;
  const release = { list: async () => [{}, {}], release: async () => ok() } as unknown as RailReleases;
  const connection = (name: string, releases: RailReleases | null): RailConnection => ({
    ...{ name, environment: 'SANDBOX', claims: [], rails: [], tasks: [], callback: null, releases },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
  });
  const refusing = { ...release, list: async () => Promise.reject(new Error('no store')) };
  const rails = async () => [
    { ...report, name: 'one', isReachable: true, problems: ['a file is late', 'a file was refused'] },
    { ...report, name: 'two', isReachable: false, problems: ['refused'] },
  ];
  const console = await startConsole({ rails }, () => ({
    connections: [connection('one', release), connection('two', null)],
  }));
  const viewer = await console.operator('VIEWER');
  const page = await console.get(HOUSE, viewer);
  expect(words(page.text)).toContain('1 rail that is down 3 problems of connections 2 files to release');
  const tiles = page.text.replaceAll(/\s+/g, ' ');
  expect(tiles).toContain(
    '<a class="tile" href="/console/rails"><strong>1</strong> <span>rail that is down</span></a>',
  );
  expect(tiles).toContain(
    '<a class="tile" href="/console/exceptions?kind=STATEMENT_DIFFERENCE&amp;environment=SANDBOX"><strong>0</strong> <span>differences from statements</span></a>',
  );
  const listed = (await console.get('/console/rails', viewer)).text.replaceAll(/\s+/g, ' ');
  for (const text of [
    'one</a>, Sandbox: a file is late',
    'a file was refused',
    'two</a>, Sandbox, not reached: refused',
  ])
    expect(listed).toContain(text);
  const production = await console.get('/console/?environment=PRODUCTION', viewer);
  expect(words(production.text)).toContain('0 rails that are down 0 problems of connections 0 files to release');

  const silent = await startConsole({}, () => ({ connections: [connection('one', refusing)] }));
  expect(words((await silent.get(HOUSE, await silent.operator('VIEWER'))).text)).toContain('? files to release');
});

test('asks no connection for an operator with a limit', async () => {
  let asked = 0;
  const console = await startConsole({ rails: async () => ((asked += 1), []) });
  const limited = await console.operator('VIEWER', 'Lim', [splitTenant(console.play.tenant).platformId]);
  for (const path of [HOUSE, `${console.tenantBase}/`]) expect((await console.get(path, limited)).status).toBe(200);
  expect(asked).toBe(0);
  await console.get(HOUSE, await console.operator('VIEWER', 'Vic'));
  expect(asked).toBe(1);
});

test('has three periods, of which the longest is drawn by the day', async () => {
  const console = await startConsole();
  await playPayments(console.play, 'Ada');
  console.play.clock.advance(3 * 86_400);
  const viewer = await console.operator('VIEWER');
  const base = `${console.tenantBase}/`;
  const [day, week, month] = [
    await console.get(base, viewer),
    await console.get(`${base}?period=7d`, viewer),
    await console.get(`${base}?period=30d`, viewer),
  ];
  expect(words(day.text)).toContain('0 accepted');
  expect(day.text).toContain('No payment in the last 24 hours.');
  // The hour that runs is one of the period.
  for (const [text, hours] of [
    [day.text, 24],
    [week.text, 7 * 24],
    [month.text, 30 * 24],
  ] as const) {
    const query = new URL(linkOf(text, 'accepted'), 'https://host.example').searchParams;
    const [from, before] = ['from', 'before'].map((name) => Date.parse(`${query.get(name)!.replace(' ', 'T')}Z`));
    expect(before! - from!).toBe(hours * 3_600_000);
  }
  expect(words(week.text)).toContain('7 accepted');
  expect(week.text).toContain('Accepted and settled per hour');
  expect(words(month.text)).toContain('7 accepted');
  expect(month.text).toContain('Accepted and settled per day');
  expect((await console.get(`${base}?period=<b>`, viewer)).status).toBe(200);
});

/** The address of a link by its text. */
const linkOf = (page: string, text: string): string =>
  new RegExp(`href="([^"]+)"(?: aria-label="[^"]*")?>\\s*(?:<strong>[^<]*</strong>\\s*<span>)?${text}`)
    .exec(page)![1]!
    .replaceAll('&amp;', '&');

/** The figures with links on a page: the count, the name and the address. */
function figuresIn(page: string): readonly (readonly [count: number, name: string, address: string])[] {
  const main = page.slice(page.indexOf('<main'));
  const number = (text: string): number => Number(text.replaceAll(/<[^>]*>|,/g, '').trim());
  const address = (text: string): string => text.replaceAll('&amp;', '&');
  const tiles = [...main.matchAll(/<a class="tile" href="([^"]*)"\s*><strong>([\d,]+)<\/strong>\s*<span>([^<]*)</g)];
  const peaks = [...main.matchAll(/<a href="([^"]*)"\s*>([\d,]+) (\w+)<\/a\s*> from/g)];
  const rows = [...main.matchAll(/<a class="row" href="([^"]*)">([\s\S]*?)<\/tr>/g)];
  const countOf = ({ 2: row }: RegExpMatchArray): string | undefined =>
    /data-label="(?:Accepted|Payments|Exceptions|Failed|Undelivered)">\s*<div>\s*([\d,]+)/.exec(row!)?.[1];
  return [
    ...tiles.map(([, href, count, name]) => [number(count!), name!, address(href!)] as const),
    ...peaks.map(([, href, count, name]) => [number(count!), `most ${name}`, address(href!)] as const),
    ...rows.flatMap((row) => {
      const count = countOf(row);
      // Most hours of a chart have nothing.
      return count === undefined || count === '0'
        ? []
        : [[number(count), row[2]!.slice(0, 40), address(row[1]!)] as const];
    }),
  ];
}

/** Connections and endpoints have a page of their own instead of a list of what is counted. */
const NOT_LISTED = new Set([
  'rail that is down',
  'rails that are down',
  'problem of connections',
  'problems of connections',
  'files to release',
  'failing webhook endpoint',
  'failing webhook endpoints',
]);

for (const daysAhead of [0, 30])
  test(`leads from every figure to as many records, with a test clock ${daysAhead} days ahead`, async () => {
    const console = await startConsole();
    const { play } = console;
    if (daysAhead > 0) valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: daysAhead * 86_400 }));
    await play.core.work.catchUp(play.tenant);
    await playPayments(play, 'Ada');
    await play.pass(3 * 86_400);
    await playPayments(play, 'Bea');
    const payer = await payerOn(play, { fullName: 'Open' });
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('003')).id));
    valueOf(await payer.execute(quote.id));
    const transfer = { sourceId: payer.usd.id, destinationId: (await payer.dollars('003')).id, amount: 5_000n };
    valueOf(await play.run(play.core.transfers.out, transfer));
    await play.pass(0);
    const viewer = await console.operator('VIEWER');
    const known = new Map<string, number>();
    const rowsAt = async (address: string): Promise<number> => {
      const before = known.get(address);
      if (before !== undefined) return before;
      let count = 0;
      for (let next: string | undefined = address; next !== undefined;) {
        const answer = await console.get(next, viewer);
        if (answer.location !== null) {
          next = answer.location;
          continue;
        }
        expect(answer.status, next).toBe(200);
        count += answer.text.split('<a class="row"').length - 1;
        next = /<a class="button quiet" href="([^"]*)"\s*>(?:Next page|Search further)/.exec(answer.text)?.[1];
        next = next?.replaceAll('&amp;', '&');
      }
      known.set(address, count);
      return count;
    };
    for (const page of [HOUSE, `${console.tenantBase}/`])
      for (const period of ['24h', '7d', '30d']) {
        const address = `${page}${page.includes('?') ? '&' : '?'}period=${period}`;
        const { text } = await console.get(address, viewer);
        const figures = figuresIn(text).filter(([, name]) => !NOT_LISTED.has(name));
        expect(figures.length).toBeGreaterThan(15);
        for (const [count, name, list] of figures)
          expect([name, await rowsAt(list)], `${address}: ${name} at ${list}`).toEqual([name, count]);
      }
  });

test('leads from the figures of all platforms to the list of one platform, which is chosen if there are several', async () => {
  const console = await startConsole();
  const { play } = console;
  await playPayments(play, 'Ada');
  const viewer = await console.operator('VIEWER');
  const page = await console.get(HOUSE, viewer);
  const address = linkOf(page.text, 'settled');
  expect(address).toContain('/console/overview/platform?list=counted&environment=SANDBOX&as=settled&from=');
  expect((await console.get(address, viewer)).location).toMatch(
    new RegExp(`^${console.tenantBase}/payments/counted\\?as=settled&from=2026-01-1.*&clock=host$`),
  );
  const other = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
  const ctx = { ...play.context(), tenant: other };
  const input = { name: 'Other', currencies: ['USD'] };
  valueOf(await play.core.units.run(other, (tx) => play.core.platforms.create(tx, ctx, input)));
  const { text } = await console.get(address, viewer);
  // The choice says how many of the figure each platform has, and has those alone that have any.
  expect(words(text)).toContain('Play 5');
  expect(text).toContain(`href="${console.tenantBase}/payments/counted?as=settled`);
  expect(text.slice(text.indexOf('<main'))).not.toContain(`/console/t/${other}/`);

  // A figure that says on how many platforms something is wrong leads to these platforms alone.
  const payer = await payerOn(play, { fullName: 'Open' });
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('003')).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  const later = await console.operator('VIEWER');
  const open = linkOf((await console.get(HOUSE, later)).text, 'open payments? of all platforms');
  const chosen = await console.get(open, later);
  expect(chosen.text).toMatch(
    new RegExp(`href="/console/t/${play.tenant}/payments\\?open=yes"[\\s\\S]*Open payments"><div>1<`),
  );
  const main = chosen.text.slice(chosen.text.indexOf('<main'));
  expect(main).not.toContain(`/console/t/${other}/`);
  const failing = linkOf((await console.get(HOUSE, later)).text, 'failing webhook endpoints');
  expect((await console.get(failing, later)).text).toContain('No platform has any now.');
});

test('keeps figures of one environment and of one platform apart', async () => {
  const console = await startConsole();
  const { play } = console;
  await playPayments(play, 'Ada');
  const viewer = await console.operator('VIEWER');
  const production = await console.get('/console/?environment=PRODUCTION', viewer);
  expect(words(production.text)).toContain('0 accepted');
  expect(words(production.text)).toContain('0 open exceptions');
  expect(production.text).toContain('This environment has no platform yet.');
  const other = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
  const ctx = { ...play.context(), tenant: other };
  valueOf(
    await play.core.units.run(other, (tx) =>
      play.core.platforms.create(tx, ctx, { name: 'Other', currencies: ['USD'] }),
    ),
  );
  const empty = words((await console.get(`/console/t/${other}/`, viewer)).text);
  expect(empty).toContain('0 accepted');
  expect(empty).toContain('0 open exceptions');
  expect(empty).toContain('The ledger has no balance.');
});

test('names the platforms whose endpoint fails, with a link', async () => {
  const console = await startConsole();
  console.play.answer = { kind: 'answered', status: 500, body: '' };
  await playPayments(console.play, 'Ada');
  const viewer = await console.operator('VIEWER');
  for (const path of [HOUSE, `${console.tenantBase}/`]) {
    const page = await console.get(path, viewer);
    expect(words(page.text)).toContain('1 failing webhook endpoint ');
    expect(page.text).toContain(`<a class="row" href="${console.tenantBase}/webhooks?status=QUEUED">Play</a>`);
    const [, lead] = /href="([^"]+)"><strong>1<\/strong>\s*<span>failing webhook endpoint</.exec(page.text)!;
    if (path !== HOUSE) {
      expect(lead).toBe(`${console.tenantBase}/webhooks?status=QUEUED`);
      continue;
    }
    // As many rows as the figure counts, also of a single one.
    const counted = await console.get(lead!.replaceAll('&amp;', '&'), viewer);
    const rows = counted.text.match(/<a class="row" href="[^"]+"/g);
    expect(rows).toEqual([`<a class="row" href="${console.tenantBase}/webhooks?status=QUEUED"`]);
  }
  const production = await console.get('/console/?environment=PRODUCTION', viewer);
  expect(words(production.text)).toContain('0 failing webhook endpoints');
});

test('counts the actions that wait for a second operator, of the environment or the platform', async () => {
  const console = await startConsole();
  const { play } = console;
  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'PRODUCTION');
  const ctx = { ...play.context(), tenant };
  const input = { name: 'Live', currencies: ['USD'] };
  valueOf(await play.core.units.run(tenant, (tx) => play.core.platforms.create(tx, ctx, input)));
  const admin = await console.operator('ADMIN');
  await console.submit(`/console/t/${tenant}/platform/settings`, admin, { flags: ['requiresEndUserTerms'] });
  for (const [path, count] of [
    ['/console/', 1],
    [`/console/t/${tenant}/`, 1],
    [HOUSE, 0],
    [`${console.tenantBase}/`, 0],
  ] as const)
    expect(words((await console.get(path, admin)).text), path).toContain(
      count === 1 ? '1 action to approve' : '0 actions to approve',
    );
  // The overview of the other environment names those that wait here.
  const sandbox = words((await console.get(HOUSE, admin)).text);
  expect(sandbox).toContain('1 action waits for an approval in Production');
  expect(words((await console.get('/console/', admin)).text)).not.toContain('for an approval in');
  // That of another platform has nothing to do with it.
  expect(words((await console.get(`${console.tenantBase}/`, admin)).text)).not.toContain('for an approval in');
});

test('shows the bounds of the bucket of a time to settle', () => {
  expect(bounds(null)).toBe('');
  expect(bounds({ moreThan: 0, atMost: 1 })).toBe('up to 1 s');
  expect(bounds({ moreThan: 300, atMost: 600 })).toBe('5 to 10 min');
  expect(bounds({ moreThan: 30, atMost: 60 })).toBe('30 s to 1 min');
  expect(bounds({ moreThan: 28_800, atMost: 86_400 })).toBe('8 h to 1 d');
  expect(bounds({ moreThan: 2_592_000, atMost: null })).toBe('over 30 d');
  expect([duration(0), duration(59.9), duration(7_199), duration(200_000)]).toEqual(['0 s', '59 s', '1 h', '2 d']);
});
