import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { POSTINGS } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database as Sqlite } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, type Deployment } from '../support/host.js';
import { createCustomer, fundedAccount } from '../support/scenario.js';

const HEAD = /^head: ([0-9a-f]{64})$/m;
const UNCHECKED = 'signatures of the seals: not checked, because the master key is not available';

/** One history of operator commands: each test continues from the state that the previous one left. */
describe('the seals of a deployment', () => {
  let deployment: Deployment;
  let kept: string;

  beforeAll(async () => {
    deployment = await createDeployment('sqlite');
    const host = await deployment.start();
    const { id } = await createCustomer(host.api);
    await fundedAccount(host.api, id, 'USD', 10_000);
    await host.stop();
  });
  afterAll(() => deployment.remove());

  it('are made by a running host, which logs their head', async () => {
    const host = await deployment.start();
    // The host logs a head after it has added all seals, so an audit may find one that is not logged.
    const { stdout } = await eventually('a head that is logged', async () => {
      const audited = await deployment.command('audit');
      kept = HEAD.exec(audited.stdout)![1]!;
      expect(host.stderr()).toContain(`"head":"${kept}"`);
      return audited;
    });
    expect(stdout).toMatch(/^clean: checked [^]*\nsealed: \d+ rows by \d+ seals, the newest of \S+Z\n/);
    await host.stop();
  });

  it('are checked against a saved head', async () => {
    expect((await deployment.command('audit', '--head', kept)).exitCode).toBe(0);
    const other = 'f'.repeat(64);
    const { exitCode, stdout } = await deployment.command('audit', '--head', other);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`the kept head ${other} is not part of the seal chain\n`);
    expect(await deployment.command('audit', '--head', 'none')).toMatchObject({
      exitCode: 2,
      stderr: 'corridor: --head: must be 64 hexadecimal digits, as an audit prints it\n',
    });
  });

  it('are checked with a new master key, and without one except for their signatures', async () => {
    expect((await deployment.command('master-key', 'rotate')).exitCode).toBe(0);
    const rotated = await deployment.command('audit', '--head', kept);
    expect(rotated.exitCode).toBe(0);
    expect(rotated.stdout).not.toContain(UNCHECKED);
    const file = join(deployment.dataDirectory, 'master.key');
    await rename(file, `${file}.away`);
    const without = await deployment.command('audit');
    await rename(`${file}.away`, file);
    expect(without.exitCode).toBe(0);
    expect(without.stdout).toContain(UNCHECKED);
  });

  it('reveal an alteration', async () => {
    const db = new Sqlite(deployment.address);
    db.exec(`update ${POSTINGS.name} set created_at = created_at + 1 where position = 1`);
    db.close();
    const { exitCode, stdout } = await deployment.command('audit');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^postings at positions 1 to \d+: seal \d+ covers \d+ rows, which were changed$/m);
  });
});
