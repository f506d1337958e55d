import { ok } from '@corridor/core';
import { TRAVEL_RULE_TRANSFERS } from '@corridor/core/records';
import { expect, it } from 'vitest';
import { waitingTransfer } from '../../../../core/src/testing/waiting-transfer.js';
import { startConsole } from '../../testing/console.js';

it('lists the payments that wait for an institution, with the end of the wait, and filters the others', async () => {
  const console = await startConsole();
  const viewer = await console.operator('VIEWER', 'Vic');
  const shown = async (path: string): Promise<string> => {
    const page = await console.get(`/console/travel-rule${path}`, viewer);
    expect(page.status, page.text).toBe(200);
    return page.text.replaceAll(/\s+/g, ' ');
  };
  expect(await shown('')).toContain('No transfer waits for the answer of an institution.');
  const { storage, tenant } = console.play;
  const asked = waitingTransfer(tenant);
  const other = { id: 'TravelRuleTransfer:018bcfe5-6800-7000-8000-0000000000b3', reference: 'T-1' } as const;
  const received = { direction: 'IN', status: 'RECEIVED', subject: 'K7QF9M3XHTCP' } as const;
  await storage.units.run(tenant, async (tx) => {
    tx.add(TRAVEL_RULE_TRANSFERS, asked);
    return ok(tx.add(TRAVEL_RULE_TRANSFERS, waitingTransfer(tenant, { ...other, ...received } as never)));
  });
  const waiting = await shown('');
  expect(waiting).toContain(`${console.tenantBase}/payments/${asked.subject}`);
  expect(waiting).toContain('Example &lt;b&gt;Exchange&lt;/b&gt;');
  expect(waiting).toContain('2026-01-16');
  expect(waiting).not.toContain('K7QF9M3XHTCP');
  expect(await shown('?status=RECEIVED')).toContain('K7QF9M3XHTCP');
  expect(await shown('?environment=PRODUCTION')).not.toContain(asked.subject);
  expect(await shown('.csv')).toContain(asked.id);
  expect((await console.get('/console/travel-rule?status=x', viewer)).status).toBe(400);
  expect((await console.get('/console/screening', viewer)).text).toContain('/console/travel-rule');
});
