import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import { eventually } from '../support/eventually.js';
import { addAccount, createCustomer, fundedAccount, quotePayout } from '../support/scenario.js';

const TIMEOUT_MS = 120_000;
interface Listed {
  readonly id: string;
  readonly environment: string;
  readonly scope: string;
  readonly state: string;
  readonly content: Readonly<Record<string, unknown>>;
}

describe.each(DATABASES)('the terms of hosts on %s', (database) => {
  let deployment: Deployment;
  let hosts: readonly Host[] = [];
  beforeAll(async () => {
    deployment = await createDeployment(database);
    const starting = [10, 20].map((fee) => deployment.start({ ...withFile(fee), ...withFee(fee) }));
    // SQLite is tested with one host.
    hosts = database === 'postgres' ? await Promise.all(starting.slice(0, 2)) : [await starting[0]!];
    if (database === 'sqlite') await (await starting[1]!).stop();
  });
  afterAll(async () => {
    try {
      for (const host of hosts) await host.stop();
      await deployment.audit();
    } finally {
      await deployment.remove();
    }
  });

  const withFee = (fee: number) => ({ CORRIDOR_SERVICE_FEE_BPS: String(fee) });
  function withFile(fee: number) {
    const file = join(deployment.dataDirectory, `corridors-${fee}.json`);
    const corridors = [{ source: 'USD', destination: 'EUR', spreadBps: fee }];
    writeFileSync(file, JSON.stringify({ corridors }));
    return { CORRIDOR_CORRIDORS_FILE: file };
  }
  async function listed(...options: readonly string[]): Promise<readonly Listed[]> {
    const { stdout, stderr, exitCode } = await deployment.command('terms', 'list', '--json', ...options);
    expect(exitCode, stderr).toBe(0);
    return JSON.parse(stdout) as readonly Listed[];
  }

  it(
    'are those of one host if several start at once, and other settings are not applied',
    async () => {
      const stored = await listed();
      const fees = stored.filter(({ scope }) => scope === 'GENERAL').map(({ content }) => content['variableFeeBps']);
      const spreads = stored.filter(({ scope }) => scope === 'USD/EUR').map(({ content }) => content['spreadBps']);
      expect(stored).toHaveLength(4);
      expect(new Set(fees).size).toBe(1);
      expect(spreads).toEqual(fees);

      const late = await deployment.start({ ...withFile(77), ...withFee(77) });
      try {
        expect(late.stderr().split('settings differ from terms in force')).toHaveLength(2);
        expect(late.stderr()).toContain('CORRIDOR_CORRIDORS_FILE USD/EUR.spreadBps says 0.77 %');
        const { id: customerId } = await createCustomer(late.api, { currencies: ['USD'] });
        const { id: from } = await fundedAccount(late.api, customerId, 'USD', 10_000);
        const { id: to } = await addAccount(late.api, customerId, 'EUR');
        const quote = await quotePayout(late.api, { from, to, amount: 10_000 });
        expect(quote.feesIncluded).toBe(Number(fees[0]));
      } finally {
        await late.stop();
      }
      expect(await listed()).toEqual(stored);
    },
    TIMEOUT_MS,
  );

  it(
    'are a problem of doctor where the settings differ from them, with the settings named',
    async () => {
      const [first] = await listed('--environment', 'SANDBOX');
      const fee = Number(first!.content['variableFeeBps']);
      const same = await deployment.commandWith({ ...withFile(fee), ...withFee(fee) }, 'doctor');
      expect(same.stdout).toContain('ok       terms: the settings do not contradict the terms in force');
      const other = await deployment.commandWith({ ...withFile(78), ...withFee(79) }, 'doctor');
      expect(other.exitCode).toBe(1);
      for (const text of [
        'problem  terms: CORRIDOR_SERVICE_FEE_BPS says 0.79 %, and the fee in force in SANDBOX is',
        'problem  terms: CORRIDOR_CORRIDORS_FILE USD/EUR.spreadBps says 0.78 %, and the spread of USD→EUR in force in PRODUCTION is',
      ])
        expect(other.stdout).toContain(text);
      expect((await deployment.command('doctor')).stdout).toContain('ok       terms');
    },
    TIMEOUT_MS,
  );

  it(
    'change by a command, which platforms learn from an event, and can be withdrawn',
    async () => {
      const validFrom = new Date(Date.now() + 3_600_000).toISOString();
      const change = ['--environment', 'SANDBOX', '--source', 'USD', '--destination', 'EUR', '--spread-bps', '33'];
      const rest = ['--valid-from', validFrom, '--reason', 'costs'];
      const made = await deployment.commandAsOperator('terms', 'change', ...change, ...rest);
      expect(made.stdout + made.stderr).toMatch(/^Terms:\S+ for USD→EUR come into force at /m);
      const id = /Terms:[0-9a-f-]+/.exec(made.stdout)![0];
      const [coming] = await listed('--state', 'COMING');
      expect(coming).toMatchObject({ id, scope: 'USD/EUR', content: { spreadBps: 33 } });
      const { api } = hosts[0]!;
      const told = (type: string) =>
        eventually(`the event ${type}`, async () => {
          const answer = await api.get<{ data: readonly { id: string; type: string; resource: string }[] }>(
            `/webhooks/events?type=${type}`,
          );
          return answer.body.data.find(({ resource }) => resource === id) ?? null;
        });
      expect(await told('PLATFORM.TERMS_CHANGED')).not.toBeNull();
      const early = await deployment.commandAsOperator(
        'terms',
        'change',
        ...change,
        '--reason',
        'r',
        '--valid-from',
        new Date().toISOString(),
      );
      expect([early.exitCode, early.stderr]).toEqual([2, expect.stringContaining('--valid-from: must be')]);
      const withdrawn = await deployment.commandAsOperator(
        ...['terms', 'withdraw', '--environment', 'SANDBOX', '--id', id, '--reason', 'mistake'],
      );
      expect(withdrawn.stdout).toContain(`${id} for USD→EUR are withdrawn`);
      expect(await told('PLATFORM.TERMS_WITHDRAWN')).not.toBeNull();
      expect((await listed('--state', 'WITHDRAWN')).map((each) => each.id)).toEqual([id]);
    },
    TIMEOUT_MS,
  );
});
