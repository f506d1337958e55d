import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import {
  type ExampleScreening,
  hasPythonForScreening,
  screeningConnectionsFile,
  startScreening,
} from '../support/example-screening.js';
import { freePort } from '../support/free-port.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';

describe.skipIf(!hasPythonForScreening())('the example of a screening provider behind a host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-lists-'));
  let provider: ExampleScreening;
  let deployment: Deployment;
  let host: Host;

  beforeAll(async () => {
    const port = await freePort();
    provider = await startScreening(`http://127.0.0.1:${port}/screening/acme-lists/callbacks/events`);
    const screening = screeningConnectionsFile().screening.map((entry) => ({ ...entry, url: provider.url }));
    const connectionsFile = join(folder, 'connections.json');
    writeFileSync(connectionsFile, JSON.stringify({ screening }));
    const settings = { CORRIDOR_CONNECTIONS_FILE: connectionsFile, CORRIDOR_PORT: String(port), ...provider.secrets };
    deployment = await createDeployment('sqlite', settings);
    host = await deployment.start();
  });

  afterAll(async () => {
    try {
      await host.stop();
      for (const secret of Object.values(provider.secrets)) expect(host.stderr()).not.toContain(secret.slice(6));
      await deployment.audit();
    } finally {
      await deployment.remove();
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is shown by the commands with its section', async () => {
    const listed = await deployment.command('connections', 'list');
    expect(listed.stdout).toContain('acme-lists (screening http, SANDBOX)\n');
    const { exitCode, stdout } = await deployment.command('connections', 'check', 'acme-lists');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^acme-lists: reachable, last exchange /)]);
    const doctor = await deployment.command('doctor');
    expect(doctor.stdout).toMatch(/screening acme-lists\W.*reachable/);
  });

  it('reports other lists, and the host receives it', async () => {
    const before = provider.readLists();
    provider.writeLists(`${before}\n`);
    await provider.look();
    await eventually('the message at the host', async () => (await provider.unsent()) === 0);
    provider.writeLists(before);
    await provider.look();
    await eventually('the second message at the host', async () => (await provider.unsent()) === 0);
  });
});
