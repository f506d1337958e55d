import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { pause } from '../support/eventually.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { addAccount, createCustomer, fundedAccount, quotePayout } from '../support/scenario.js';

/** An amount of which the fee in smallest units is the number of basis points. */
const AMOUNT = 10_000;
const FEES = { before: 50, after: 61 };
/** How long before their time terms are announced at least: quotes are valid for a second, and hosts learn of them. */
const NOTICE_SECONDS = 151;
const CLIENTS_OF_A_HOST = 2;

interface Priced {
  readonly fee: number;
  readonly createdAt: number;
  readonly host: number;
}

describe('terms that change while two hosts on Postgres make quotes', () => {
  let deployment: Deployment;
  let hosts: readonly Host[] = [];
  beforeAll(async () => {
    deployment = await createDeployment('postgres', { CORRIDOR_QUOTE_SECONDS: '1' });
    hosts = [await deployment.start(), await deployment.start()];
  }, 120_000);
  afterAll(async () => {
    for (const host of hosts) await host.stop();
    await deployment.remove();
  });

  it('give every quote the price of the terms that were in force when it was made', async () => {
    const { api } = hosts[0]!;
    const { id: customerId } = await createCustomer(api, { currencies: ['USD'] });
    const { id: from } = await fundedAccount(api, customerId, 'USD', 1_000_000);
    const { id: to } = await addAccount(api, customerId, 'EUR');
    const priced: Priced[] = [];
    let isOver = false;
    const client = async (host: number, through: Api): Promise<void> => {
      while (!isOver) {
        const quote = await quotePayout(through, { from, to, amount: AMOUNT });
        priced.push({ fee: quote.feesIncluded, createdAt: Date.parse(quote.createdAt), host });
        await pause(25);
      }
    };
    const load = hosts.flatMap(({ api: through }, host) =>
      Array.from({ length: CLIENTS_OF_A_HOST }, () => client(host, through)),
    );
    // The command itself takes seconds.
    const validFrom = Math.ceil(Date.now() / 1000) * 1000 + (NOTICE_SECONDS + 8) * 1000;
    try {
      const made = await deployment.commandAsOperator(
        ...['terms', 'change', '--environment', 'SANDBOX', '--variable-fee-bps', String(FEES.after)],
        ...['--valid-from', new Date(validFrom).toISOString(), '--reason', 'costs'],
      );
      expect([made.stdout, made.stderr]).toEqual([expect.stringContaining('come into force at'), '']);
      await pause(validFrom - Date.now() + 5_000);
    } finally {
      isOver = true;
      await Promise.all(load);
    }

    const wrong = priced.filter(({ fee, createdAt }) => fee !== (createdAt < validFrom ? FEES.before : FEES.after));
    expect(wrong).toEqual([]);
    for (const host of hosts.keys()) {
      const fees = new Set(priced.filter((each) => each.host === host).map(({ fee }) => fee));
      expect([...fees].sort()).toEqual([FEES.before, FEES.after]);
    }
    process.stdout.write(`${priced.length} quotes while terms changed\n`);
    await deployment.audit();
  }, 240_000);
});
