import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { whyNoAnvil } from '../../packages/adapters-rails/src/testing/evm-node.js';
import { startPlayground } from '../support/evm/playground.js';
import { createDeployment } from '../support/host.js';
import { createCustomer } from '../support/scenario.js';

const PROBE = fileURLToPath(new URL('../support/package-probe.mjs', import.meta.url));

/** What the probe prints when a host ends that has opened accounts for a customer. */
async function packagesOf(env: Readonly<Record<string, string>>): Promise<string> {
  const deployment = await createDeployment('sqlite');
  try {
    const probe = { NODE_OPTIONS: `--import=${PROBE}`, PACKAGE_PROBE: 'pino,viem' };
    const host = await deployment.launch({ ...probe, ...env });
    await createCustomer(host.api);
    await host.stop();
    return /^loaded packages: .*$/m.exec(host.stdout())![0];
  } finally {
    await deployment.remove();
  }
}

it('a host without a chain in its connections file does not load viem', async () => {
  expect(await packagesOf({})).toBe('loaded packages: pino');
});

it.skipIf(whyNoAnvil !== null)('a host with a chain loads viem', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-anvil-'));
  const { node, connectionsFile } = await startPlayground({ port: 0, folder });
  try {
    expect(await packagesOf({ CORRIDOR_CONNECTIONS_FILE: connectionsFile })).toBe('loaded packages: pino,viem');
  } finally {
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
