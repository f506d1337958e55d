import { randomInt } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.js';
import { type Finished, type RunningExample, runExample } from '../support/example-programs.js';
import { type Fate, type LossyProxy, lossyProxy } from '../support/lossy-proxy.js';
import { useHost } from '../support/use-host.js';

const SALARIES = readFileSync(fileURLToPath(new URL('../../examples/payroll/salaries.csv', import.meta.url)), 'utf8');
const EMPLOYEES = ['1001', '1002', '1003', '1004', '1005'];
const MAX = '15000.00';
/** Costs 13,812.20 dollars at the rates of the sandbox. */
const COST = 1_381_220;
const TIMEOUT_MS = 180_000;

type Line = Readonly<Record<string, string>>;

describe('the example of a payroll', () => {
  const used = useHost('sqlite', { webhooks: false });
  let folder: string;

  const start = (program: string, args: readonly string[], baseUrl = used.host.baseUrl): RunningExample =>
    runExample(`payroll/${program}`, args, { cwd: folder, baseUrl });
  const payroll = (run: string, ...args: readonly string[]): Promise<Finished> =>
    start('payroll.js', ['salaries.csv', '--run', run, ...args]).finished;
  const pay = (run: string, ...args: readonly string[]) => payroll(run, '--max', MAX, '--yes', ...args);
  const useFile = (text: string): void => writeFileSync(join(folder, 'salaries.csv'), text);
  const fund = async (amount: string): Promise<void> => {
    const { exitCode, stderr } = await start('sandbox.js', [amount]).finished;
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  };
  const report = (run: string): readonly Line[] =>
    parse(readFileSync(join(folder, `payroll-${run}.csv`)), { columns: true }) as readonly Line[];

  /** The employees that were paid in a run, one entry for each payment, with its state. */
  async function paid(run: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const payment of clientOf(used.api).each('listTransactions', { query: { limit: 100 } })) {
      if (payment.type !== 'OUTGOING') continue;
      const [, employee] = new RegExp(`^payroll ${run} (.+)$`).exec(payment.description ?? '') ?? [];
      if (employee !== undefined) found.push(`${employee} ${payment.status}`);
    }
    return found.toSorted();
  }
  const COMPLETED = EMPLOYEES.map((employee) => `${employee} COMPLETED`);

  async function balance(): Promise<number> {
    const corridor = clientOf(used.api);
    const { data } = await corridor.listCustomers({ query: { platformCustomerId: 'example-company' } });
    const accounts = await corridor.listCustomerInternalAccounts({ query: { customerId: data[0]!.id } });
    return accounts.data[0]!.balance.amount;
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'corridor-payroll-'));
    useFile(SALARIES);
    const early = await payroll('early');
    expect(early).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('run sandbox.js first') });
    await fund('20000.00');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows what the run costs, and pays only with --yes and up to --max', async () => {
    const shown = await payroll('2026-01');
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain('1001  3450.00 EUR  costs 3768.84 USD, fee 18.84 USD');
    expect(shown.stdout).toContain('5 to pay: 13812.20 USD; paid before: 0.00 USD\nnothing was paid');
    const unlimited = await payroll('2026-01', '--yes');
    expect(unlimited).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--yes needs --max') });
    const above = await payroll('2026-01', '--yes', '--max', '13812.19');
    expect(above).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('more than --max 13812.19 USD') });
    expect(await paid('2026-01')).toEqual([]);
  });

  it('pays every salary exactly, once, and reports who got what', async () => {
    const before = await balance();
    const done = await payroll('2026-01', '--yes', '--max', '13812.20');
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await paid('2026-01')).toEqual(COMPLETED);
    expect(before - (await balance())).toBe(COST);
    const lines = report('2026-01');
    expect(lines.map(({ employee, salary, currency, state }) => [employee, salary, currency, state])).toEqual([
      ['1001', '3450.00', 'EUR', 'COMPLETED'],
      ['1002', '2910.50', 'GBP', 'COMPLETED'],
      ['1003', '185000.00', 'INR', 'COMPLETED'],
      ['1004', '42000.00', 'MXN', 'COMPLETED'],
      ['1005', '9800.75', 'BRL', 'COMPLETED'],
    ]);
    const corridor = clientOf(used.api);
    for (const { transaction, salary, cost_usd: cost, fee_usd: fee } of lines) {
      const payment = await corridor.getTransactionById({ path: { transactionId: transaction! } });
      const cents = (text: string | undefined): number => Number(text!.replace('.', ''));
      expect(payment).toMatchObject({ fees: cents(fee), sentAmount: { amount: cents(cost) } });
      expect((payment as { receivedAmount?: object }).receivedAmount).toMatchObject({ amount: cents(salary) });
    }
    const again = await pay('2026-01');
    expect(again.stdout).toContain('0 to pay: 0.00 USD; paid before: 13812.20 USD');
    expect(await paid('2026-01')).toEqual(COMPLETED);
  });

  it('uses the accounts of the last run, and pays nothing that the balance does not cover', async () => {
    const corridor = clientOf(used.api);
    const accounts = async (): Promise<number> => (await corridor.listCustomerExternalAccounts()).data.length;
    expect(await accounts()).toBe(EMPLOYEES.length);
    const short = await pay('2026-02');
    expect(short).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('the account has 6187.80 USD only') });
    expect(await accounts()).toBe(EMPLOYEES.length);
    expect(await paid('2026-02')).toEqual([]);
  });

  it('replaces quotes that have expired, or that the file contradicts', async () => {
    await fund('20000.00');
    await payroll('replaced');
    await clientOf(used.api).advanceSandboxClock({ body: { seconds: 301 } });
    await payroll('replaced');
    useFile(SALARIES.replace('3450.00', '3460.00'));
    expect(await pay('replaced')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await paid('replaced')).toEqual(COMPLETED);
    expect(report('replaced')[0]).toMatchObject({ salary: '3460.00', state: 'COMPLETED' });
    const quotes = readFileSync(join(folder, 'payroll-replaced.jsonl'), 'utf8').match(/"quote":/g);
    expect(quotes).toHaveLength(2 * EMPLOYEES.length + 1);
    useFile(SALARIES);
  });

  it('reports every wrong line at once, and pays nothing', async () => {
    const wrong = [
      'employee,name,country,currency,salary,account,sort_code,tax_id',
      '1,Anna,DE,EUR,"2,500.00",DE89370400440532013000,,',
      '2,Jack,GB,GBP,2500.505,123,2000,',
      '3,Asha,IN,USD,1e3,asha@okbank,,',
      '4,Luis,MX,MXN,0,002010077777777771,,',
      '5,Maria,Brazil,BRL,-5,maria@example.com,,1',
      '6,Ann,DE,EUR,1',
      '7,Ann,DE,EUR,1,DE89370400440532013777,,',
      '7,"\u001b[2J",DE,EUR,1,DE89370400440532013778,,',
      '8,Bob,DE,EUR,1,DE89 3704 0044 0532 0137 77,,',
      '7,Cid,DE,EUR,1,DE89370400440532013779,,',
    ];
    useFile(wrong.join('\n'));
    const { exitCode, stderr } = await pay('wrong');
    expect(exitCode).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'line 2: salary: "2,500.00" is not an amount with at most 2 decimals, such as 2500.00',
      'line 3: account: "123" is not an account number of 8 digits',
      'line 3: sort_code: "2000" is not a sort code, such as 20-00-00',
      'line 3: salary: "2500.505" is not an amount with at most 2 decimals, such as 2500.00',
      'line 4: currency: "USD" is not one of EUR, GBP, INR, MXN, BRL',
      'line 5: salary: "0" is not an amount with at most 2 decimals, such as 2500.00',
      'line 6: country: "Brazil" is not the two letters of a country',
      'line 6: tax_id: "1" is not a CPF of 11 digits or a CNPJ of 14',
      'line 6: salary: "-5" is not an amount with at most 2 decimals, such as 2500.00',
      'line 7: 5 cells, not 8',
      'line 9: name: "\\u001b[2J" is not a name of up to 140 characters',
      'line 10: account: the same as in line 8',
      'line 11: employee: the same as in line 8',
      'correct the file; nothing was paid by this start',
    ]);
    for (const text of ['', 'employee,name\n1,Anna', 'employee,"name']) {
      useFile(text);
      expect((await pay('wrong')).exitCode).toBe(1);
    }
    expect(await paid('wrong')).toEqual([]);
    useFile(SALARIES);
  });

  it('reports what the service and the banks find wrong, and takes the corrected line', async () => {
    await fund('20000.00');
    const line = (account: string) => `2001,Grace Hopper,DE,EUR,10.00,${account},,\n`;
    useFile(`${SALARIES}${line('DE89370400440532013102')}2002,Alan Turing,GB,GBP,10.00,12345105,200000,\n`);
    const { exitCode, stderr } = await pay('refused');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('line 7: name: the bank has another name for this account');
    expect(stderr).toContain('line 8: accountInfo.accountNumber is unknown to the receiving institution');
    expect(await paid('refused')).toEqual([]);
    useFile(`${SALARIES}${line('DE89370400440532013111')}`);
    expect(await pay('refused')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await paid('refused')).toEqual([...COMPLETED, '2001 COMPLETED']);
    useFile(SALARIES);
  });

  it('repairs failed and returned payments with --retry-failed, under a new key', async () => {
    await fund('20000.00');
    const [head, , , ...others] = SALARIES.split('\n');
    const lines = (iban: string, account: string): string =>
      [
        head,
        `1001,Anna Schmidt,DE,EUR,3450.00,${iban},,`,
        `1002,"=Jack, Turner",GB,GBP,2910.50,${account},20-00-00,`,
        ...others,
      ].join('\n');
    useFile(lines('DE89370400440532013004', '31926005'));
    const first = await pay('repair');
    expect(first.exitCode).toBe(2);
    expect(first.stdout).toContain('1001  3450.00 EUR  FAILED  ACCOUNT_CANNOT_RECEIVE  the money is back');
    expect(await paid('repair')).toEqual(['1001 FAILED', ...COMPLETED.slice(1)]);

    // The bank returns a salary later.
    await clientOf(used.api).advanceSandboxClock({ body: { seconds: 31 } });
    const second = await pay('repair');
    expect(second.exitCode).toBe(2);
    expect(second.stdout).toContain('1002  2910.50 GBP  FAILED  PAYOUT_RETURNED  the money is back');
    expect(report('repair')[1]).toMatchObject({
      name: "'=Jack, Turner",
      reason: 'PAYOUT_RETURNED',
      refund: 'COMPLETED',
    });
    expect(await paid('repair')).toEqual(['1001 FAILED', '1002 FAILED', ...COMPLETED.slice(2)]);

    // Corrected lines are paid only on request. The account of Jack Turner is known by another name.
    useFile(lines('DE89370400440532013000', '31926819').replace('3450.00', '3451.00'));
    const waiting = await pay('repair');
    expect(waiting.exitCode).toBe(2);
    expect(waiting.stdout).toContain('1001  3450.00 EUR  FAILED');
    expect(report('repair')[0]).toMatchObject({ salary: '3450.00', cost_usd: '3768.84', state: 'FAILED' });
    useFile(lines('DE89370400440532013000', '31926819'));
    const repaired = await pay('repair', '--retry-failed');
    expect(repaired).toMatchObject({ exitCode: 0, stderr: '' });
    expect(repaired.stdout).toContain('2 to pay: 7519.01 USD; paid before: 6293.19 USD');
    const all = ['1001 COMPLETED', '1001 FAILED', '1002 COMPLETED', '1002 FAILED', ...COMPLETED.slice(2)];
    expect(await paid('repair')).toEqual(all);
    await pay('repair', '--retry-failed');
    expect(await paid('repair')).toEqual(all);
    useFile(SALARIES);
  });

  it('refuses a file that contradicts what was paid, and a run whose journal is lost', async () => {
    for (const [text, what] of [
      [SALARIES.replace('3450.00', '3450.01'), 'the file has another salary'],
      [SALARIES.replace(/^1001.*\n/m, ''), 'the file has no line'],
    ] as const) {
      useFile(text);
      const refused = await pay('2026-01');
      expect(refused).toMatchObject({ exitCode: 1 });
      expect(refused.stderr).toContain(`employee 1001 has a payment in this run; ${what}`);
    }
    useFile(SALARIES);
    rmSync(join(folder, 'payroll-2026-01.jsonl'));
    const lost = await pay('2026-01');
    expect(lost).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('its journal payroll-2026-01.jsonl') });
    expect(await paid('2026-01')).toEqual(COMPLETED);
  });

  it('refuses a journal that is older than the payments, such as one from a backup', async () => {
    await fund('30000.00');
    const journal = join(folder, 'payroll-restored.jsonl');
    await payroll('restored');
    copyFileSync(journal, `${journal}.backup`);
    await clientOf(used.api).advanceSandboxClock({ body: { seconds: 301 } });
    expect(await pay('restored')).toMatchObject({ exitCode: 0, stderr: '' });
    copyFileSync(`${journal}.backup`, journal);
    useFile(SALARIES.replace('3450.00', '3450.01'));
    for (const _ of [1, 2]) {
      const refused = await pay('restored');
      expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(' that its journal ') });
    }
    expect(await paid('restored')).toEqual(COMPLETED);
    useFile(SALARIES);
  });

  it('stops when its key was used for another salary, and asks for no second quote', async () => {
    await payroll('elsewhere');
    // Another folder does not know the quotes of this one.
    rmSync(join(folder, 'payroll-elsewhere.jsonl'));
    useFile(SALARIES.replace('3450.00', '3450.01'));
    for (const _ of [1, 2]) {
      const refused = await pay('elsewhere');
      expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Idempotency-Key was used for') });
    }
    expect(await paid('elsewhere')).toEqual([]);
    useFile(SALARIES);
  });

  it('pays once when it is started twice at the same time', async () => {
    await Promise.all([pay('twice'), pay('twice'), pay('twice')]);
    expect(await pay('twice')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await paid('twice')).toEqual(COMPLETED);
  });

  it('pays nothing when another start writes to the journal at the same time', async () => {
    await fund('30000.00');
    const journal = join(folder, 'payroll-other.jsonl');
    let writes = 0;
    const proxy = await lossyProxy(used.host.baseUrl, (method) => {
      // The other start has decided about an employee who is not in this file.
      if (method === 'POST' && ++writes === 1) appendFileSync(journal, '{"employee":"9","number":1,"refused":"no"}\n');
      return 'passes';
    });
    try {
      const args = ['salaries.csv', '--run', 'other', '--max', MAX, '--yes'];
      const refused = await start('payroll.js', args, proxy.baseUrl).finished;
      expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('another start of this run') });
      expect(await paid('other')).toEqual([]);
    } finally {
      proxy.close();
    }
    expect(await pay('other')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await paid('other')).toEqual(COMPLETED);
  });

  describe('that is killed', () => {
    let proxy: LossyProxy;
    let remaining = 0;
    let loss: Fate = 'request is lost';
    let victim: RunningExample | null = null;

    beforeAll(async () => {
      proxy = await lossyProxy(
        used.host.baseUrl,
        (method) => (method === 'POST' && --remaining === 0 ? loss : 'passes'),
        () => victim?.kill(),
      );
    });
    afterAll(() => proxy.close());

    /** Starts the run, which dies at the n-th write: before the host gets the request, or before it gets the response. */
    async function payUntil(run: string, write: number, at: Fate): Promise<Finished> {
      [remaining, loss] = [write, at];
      victim = start('payroll.js', ['salaries.csv', '--run', run, '--max', MAX, '--yes'], proxy.baseUrl);
      return victim.finished;
    }

    it(
      'at any write, pays everyone exactly once after the next start',
      async () => {
        const writes = 2 * EMPLOYEES.length;
        for (let write = 1; write <= writes; write++) {
          for (const [at, name] of [
            ['request is lost', 'before'],
            ['response is lost', 'after'],
          ] as const) {
            await fund('14000.00');
            const run = `killed-${name}-${write}`;
            const before = await balance();
            expect((await payUntil(run, write, at)).exitCode).toBe(null);
            // A power failure may leave a part of the line that was being written.
            if (write % 3 === 0) appendFileSync(join(folder, `payroll-${run}.jsonl`), '{"at":"2026-01-31T');
            const { exitCode, stderr } = await pay(run);
            expect([exitCode, stderr], run).toEqual([0, '']);
            expect(await paid(run), run).toEqual(COMPLETED);
            expect(before - (await balance()), run).toBe(COST);
          }
        }
      },
      TIMEOUT_MS,
    );

    it(
      'again and again, pays everyone exactly once in the end',
      async () => {
        await fund('14000.00');
        const before = await balance();
        let deaths = 0;
        for (;;) {
          const { exitCode } = await payUntil(
            'again',
            randomInt(1, 4),
            randomInt(2) === 0 ? 'request is lost' : 'response is lost',
          );
          if (exitCode === 0) break;
          expect(exitCode).toBe(null);
          expect(++deaths).toBeLessThan(200);
        }
        expect(deaths).toBeGreaterThan(2);
        expect(await paid('again')).toEqual(COMPLETED);
        expect(before - (await balance())).toBe(COST);
      },
      TIMEOUT_MS,
    );
  });
});
