import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createDeployment } from '../support/host.js';
import { createCustomer } from '../support/scenario.js';

const PROBE = fileURLToPath(new URL('../support/package-probe.mjs', import.meta.url));

it('a host without a chain in its rails file does not load viem', async () => {
  const deployment = await createDeployment('sqlite');
  try {
    // Pino shows that the probe sees what is loaded.
    const host = await deployment.launch({ NODE_OPTIONS: `--import=${PROBE}`, PACKAGE_PROBE: 'pino,viem' });
    await createCustomer(host.api);
    await host.stop();
    expect(host.stdout()).toContain('loaded packages: pino\n');
  } finally {
    await deployment.remove();
  }
});
