import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Id, runUseCase, tenantKey } from '@corridor/core';
import { readAll } from '@corridor/core/internal';
import { INTERNAL_ACCOUNTS, TRANSACTIONS } from '@corridor/core/records';
import { afterAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';
import { operatorFile } from '../testing/operator-file.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-cards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = {
  CORRIDOR_PORT: '0',
  CORRIDOR_DATA_DIR: folder,
  CORRIDOR_MASTER_KEY: '5c'.repeat(32),
  CORRIDOR_APPROVAL_AMOUNTS: '{"USD":1000}',
};

async function corridor(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}

test('releases the hold of a card, above the amounts of approvals with a second operator', async () => {
  const created = await corridor('platform', 'create', '--name', 'Acme', '--currencies', 'USD');
  const platform = /platform: (Platform:\S+)/.exec(created.out)![1] as Id<'Platform'>;
  const [ann, bob] = [join(folder, 'ann'), join(folder, 'bob')];
  const [small, large] = await withCore(readConfiguration(SETTINGS), createProcessContext(), async (core) => {
    await operatorFile(core.units, ann, 'Ann', 'OPERATOR');
    await operatorFile(core.units, bob, 'Bob', 'APPROVER');
    const tenant = tenantKey(platform, 'SANDBOX');
    const run = async (useCase: unknown, input: object): Promise<{ readonly id: string }> => {
      const ctx = core.context(tenant, { kind: 'system' }, 'test');
      const done = await runUseCase(core.units, ctx, useCase as never, input as never);
      if (!done.ok) throw new Error(done.error.message);
      return done.value as { readonly id: string };
    };
    const customer = await run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Example' });
    await core.work.drain();
    const accounts = await core.units.read(tenant, (reads) => readAll(reads, INTERNAL_ACCOUNTS, {}));
    const { id: accountId } = accounts.find(({ customerId }) => customerId === customer.id)!;
    await run(core.sandbox.fund, { accountId, amount: 10_000n });
    const card = await run(core.cards.order, { cardholderId: customer.id, fundingSources: [accountId] });
    await core.work.drain();
    const merchant = { descriptor: 'SHOP', mcc: null, country: null };
    for (const amount of [1_000n, 1_001n])
      await run(core.cards.simulate.authorization, { cardId: card.id, amount, currency: 'USD', merchant });
    const uses = await core.units.read(tenant, (reads) => readAll(reads, TRANSACTIONS, { type: 'CARD' }));
    return [...uses].sort((a, b) => Number(a.card!.reserved - b.card!.reserved)).map(({ id }) => id);
  });
  const release = (id: string, ...more: readonly string[]) =>
    corridor(...['card', 'release', '--platform', platform, '--transaction', id, '--operator', ann, ...more]);
  expect(await release(small!)).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
  const reason = ['--reason', 'the merchant is gone'];
  expect(await release(small!, ...reason)).toMatchObject({
    code: 0,
    out: `${small} holds nothing any more and is AUTHORIZED\n`,
  });
  expect(await release(small!, ...reason)).toMatchObject({ code: 1, err: expect.stringContaining('holds nothing') });
  const asked = await release(large!, ...reason);
  const [, request = '', digest = ''] = /--id (Request:\S+) --digest (\S+)/.exec(asked.out)!;
  const approved = await corridor(...['approvals', 'approve', '--id', request, '--digest', digest, '--operator', bob]);
  expect(approved).toMatchObject({ code: 0, out: `cards.release of ${large} is approved and carried out\n` });
});
