import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_OPTIONS, err, type Id, instant, toIso } from '@corridor/core';
import { houseTenant, limitedCore, splitTenant } from '@corridor/core/internal';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { payerOn } from '../../../../core/src/testing/play-payer.js';
import { startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

let console: TestConsole;
let viewer: TestOperator;
let operator: TestOperator;
beforeEach(async () => {
  console = await startConsole();
  viewer = await console.operator('VIEWER');
  operator = await console.operator('OPERATOR', 'Olga');
});

const SAFEGUARDING = {
  ...DEFAULT_OPTIONS,
  cursorKey: new Uint8Array(32).fill(1),
  publicAuthority: 'localhost:8080',
  safeguardingAccounts: [{ environment: 'SANDBOX' as const, rail: 'sandbox-bank' }],
};

const at = (path: string): string => `${console.tenantBase}${path}`;
const text = async (path: string, by = viewer) => (await console.get(path, by)).text;

/** The rows of tables with debits and credits, as `name | debit | credit`. */
const books = (page: string): readonly string[] =>
  [...page.matchAll(/<table class="books">.*?<\/table>/gs)].flatMap(([found]) =>
    [...found.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
      [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)]
        .map(([, cell]) =>
          cell!
            .replaceAll(/<[^>]*>/g, '')
            .replaceAll(/\s+/g, ' ')
            .trim(),
        )
        .join(' | '),
    ),
  );

describe('the trial balance', () => {
  it('has equal debits and credits in each currency, of one platform and of all', async () => {
    expect(await text(at('/ledger'))).toContain('Nothing was booked for this platform yet.');
    expect(await text('/console/ledger')).toContain('Nothing was booked in this environment.');
    await payerOn(console.play);
    for (const path of [at('/ledger'), '/console/ledger']) {
      expect(books(await text(path)), path).toEqual([
        'Account | Debit USD | Credit USD',
        'Customers',
        'Available available |  | 10,000.00',
        'Clearing by rail',
        'Clearing of sandbox-bank clearing:sandbox-bank | 10,000.00 | ',
        'Total | 10,000.00 | 10,000.00',
      ]);
    }
    expect(await text('/console/ledger/balance.csv')).toContain('SANDBOX,available,10000.00,USD');
  });

  it('adds up the accounts of a group', async () => {
    const payer = await payerOn(console.play);
    await payer.pay(await payer.quoted(payer.funded((await payer.external('007')).id)));
    await console.play.pass(60);
    expect(books(await text(at('/ledger?currency=USD')))).toEqual([
      'Account | Debit USD | Credit USD',
      'Customers',
      'Available available |  | 10,000.00',
      'In transit in-transit |  | 1,000.00',
      'Subtotal | 0.00 | 11,000.00',
      'Clearing by rail',
      'Clearing of sandbox-bank clearing:sandbox-bank | 11,000.00 | ',
      'Total | 11,000.00 | 11,000.00',
    ]);
  });

  it('shows one currency, and says so if it has no balance', async () => {
    await payerOn(console.play);
    for (const path of [at('/ledger'), '/console/ledger']) {
      const shown = await text(path);
      expect(shown, path).toMatch(/currency=USD"\s+aria-current="page"\s*>\s*USD</);
      expect(await text(`${path}?currency=EUR`), path).toContain('No account has a balance in EUR.');
      const wrong = await console.get(`${path}?currency=XYZ&environment=NOWHERE`, viewer);
      expect([wrong.status, wrong.text], path).toEqual([
        400,
        expect.stringContaining('Invalid input: currency, environment'),
      ]);
    }
    expect(await text('/console/ledger?environment=PRODUCTION')).toContain('Nothing was booked in this environment.');
  });

  it('leads from an account to its platforms, and from a platform to the entries on it', async () => {
    await payerOn(console.play);
    const account = encodeURIComponent('clearing:SANDBOX:sandbox-bank:USD');
    expect(await text(at('/ledger'))).toContain(`/ledger/entries?account=${account}"`);
    const [, path] = /href="([^"]+clearing%3Asandbox-bank)"/.exec(await text('/console/ledger'))!;
    const platforms = await text(path!);
    expect(platforms).toContain(`${at('/ledger/entries')}?account=${account}"`);
    expect(books(platforms).at(-1)).toBe('Total | 10,000.00 | 0.00');
    const none = await text('/console/ledger/accounts/PRODUCTION/EUR/fx');
    expect(none).toContain('This account has no balance.');
    const unknown = await console.get('/console/ledger/accounts/SANDBOX/XYZ/fx', viewer);
    expect(unknown.status).toBe(404);
  });
});

