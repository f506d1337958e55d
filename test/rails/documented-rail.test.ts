import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createRailStore } from '@corridor/core/internal';
import type { CreateConnection } from '@corridor/core/ports';
import { fixedClock, railContract, seededRandom } from '@corridor/core/testing';
import * as runner from 'vitest';
import { reversingSealer } from '../../packages/core/src/testing/ports.js';
import { acmeBank } from '../support/acme-bank.js';

const { afterAll, describe } = runner;

describe('the complete rail of docs/rails.md', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-rail-'));
  const bank = await acmeBank();
  afterAll(async () => {
    await bank.close();
    rmSync(folder, { recursive: true });
  });
  bank.connect(folder);
  const { rails } = JSON.parse(readFileSync(join(folder, 'rails.json'), 'utf8')) as { rails: readonly object[] };
  const module = (await import(pathToFileURL(join(folder, 'acme-bank.mjs')).href)) as { default: CreateConnection };
  const clock = fixedClock();
  const { units } = createMemoryStorage();
  const connection = await module.default(
    rails[0] as never,
    {
      name: 'acme-bank',
      environment: 'SANDBOX',
      store: createRailStore({ units, clock, sealer: reversingSealer }, 'SANDBOX', 'acme-bank'),
      clock,
      random: seededRandom('documented rail'),
      secretOf: () => 'secret',
    } as never,
  );
  railContract(runner, connection.rails[0]!);
});
