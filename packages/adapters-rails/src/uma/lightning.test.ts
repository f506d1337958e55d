import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Instant, instant } from '@corridor/core';
import type { PayoutInstruction } from '@corridor/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Invoice } from './invoices.js';
import { type Script, type SimulatedLightning, simulatedLightning } from './lightning.js';

let directory = '';
let now: Instant;
let payer: SimulatedLightning;
let payee: SimulatedLightning;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'corridor-lightning-'));
  now = instant(Date.UTC(2026, 0, 15));
  const clock = { now: () => now };
  payer = simulatedLightning({ directory, clock });
  payee = simulatedLightning({ directory, clock });
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const issue = (hold = false, script?: Script): Promise<Invoice> =>
  payee.issue({
    satoshis: 1_234n,
    description: 'for Bob',
    expiresAt: instant(now + 300_000),
    hold,
    ...(script && { script }),
  });

const instruction = ({ text }: Invoice, reference = 'payment-1', amount = 1_234n): PayoutInstruction => ({
  reference,
  account: { accountType: 'LIGHTNING', invoice: text },
  currency: 'BTC' as never,
  amount,
  paymentRail: null,
  purposeOfPayment: null,
  sameCurrency: true,
  remittanceInformation: null,
  submittedAt: now,
  cancelRequestedAt: null,
});

const pay = async (invoice: Invoice, reference?: string, amount?: bigint): Promise<string> =>
  (await payer.rail.payouts!.submit(instruction(invoice, reference, amount))).state;
const look = async (invoice: Invoice): Promise<string> =>
  (await payer.rail.payouts!.status(instruction(invoice), now)).state;

describe('an invoice', () => {
  it('reads the same on every host: amount, expiry and description', async () => {
    const invoice = await issue();
    expect(await payer.read(invoice.text)).toEqual(invoice);
    expect(invoice).toMatchObject({
      msat: 1_234_000n,
      expiresAt: now + 300_000,
      descriptionHash: createHash('sha256').update('for Bob').digest('hex'),
    });
    expect(invoice.text).toMatch(/^lnbcrt/);
    for (const text of ['', 'lnbc1', 'lnbcrt1nonsense', invoice.text.slice(0, -4)]) {
      expect(await payer.read(text), text).toBeNull();
    }
  });

  it('is paid once, by the first payer, and a repeated reference has the same answer', async () => {
    const invoice = await issue();
    const states = await Promise.all(['a', 'b', 'c', 'd'].map((reference) => pay(invoice, reference)));
    expect(states.filter((state) => state === 'delivered')).toEqual(['delivered']);
    expect(await payee.stateOf(invoice.paymentHash)).toBe('SETTLED');
    const winner = ['a', 'b', 'c', 'd'][states.indexOf('delivered')];
    expect(await pay(invoice, winner)).toBe('delivered');
  });

  it('can only be paid in full and before it expires', async () => {
    const invoice = await issue();
    expect(await pay(invoice, 'payment-1', 1_233n)).toBe('failed');
    now = instant(now + 300_000);
    expect(await pay(invoice)).toBe('failed');
    expect(await payee.stateOf(invoice.paymentHash)).toBe('AWAITED');
  });
});

describe('a held payment', () => {
  it('is delivered when it is settled', async () => {
    const invoice = await issue(true);
    expect(await pay(invoice)).toBe('pending');
    expect(await payee.stateOf(invoice.paymentHash)).toBe('HELD');
    expect(await look(invoice)).toBe('pending');
    expect(await payee.settle(invoice.paymentHash)).toBe('SETTLED');
    expect([await look(invoice), await payee.cancel(invoice.paymentHash)]).toEqual(['delivered', 'SETTLED']);
  });

  it('comes back when it is cancelled, and cannot be settled afterwards', async () => {
    const invoice = await issue(true);
    await pay(invoice);
    expect(await payee.cancel(invoice.paymentHash)).toBe('CANCELLED');
    expect([await look(invoice), await payee.settle(invoice.paymentHash)]).toEqual(['failed', 'CANCELLED']);
  });

  it('that is settled and cancelled at the same time has one outcome for all hosts', async () => {
    const invoice = await issue(true);
    await pay(invoice);
    const ends = await Promise.all([payee.settle(invoice.paymentHash), payee.cancel(invoice.paymentHash)]);
    expect(new Set(ends).size).toBe(1);
    expect(await look(invoice)).toBe(ends[0] === 'SETTLED' ? 'delivered' : 'failed');
  });

  it('that is neither settled nor cancelled comes back after the time limit', async () => {
    const invoice = await issue(true);
    await pay(invoice);
    now = instant(now + 3 * 3600 * 1000);
    expect(await look(invoice)).toBe('failed');
  });

  it('cannot be settled before it is paid', async () => {
    const invoice = await issue(true);
    expect(await payee.settle(invoice.paymentHash)).toBe('AWAITED');
    expect(await payee.cancel(invoice.paymentHash)).toBe('CANCELLED');
    expect(await pay(invoice)).toBe('failed');
  });
});

it('the simulated network serves sandbox platforms only', () => {
  expect(payer.rail.environment).toBe('SANDBOX');
});