describe('the trial balance of a moment', () => {
  it('has what was booked before it, and refuses a time before which entries can still be booked', async () => {
    const { clock } = console.play;
    const before = toIso(clock.now()).slice(0, 19).replace('T', ' ');
    clock.advance(1);
    await payerOn(console.play);
    clock.advance(1);
    const after = toIso(clock.now()).slice(0, 19).replace('T', ' ');
    for (const path of [at('/ledger'), '/console/ledger']) {
      expect(await text(`${path}?at=${after}`), path).toContain('must be at least five minutes ago');
      expect(await text(`${path}?at=tomorrow`), path).toContain('Before must be a time such as');
    }
    clock.advance(300);
    for (const path of [at('/ledger'), '/console/ledger']) {
      expect(await text(`${path}?at=${before}`), path).toContain('No account had a balance at this time.');
      expect(await text(`${path}?at=${after}`), path).toContain('<span class="money">10,000.00</span>');
    }
    expect(await text(`/console/ledger/balance.csv?at=${after}`)).toContain('SANDBOX,available,10000.00,USD');
    expect(await text(`/console/ledger/balance.csv?at=${before}`)).not.toContain('SANDBOX');
  });
});

describe('the export of entries', () => {
  it('downloads the postings of a period with the balances at its ends, as CSV and as JSON', async () => {
    const { clock, tenant } = console.play;
    const payer = await payerOn(console.play);
    clock.advance(600);
    const query = `from=2020-01-01&to=${toIso(clock.now()).slice(0, 10)} 12:00:01`;
    for (const path of [at('/ledger/journal'), '/console/ledger/journal']) {
      const csv = await console.get(`${path}?${query}&format=csv&balances=with`, viewer);
      expect(csv.status, csv.text).toBe(200);
      const [header, ...lines] = csv.text.trim().split('\r\n');
      expect(header).toMatch(
        /^booked_at,entry_id,kind,platform,environment,account,account_name,currency,debit,credit,/,
      );
      expect(lines.map((line) => line.split(',').slice(2, 10))).toContainEqual([
        ...[
          'DEPOSIT',
          splitTenant(tenant).platformId,
          'SANDBOX',
          'available',
          `available:${payer.usd.id}`,
          'USD',
          '',
          '10000.00',
        ],
      ]);
      expect(lines.at(-1)).toContain(',CLOSING_BALANCE,');
      const jsonl = (await text(`${path}?${query}&format=jsonl`)).trim().split('\n');
      const units = jsonl.map((line) => BigInt((JSON.parse(line) as { readonly units: string }).units));
      expect(units).toHaveLength(2);
      expect(units.reduce((sum, each) => sum + each, 0n)).toBe(0n);
    }
    const ofProduction = await text(`/console/ledger/journal?${query}&format=csv&environment=PRODUCTION`);
    expect(ofProduction.trim().split('\r\n')).toHaveLength(1);
  });

  it('shows each field that is wrong, and links to the last months', async () => {
    const page = await console.get(at('/ledger/journal'), viewer);
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('?from=2025-12-01&amp;to=2026-01-01&amp;format=csv&amp;balances=with'),
    ]);
    const wrong = await console.get(at('/ledger/journal?from=x&to=&format=pdf'), viewer);
    expect(wrong.status).toBe(400);
    for (const part of ['From must be a time', 'To must not be empty', 'Format is not one of the choices'])
      expect(wrong.text).toContain(part);
    const early = await console.get(at('/ledger/journal?to=2030-01-01&format=csv'), viewer);
    expect([early.status, early.text]).toEqual([400, expect.stringContaining('To must be at least five minutes ago')]);
    const empty = await console.get(at('/ledger/journal?from=2025-01-02&to=2025-01-01&format=csv'), viewer);
    expect(empty.text).toContain('To must be after from');
  });

  it('is refused with the error if the entries cannot be read', async () => {
    const { ledger } = console.play.core;
    const read = vi.spyOn(ledger, 'journal').mockResolvedValue(err('SERVICE_UNAVAILABLE'));
    const page = await console.get(at('/ledger/journal?to=2025-01-01&format=csv'), viewer);
    read.mockRestore();
    expect(page.status).toBe(503);
  });

  it('has only what an operator with a limit reaches', async () => {
    const { core, clock, tenant } = console.play;
    await payerOn(console.play);
    clock.advance(300);
    const other = 'Platform:018bcfe5-6800-7000-8000-000000000009' as Id<'Platform'>;
    const within = () => true;
    const to = instant(clock.now() - 300_000 + 1);
    clock.advance(1);
    const linesOf = async (limit: readonly Id<'Platform'>[]) => {
      const lines = [];
      const journal = valueOf(await limitedCore(core, limit).ledger.journal({ to, within }));
      for await (const some of journal.lines()) lines.push(...some);
      const { ledger } = limitedCore(core, limit);
      return [
        lines.length,
        valueOf(await ledger.positionsAt({ at: to, within })).length,
        (await ledger.positions()).length,
      ];
    };
    expect(await linesOf([other])).toEqual([0, 0, 0]);
    expect(await linesOf([splitTenant(tenant).platformId])).toEqual([2, 2, 2]);
  });
});

