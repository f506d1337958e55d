import { beforeEach, describe, expect, it } from 'vitest';
import { houseTenant } from '@corridor/core/internal';
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

describe('the entries', () => {
  it('are found by account, cause and time, with a page of lines', async () => {
    const payer = await payerOn(console.play);
    const [entry] = valueOf(await console.play.read(console.play.core.ledger.entries, {})).data;
    for (const query of [`account=available:${payer.usd.id}`, `cause=${entry!.cause}`, `kind=${entry!.kind}`, ''])
      expect(await text(at(`/ledger/entries?${query}`)), query).toContain(`/ledger/entries/${entry!.id}"`);
    expect(await text(at('/ledger/entries?cause=nothing'))).toContain('No entries match here.');
    const page = await text(at(`/ledger/entries/${entry!.id}`));
    for (const { account } of entry!.postings) expect(page).toContain(account);
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

describe('an audit', () => {
  it('is started by an operator, shows its progress, and then its result', async () => {
    expect((await console.get('/console/ledger/audits/start', viewer)).status).toBe(403);
    expect(await text('/console/ledger/audits')).toContain('No audit was started here yet');
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
