import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createDeployment, DATABASES, type DatabaseKind } from '../support/host.js';
import { addAccount, createCustomer, executeQuote, fundedAccount, quotePayout, settled } from '../support/scenario.js';

const PROBE = fileURLToPath(new URL('../support/hook-probe.mjs', import.meta.url));

/** What the probe prints when a host ends that has settled a payment. */
async function hooksOfPayment(database: DatabaseKind, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const deployment = await createDeployment(database);
  try {
    const host = await deployment.launch({ NODE_OPTIONS: `--import=${PROBE}`, ...env });
    const { api } = host;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', 50_000);
    const payee = await addAccount(api, customer.id, 'MXN');
    const quote = await quotePayout(api, { from: source.id, to: payee.id, amount: 1_000 });
    await settled(api, (await executeQuote(api, quote.id)).transactionId!);
    await host.stop();
    return /^async hooks: .*$/m.exec(host.stdout())![0];
  } finally {
    await deployment.remove();
  }
}

describe.each(DATABASES)('a host on %s', (database) => {
  it('settles a payment without any async hook, which would cost time on every promise', async () => {
    expect(await hooksOfPayment(database)).toBe('async hooks: 0 enabled, 0 marks');
  });
});

it('detects an enabled hook', async () => {
  expect(await hooksOfPayment('sqlite', { HOOK_PROBE: 'enable' })).toMatch(/^async hooks: 1 enabled, [1-9]/);
});
