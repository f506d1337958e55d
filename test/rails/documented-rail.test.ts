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

const { afterAll, describe, expect, test } = runner;

describe('the complete rail of docs/rails/write-a-rail.md', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-rail-'));
  const bank = await acmeBank();
  afterAll(async () => {
    await bank.close();
    rmSync(folder, { recursive: true });
  });
  bank.connect(folder);
  const { rails } = JSON.parse(readFileSync(join(folder, 'connections.json'), 'utf8')) as { rails: readonly object[] };
  const module = (await import(pathToFileURL(join(folder, 'acme-bank.mjs')).href)) as { default: CreateConnection };

  /** The connection with a new store; `sent` receives the ids of transfers that it sends to the bank. */
  async function connected(sent: string[] = []) {
    const clock = fixedClock();
    const { units } = createMemoryStorage();
    return module.default(
      rails[0] as never,
      {
        name: 'acme-bank',
        environment: 'SANDBOX',
        store: createRailStore({ units, clock, sealer: reversingSealer }, 'SANDBOX', 'acme-bank'),
        clock,
        random: seededRandom('documented rail'),
        secretOf: () => 'secret',
        http: {
          send: async ({ body }: { readonly body: string }) => {
            sent.push((JSON.parse(body) as { readonly id: string }).id);
            return { kind: 'answered', status: 200 };
          },
        },
      } as never,
    );
  }

  railContract(runner, (await connected()).rails[0]!);

  test('sends no payment that is held, sends the others, and asks again about those that are held', async () => {
    const sent: string[] = [];
    const { rails: own, tasks } = await connected(sent);
    const orders = Array.from({ length: 60 }, (_, n) => `payment-${String(n).padStart(2, '0')}`);
    for (const reference of orders)
      await own[0]!.payouts!.submit({ reference, account: { iban: 'DE89370400440532013000' }, amount: 5n } as never);
    const [free, kept] = [orders.slice(-1), new Set(orders.slice(0, -1))];
    const send = (held: ReadonlySet<string>) =>
      tasks[0]!.run(
        () => Promise.reject(new Error('unexpected message')),
        async (references) => new Set(references.filter((each) => held.has(each))),
      );
    await send(kept);
    expect(sent).toEqual(free);
    await send(new Set());
    expect(new Set(sent)).toEqual(new Set(orders));
    expect(sent).toHaveLength(orders.length);
  });
});