describe('the entries', () => {
  it('are found by account, cause and time, with a page of lines', async () => {
    const payer = await payerOn(console.play);
    const [entry] = valueOf(await console.play.read(console.play.core.ledger.entries, {})).data;
    for (const query of [`account=available:${payer.usd.id}`, `cause=${entry!.cause}`, `kind=${entry!.kind}`, ''])
      expect(await text(at(`/ledger/entries?${query}`)), query).toContain(`/ledger/entries/${entry!.id}"`);
    expect(await text(at('/ledger/entries?cause=nothing'))).toContain('No entries match here.');
    const page = await text(at(`/ledger/entries/${entry!.id}`));
    for (const { account } of entry!.postings) expect(page).toContain(`?account=${encodeURIComponent(account)}`);
    expect(page).toContain(`title="${payer.usd.id}"`);
    expect(page).not.toContain(`>${payer.usd.id}`);
    expect(books(page).at(-1)).toBe('Total | 10,000.00 | 10,000.00');
  });

  it('of the service itself are apart, and not among those of a platform', async () => {
    const house = houseTenant('SANDBOX');
    const input = {
      kind: 'TOP_UP',
      reference: 'capital',
      rail: 'sandbox-bank',
      currency: 'USD',
      amount: 100n,
    } as const;
    const caller = { operatorId: operator.account.id, source: 'CONSOLE', requestId: 'test' } as const;
    const request = { tenant: house, action: 'treasury.book', input } as const;
    valueOf(await console.play.core.operators.actions.request(caller, request as never));
    const list = await text('/console/ledger/own/SANDBOX');
    const [, path] = /href="(\/console\/ledger\/own\/SANDBOX\/JournalEntry:[^"]+)"/.exec(list)!;
    expect(books(await text(path!)).at(-1)).toBe('Total | 1.00 | 1.00');
    const id = path!.split('/').at(-1)!;
    expect((await console.get(at(`/ledger/entries/${id}`), viewer)).status).toBe(404);
    expect((await console.get(`/console/ledger/own/PRODUCTION/${id}`, viewer)).status).toBe(404);
  });
});

