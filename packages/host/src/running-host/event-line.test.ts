import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { eventLine, pageOf } from './event-line.js';

const PLACE = { url: 'https://ops.example/console', platformId: 'Platform:1', environment: 'SANDBOX' } as const;
const EVENT = { id: 'Webhook:1', type: 'OUTGOING_PAYMENT.COMPLETED', resource: 'Transaction:1' };
const plain = { inColour: false, console: null };

it('shows type, id, resource, answer, duration and page', () => {
  expect(eventLine(EVENT, { status: 200, ms: 12 }, { inColour: false, console: PLACE })).toBe(
    'OUTGOING_PAYMENT.COMPLETED Webhook:1 Transaction:1 -> 200 in 12 ms https://ops.example/console/t/Platform:1/SANDBOX/payments/Transaction:1',
  );
  expect(eventLine(EVENT, null, plain)).toBe('OUTGOING_PAYMENT.COMPLETED Webhook:1 Transaction:1');
});

it.each([
  ['OUTGOING_PAYMENT.COMPLETED', '\u001b[32m'],
  ['OUTGOING_PAYMENT.FAILED', '\u001b[31m'],
  ['OUTGOING_PAYMENT.PENDING', '\u001b[33m'],
  ['INTERNAL_ACCOUNT.BALANCE_UPDATED', ''],
  ['SOMETHING.FROM_A_LATER_VERSION', ''],
])('colours %s by its outcome', (type, colour) => {
  const line = eventLine({ ...EVENT, type }, null, { inColour: true, console: null });
  expect(line.startsWith(`${colour}${type}`)).toBe(true);
  expect(stripVTControlCharacters(line)).toBe(eventLine({ ...EVENT, type }, null, plain));
});

it('lets no text of the service control the terminal', () => {
  const hostile = { id: 'Webhook:\u001b[2J', type: 'X\u009b31m\r', resource: 'Transaction:\u001b]8;;x\u0007' };
  expect(eventLine(hostile, null, { inColour: false, console: PLACE })).toMatch(/^[\x20-\x7e]+$/);
});

it('leads to the event if the console shows no such record', () => {
  const page = (resource: string) => pageOf(PLACE, { ...EVENT, resource });
  expect(page('BulkImport:1')).toBe('https://ops.example/console/t/Platform:1/SANDBOX/webhooks/Webhook:1');
  expect(page('constructor')).toBe('https://ops.example/console/t/Platform:1/SANDBOX/webhooks/Webhook:1');
  expect(page('Exception:1')).toBe('https://ops.example/console/exceptions/Exception:1');
});
