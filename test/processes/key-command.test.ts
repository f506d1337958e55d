import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type Deployment } from '../support/host.js';
import { createCustomer } from '../support/scenario.js';

const TIMEOUT_MS = 120_000;

describe('a host whose master key a program prints', () => {
  const key = randomBytes(32).toString('base64');
  let deployment: Deployment;
  let command: Readonly<Record<string, string>>;
  let count: () => number;

  beforeEach(async () => {
    deployment = await createDeployment('postgres');
    const counted = join(deployment.dataDirectory, 'runs');
    const program = join(deployment.dataDirectory, 'print-key.mjs');
    writeFileSync(
      program,
      `import { appendFileSync } from 'node:fs';
       appendFileSync(${JSON.stringify(counted)}, 'run\\n');
       console.log(${JSON.stringify(key)});`,
    );
    command = { CORRIDOR_MASTER_KEY_COMMAND: JSON.stringify([process.execPath, program]) };
    count = () => (existsSync(counted) ? readFileSync(counted, 'utf8').split('run').length - 1 : 0);
  });
  afterEach(() => deployment.remove());

  it(
    'runs the program once for all of its processes, also for one that replaces another, and logs no key',
    async () => {
      const host = await deployment.launch({ CORRIDOR_PROCESSES: '3', ...command });
      const starts = (): readonly number[] =>
        [...host.stderr().matchAll(/"pid":(\d+),"message":"process is starting"/g)].map(([, pid]) => Number(pid));
      const ready = (): number => host.stderr().split('"message":"process is ready"').length - 1;
      await eventually('three processes', () => ready() === 3, { withinMs: 60_000 });
      expect(count()).toBe(1);
      process.kill(starts()[0]!, 'SIGKILL');
      await eventually('another process', () => ready() === 4, { withinMs: 60_000 });
      expect(count()).toBe(1);
      const api = createApi(() => host.baseUrl, BOOTSTRAP);
      await createCustomer(api, { currencies: ['USD'] });
      expect(host.stderr() + host.stdout()).not.toContain(key);
      expect(host.stderr() + host.stdout()).not.toContain('print-key.mjs');
      expect(existsSync(join(deployment.dataDirectory, 'master.key'))).toBe(false);
      await host.stop({ afterFaults: true });
    },
    TIMEOUT_MS,
  );

  it(
    'is audited and examined with that key, and does not start beside a master.key',
    async () => {
      const host = await deployment.start(command);
      await host.stop();
      const audited = await deployment.commandWith(command, 'audit');
      expect(audited.stdout).not.toContain('not checked');
      const examined = await deployment.commandWith(command, 'doctor');
      expect(examined.stdout).toContain('ok       master key: belongs to the database (CORRIDOR_MASTER_KEY_COMMAND)');
      expect(examined.stdout).toContain('ok       secrets: all open with the master key');

      const next = randomBytes(32).toString('hex');
      const missing = await deployment.commandWith(command, 'master-key', 'rotate');
      expect(missing.stderr).toBe('corridor: CORRIDOR_MASTER_KEY_NEXT is missing: set it to the new key\n');
      const rotated = await deployment.commandWith(
        { ...command, CORRIDOR_MASTER_KEY_NEXT: next },
        'master-key',
        'rotate',
      );
      expect([rotated.exitCode, rotated.stdout]).toEqual([
        0,
        expect.stringContaining('start every host when the program of CORRIDOR_MASTER_KEY_COMMAND prints'),
      ]);

      const file = join(deployment.dataDirectory, 'master.key');
      writeFileSync(file, key);
      await expect(deployment.start(command)).rejects.toThrow(
        `CORRIDOR_MASTER_KEY_COMMAND is set, but ${file} exists: remove the one that is not in use`,
      );
    },
    TIMEOUT_MS,
  );
});
