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

describe('the trial balance', () => {
  it('sums up to zero in each currency, of one platform and of all', async () => {
    expect(await text(at('/ledger'))).toContain('Nothing was booked for this platform yet.');
    expect(await text('/console/ledger')).toContain('Nothing was booked in this environment.');
    await payerOn(console.play);
    for (const path of [at('/ledger'), '/console/ledger']) {
      const shown = await text(path);
      for (const part of ['10,000.00 USD', '-10,000.00 USD', 'Sum <span class="money">0.00 USD</span>'])
        expect(shown, path).toContain(part);
    }
    expect(await text('/console/ledger/balance.csv')).toContain('SANDBOX,available,10000.00,USD');
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
    expect(page).toContain('-10,000.00 USD');
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
    expect(await text(path!)).toContain('1.00 USD');
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