describe('a safeguarding report', () => {
  it('shows the figures of a day, and is signed off once by an operator', async () => {
    expect(await text('/console/ledger/safeguarding')).toContain('No report was computed yet');
    expect(await text('/console/ledger')).toContain('href="/console/ledger/safeguarding"');
    console = await startConsole({}, () => ({ options: SAFEGUARDING }));
    viewer = await console.operator('VIEWER');
    operator = await console.operator('OPERATOR', 'Olga');
    const { core, clock, tenant } = console.play;
    await payerOn(console.play);
    clock.advance(2 * 86_400);
    await core.work.reportSafeguarding();
    viewer = await console.operator('VIEWER', 'Vera');
    operator = await console.operator('OPERATOR', 'Otto');
    const list = await text('/console/ledger/safeguarding');
    const [, path] = /href="(\/console\/ledger\/safeguarding\/SafeguardingReport:[^"]+)"/.exec(list)!;
    const page = await text(path!);
    expect(page).toContain('What was owed was safeguarded');
    expect(books(page)).toEqual([
      'Account | Debit USD | Credit USD',
      'Owed to customers',
      'Available available |  | 10,000.00',
      'Money that safeguards',
      'Clearing of sandbox-bank clearing:sandbox-bank | 10,000.00 | ',
      'Total | 10,000.00 | 10,000.00',
    ]);
    expect(page).not.toContain('sign-off');
    expect((await console.get(path!, operator)).text).toContain(`href="${path}/sign-off"`);
    expect((await console.get(`${path}/sign-off`, viewer)).status).toBe(403);
    const signed = await console.submit(`${path}/sign-off`, operator, { statement: 'agrees with the bank' });
    expect(signed.location).toContain(path);
    expect(await text(path!)).toContain('agrees with the bank');
    const again = await console.submit(`${path}/sign-off`, operator, { statement: 'again' });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('it is signed off once')]);
    const log = valueOf(await core.operators.log({ action: 'safeguarding.sign-off' })).data;
    expect(log).toMatchObject([
      { outcome: 'DONE', operatorName: 'Otto', before: null, after: { statement: 'agrees with the bank' } },
    ]);
    const limited = limitedCore(core, [splitTenant(tenant).platformId]).safeguarding;
    const [report] = valueOf(await core.safeguarding.list({})).data;
    expect(valueOf(await limited.list({})).data).toEqual([]);
    expect((await limited.get(report!.id)).ok).toBe(false);
    expect(valueOf(await limited.at({ at: report!.at, environment: null }))).toEqual([]);
    const reader = await console.operator('ADMIN', 'limited', [splitTenant(tenant).platformId]);
    for (const address of ['/console/ledger/safeguarding', path!, `${path}/sign-off`])
      expect((await console.get(address, reader)).status, address).toBe(404);
  });
});

describe('an audit', () => {
  it('is started by an operator, shows its progress, and then its result', async () => {
    expect((await console.get('/console/ledger/audits/start', viewer)).status).toBe(403);
    expect(await text('/console/ledger/audits')).toContain(
      'An operator with the role Operator starts one on this page',
    );
    expect(await text('/console/ledger/audits', operator)).toMatch(
      /No audit was started here yet. <a href="[^"]+\/start"/,
    );
    const wrong = await console.submit('/console/ledger/audits/start', operator, { keptHead: 'abc' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('must have 64 characters')]);
    const started = await console.submit('/console/ledger/audits/start', operator);
    const path = started.location!.split('?')[0]!;
    expect(await text(path)).toContain('A host begins it within seconds');
    const second = await console.submit('/console/ledger/audits/start', operator);
    expect([second.status, second.text]).toEqual([400, expect.stringContaining('has not ended')]);
    await console.play.core.work.sealJournal();
    await console.play.core.work.runAudits();
    const shown = await text(path);
    expect(shown).toContain('Everything agrees.');
    expect(await text('/console/ledger/audits')).toContain('no finding');
    expect((await console.get('/console/ledger/audits/start', operator)).text).toContain('Optional.');
    const log = valueOf(await console.play.core.operators.log({ action: 'ledger.audit' })).data;
    expect(log).toMatchObject([{ outcome: 'DONE', operatorName: 'Olga', after: { id: path.split('/').at(-1) } }]);
  });
});

it('says what to do next where the service has no reports and no entries', async () => {
  const treasury = 'href="/console/treasury"';
  expect(await text('/console/ledger/safeguarding')).toContain(treasury);
  const own = await text('/console/ledger/own/SANDBOX');
  for (const link of [treasury, 'href="/console/reconciliation"']) expect(own).toContain(link);
});
