import { CUSTOMERS, PLATFORMS } from '@corridor/core/records';
import { beforeEach, describe, expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { type PlayPayer, payerOn } from '../../../../core/src/testing/play-payer.js';
import { operatorLogOf, startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

let console: TestConsole;
let admin: TestOperator;
let payer: PlayPayer;
beforeEach(async () => {
  console = await startConsole();
  admin = await console.operator('ADMIN', 'Ada');
  payer = await payerOn(console.play);
});

const at = (path: string): string => `${console.tenantBase}${path}`;
const ofCustomer = (path: string): string => at(`/customers/${payer.customerId}${path}`);
const shown = async (path: string, by = admin): Promise<string> =>
  (await console.get(path, by)).text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/ +/g, ' ');
const read = <T>(kind: never, id: string): Promise<T> =>
  console.play.storage.units.read(console.play.tenant, (reads) => reads.get(kind, id)) as Promise<T>;
const platformLimits = async () =>
  (await read<{ customerLimits: unknown }>(PLATFORMS as never, console.play.tenant)).customerLimits;
const ownLimits = async () => (await read<{ ownLimits: unknown }>(CUSTOMERS as never, payer.customerId)).ownLimits;

const NONE = { dailyAmount: null, monthlyAmount: null, dailyCount: null, monthlyCount: null };
const PAYOUTS = { kind: 'PAYOUT', currency: 'USD' };
const ENTERED = { ...PAYOUTS, dailyAmount: '1,000.00', monthlyCount: '20', reason: 'risk class 2' };

describe('the limits of a platform', () => {
  it('are set, changed and removed in the console, with entries in the log', async () => {
    expect(await shown(at('/platform'))).toContain('Nothing limits what its customers start in a day and a month.');
    const done = await console.submit(at('/platform/limits/add'), admin, ENTERED);
    expect(done.location).toContain('/platform?done=');
    expect(await platformLimits()).toEqual([{ ...NONE, ...PAYOUTS, dailyAmount: 100_000n, monthlyCount: 20 }]);
    expect(await shown(at('/platform'))).toContain(
      'Payouts to external accounts USD 1,000.00 USD no limit no limit 20',
    );
    const [entry] = await operatorLogOf(console.play.core);
    expect(entry).toMatchObject({
      ...{ action: 'limits.set', subject: console.play.tenant },
      before: { ...NONE, currency: 'USD' },
      after: { ...NONE, currency: 'USD', dailyAmount: 100_000n, monthlyCount: 20 },
    });
    const form = at('/platform/limits/PAYOUT/USD');
    expect((await console.get(form, admin)).text).toContain('value="1000.00"');
    await console.submit(form, admin, { dailyAmount: '', dailyCount: '3', monthlyCount: '20', reason: 'other' });
    expect(await platformLimits()).toEqual([{ ...NONE, ...PAYOUTS, dailyCount: 3, monthlyCount: 20 }]);
    await console.submit(`${form}/remove`, admin, { reason: 'not needed' });
    // Payments look for limits of single customers by it.
    expect(await platformLimits()).toEqual([{ ...NONE, ...PAYOUTS }]);
    expect(await shown(at('/platform'))).toContain('Nothing limits what its customers start in a day and a month.');
    expect((await console.get(`${form}/remove`, admin)).status).toBe(404);
  });

  it('are refused beside the field if they contradict themselves, and found only if they exist', async () => {
    const wrong = await console.submit(at('/platform/limits/add'), admin, { ...ENTERED, dailyCount: '21' });
    expect(wrong.text).toContain('must not be less than dailyCount');
    expect((await console.get(at('/platform/limits/PAYOUT/USD'), admin)).status).toBe(404);
    expect(await platformLimits()).toBeNull();
  });
});

describe('the limits of a customer', () => {
  it('show what applies and what is used of it', async () => {
    const { play } = console;
    await console.submit(at('/platform/limits/add'), admin, ENTERED);
    await play.pass(2);
    const { id } = await payer.dollars();
    valueOf(await play.run(play.core.transfers.out, { sourceId: payer.usd.id, destinationId: id, amount: 25_000n }));
    const page = await shown(ofCustomer('/limits'), await console.operator('VIEWER'));
    expect(page).toContain('USD 250.00 USD of 1,000.00 USD 1 of no limit 250.00 USD of no limit 1 of 20 Each customer');
    expect(page).not.toContain('Add a limit');
  });

  it('are set for the customer alone, beside those of the platform', async () => {
    await console.submit(at('/platform/limits/add'), admin, ENTERED);
    const form = ofCustomer('/limits/PAYOUT/USD');
    const opened = await console.get(form, admin);
    expect(opened.text).toContain('value="1000.00"');
    expect(opened.text).not.toContain('Remove the limit');
    const done = await console.submit(form, admin, { dailyAmount: '10.00', monthlyCount: '20', reason: 'a child' });
    expect(done.location).toContain(`${payer.customerId}/limits?done=`);
    expect(await ownLimits()).toEqual([{ ...NONE, ...PAYOUTS, dailyAmount: 1_000n, monthlyCount: 20 }]);
    expect(await platformLimits()).toMatchObject([{ dailyAmount: 100_000n }]);
    expect(await shown(ofCustomer('/limits'))).toContain('0 of 20 This customer');
    await console.submit(`${form}/remove`, admin, { reason: 'grown up' });
    expect(await ownLimits()).toBeNull();
    expect(await platformLimits()).toMatchObject([{ dailyAmount: 100_000n }]);
  });
});
