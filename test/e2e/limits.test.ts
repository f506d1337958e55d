import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, refused } from '../support/api.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import { addAccount, createCustomer, fundedAccount, payoutRequest, quotePayout } from '../support/scenario.js';

const TIMEOUT_MS = 120_000;
const SECONDS_OF_A_DAY = 24 * 60 * 60;

describe.each(DATABASES)('the limits of customers of a host on %s', (database) => {
  let deployment: Deployment;
  let host: Host;
  let api: Api;
  let platform = '';
  let customerId = '';
  beforeAll(async () => {
    deployment = await createDeployment(database);
    host = await deployment.start();
    ({ api } = host);
    customerId = (await createCustomer(api, { currencies: ['USD'] })).id;
    platform = /Platform:[0-9a-f-]+/.exec((await deployment.command('platform', 'list')).stdout)![0];
  });
  afterAll(async () => {
    try {
      await host.stop();
      await deployment.audit();
    } finally {
      await deployment.remove();
    }
  });

  async function limits(command: string, ...options: readonly string[]): Promise<string> {
    const on = ['--platform', platform, '--environment', 'SANDBOX', ...options];
    const run = command === 'list' ? deployment.command : deployment.commandAsOperator;
    const { stdout, stderr, exitCode } = await run('limits', command, ...on);
    expect(exitCode, stderr).toBe(0);
    return stdout;
  }

  it(
    'are set by a command, refuse a payment, and show what is used',
    async () => {
      const { id: from } = await fundedAccount(api, customerId, 'USD', 100_000);
      const { id: to } = await addAccount(api, customerId, 'EUR');
      const ofPayouts = ['--kind', 'PAYOUT', '--currency', 'USD', '--reason', 'risk class'];
      expect(await limits('set', ...ofPayouts, '--daily-amount', '10000', '--monthly-count', '9')).toContain(
        'payouts in USD of at most 100.00 USD in a day, 9 in number in a month',
      );
      // A running host reads the settings of its platforms again after a second.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const request = (amount: number) => ({ ...payoutRequest({ from, to, amount }), immediatelyExecute: true });
      const alone = await refused(403, 'VELOCITY_LIMIT_EXCEEDED', api.post('/quotes', request(10_001)));
      expect(alone.message).toBe(
        'the amount is more than the payouts of 100.00 USD that the customer may start in a day; send less',
      );
      const quote = await quotePayout(api, { from, to, amount: 6_000 });
      expect((await api.post('/quotes', request(6_000))).status).toBe(201);
      const answer = await api.post<{ message: string }>(`/quotes/${quote.id}/execute`);
      expect(answer).toMatchObject({ status: 403, body: { code: 'VELOCITY_LIMIT_EXCEEDED' } });
      expect(answer.body.message).toContain('has used 60.00 USD; send at most 40.00 USD, or wait until');
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds > 0 && seconds <= SECONDS_OF_A_DAY).toBe(true);

      const [used] = JSON.parse(await limits('list', '--customer', customerId, '--json')) as readonly object[];
      expect(used).toMatchObject({ kind: 'PAYOUT', isOwn: false });
      expect(await limits('list', '--customer', customerId)).toContain('used today 60.00 USD in 1');
      await limits('set', '--customer', customerId, ...ofPayouts, '--daily-amount', '20000');
      expect(await limits('list', '--customer', customerId)).toContain('(own); used today 60.00 USD in 1');
      expect((await api.post(`/quotes/${quote.id}/execute`)).status).toBe(200);
      expect(await limits('remove', '--customer', customerId, ...ofPayouts)).toContain('no limits');
      expect(await limits('remove', ...ofPayouts)).toContain('no limits');
      expect(await limits('list')).toContain('no limits');
    },
    TIMEOUT_MS,
  );
});
