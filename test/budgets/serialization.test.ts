import { afterEach, expect, test, vi } from 'vitest';
import { memory } from '../../packages/adapters-storage/src/testing/backends.js';
import { embedCore } from '../support/embedded-core.js';
import { serveEmbedded } from '../support/embedded-host.js';
import { createPayers } from '../support/embedded-payer.js';

afterEach(() => void vi.restoreAllMocks());

test('the answer to each request of a payment is serialized once, for the caller and for the idempotency key', async () => {
  const database = await memory.create();
  const core = embedCore(database.open());
  await core.work.refreshRates();
  const [payer] = await createPayers(core);
  const host = await serveEmbedded(core);
  const made = vi.spyOn(JSON, 'stringify');
  /** How often a text with this beginning was made. */
  const count = (beginning: string): number =>
    made.mock.results.filter(({ value }) => typeof value === 'string' && value.startsWith(beginning)).length;

  const id = await host.quote(payer!, 'key');
  const beginning = `{"id":"${id}","status":`;
  expect(count(beginning)).toBe(1);
  await host.execute(payer!, id, 'key');
  expect(count(beginning)).toBe(2);
  await host.stop();
});
