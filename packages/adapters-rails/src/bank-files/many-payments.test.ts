import { expect, it } from 'vitest';
import { because, sentFile as sent } from '../testing/sent-file.js';

it('10,000 payments of one file are rejected, each once', { timeout: 120_000 }, async () => {
  const count = 10_000;
  const bank = await sent(count, { batch: { everySeconds: 60, maxPayments: count } });
  await bank.hear({ group: { status: 'RJCT', reasons: because('FF01') } });
  expect(new Set(await bank.statuses())).toEqual(new Set(['REJECTED']));
  expect(bank.told.size).toBe(count);
});
