import { type CurrencyCode, instant, toIso } from '@corridor/core';
import { exampleAccountInfo } from '@corridor/core/internal';
import type { FundingRefund, PayoutInstruction } from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import { bankParts, IBAN, MONDAY, OTHER_IBAN, PAYEE } from '../testing/bank-connection.js';
import { accountRail } from './account-rail.js';
import { EUR, LARGEST_TRANSFER } from './entry.js';

const USD = 'USD' as CurrencyCode;
const at = (day: string) => instant(Date.parse(`${day}T12:00:00Z`));
let serial = 0;
const reference = () => `Transaction:0199c0de-0000-7000-8000-1${String((serial += 1)).padStart(11, '0')}`;

function open(over: Readonly<Record<string, unknown>> = {}) {
  const parts = bankParts(over);
  let isReady = true;
  const rail = accountRail({
    name: 'acme-bank',
    environment: 'PRODUCTION',
    entry: parts.entry,
    account: parts.entry.accounts[0]!,
    payments: parts.payments,
    messages: parts.messages,
    ready: async () => {
      if (!isReady) throw new Error('another account');
    },
  });
  const funding = rail.funding!;
  const sendBack = (of: FundingRefund) => funding.refund!(of, MONDAY);
  return { ...parts, rail, payouts: rail.payouts!, funding, sendBack, lock: () => (isReady = false) };
}

const NOWHERE = {
  ...{ townName: null, postCode: null, street: null, secondLine: null, buildingNumber: null, subdivision: null },
};
const PERSON = { beneficiaryType: 'INDIVIDUAL' as const, fullName: 'Grace Hopper', countryOfResidence: 'FR' };
const payee = (over: Readonly<Record<string, unknown>> = {}) =>
  ({ ...exampleAccountInfo('EUR_ACCOUNT'), iban: PAYEE, beneficiary: PERSON, ...over }) as unknown as AccountInfo;

const payout = (over: Partial<PayoutInstruction> = {}): PayoutInstruction => ({
  reference: reference(),
  account: payee(),
  currency: EUR,
  amount: 12_345n,
  paymentRail: 'SEPA',
  purposeOfPayment: 'SALARY_PAYMENT',
  sameCurrency: true,
  remittanceInformation: 'Invoice 42',
  submittedAt: MONDAY,
  cancelRequestedAt: null,
  ...over,
});

const arrival = (account: string | null, name: string | null = 'Ada Lovelace', valueDate: string | null = null) => ({
  paymentId: 'p',
  remitter: { name, account },
  valueDate,
});
const refund = (of: FundingRefund['arrival']): FundingRefund => ({
  reference: reference().replace('Transaction', 'Deposit'),
  currency: EUR,
  amount: 500n,
  arrival: of,
  submittedAt: MONDAY,
});

const PENDING = { state: 'pending', checkAfterSeconds: 21_600 };

describe('the rail of a bank account', () => {
  it('pays and receives euros, and settles in a day or, with instant payments alone, in seconds', () => {
    expect(open().rail).toMatchObject({
      ...{ name: 'acme-bank', environment: 'PRODUCTION', simulated: false, pulls: null, networkFees: null },
      capabilities: {
        ...{ accountTypes: ['EUR_ACCOUNT'], currencies: ['EUR'], paymentRails: ['SEPA', 'SEPA_INSTANT'] },
        ...{ push: true, pull: false, pullsFrom: [], receive: true, followsWallets: false, cancellable: true },
        settlementSeconds: 86_400,
      },
    });
    expect(open({ paymentRails: ['SEPA_INSTANT'] }).rail.capabilities.settlementSeconds).toBe(10);
  });

  it('stores a payout once, as it is sent to the bank', async () => {
    const { payouts, payments } = open();
    const one = payout({ account: payee({ iban: PAYEE.toLowerCase(), swiftCode: 'bnpafrpp' }) });
    expect(await payouts.submit(one)).toEqual(PENDING);
    expect(await payouts.status({ ...one, amount: 1n }, MONDAY)).toEqual(PENDING);
    expect(await payments.get(one.reference)).toMatchObject({
      ...{ kind: 'payout', rail: 'acme-bank', iban: IBAN, scheme: 'SEPA', amount: 12_345n, purposeCode: 'SALA' },
      creditor: {
        name: 'Grace Hopper',
        iban: PAYEE,
        bic: 'BNPAFRPP',
        address: { ...NOWHERE, country: 'FR' },
      },
      ...{ remittanceText: 'Invoice 42', status: 'WAITING' },
    });
  });

  it('names the payee by his full name, the legal name or the holder of the account, and gives his address', async () => {
    const { payouts, payments } = open();
    const creditor = async (account: AccountInfo) => {
      const one = payout({ account });
      await payouts.submit(one);
      return (await payments.get(one.reference))?.creditor;
    };
    const business = { beneficiaryType: 'BUSINESS', legalName: 'Acme SARL' };
    expect((await creditor(payee({ beneficiary: business })))?.name).toBe('Acme SARL');
    expect((await creditor(payee({ beneficiary: undefined, accountHolderName: 'Ada' })))?.name).toBe('Ada');
    const address = { line1: '1 rue X', line2: null, city: 'Paris', postalCode: '75001', country: 'BE' };
    expect((await creditor(payee({ beneficiary: { ...PERSON, address } })))?.address).toEqual({
      ...{ ...NOWHERE, country: 'BE', townName: 'Paris', postCode: '75001', street: '1 rue X' },
    });
    const whole = { ...address, line2: 'Bâtiment B', state: 'IDF' };
    expect((await creditor(payee({ beneficiary: { ...PERSON, address: whole } })))?.address).toMatchObject({
      ...{ street: '1 rue X', secondLine: 'Bâtiment B', subdivision: 'IDF' },
    });
    for (const countryOfResidence of [undefined, 'FRA', 'fr', 'F'])
      expect((await creditor(payee({ beneficiary: { ...PERSON, countryOfResidence } })))?.address).toBeNull();
    for (const swiftCode of ['BNPA', 'no BIC at all', null])
      expect((await creditor(payee({ swiftCode })))?.bic).toBeNull();
    expect((await creditor(payee({ swiftCode: '7BANFR2P' })))?.bic).toBe('7BANFR2P');
  });

  it('refuses what no bank takes, and stores nothing', async () => {
    const { payouts, payments } = open();
    const failed = (reason: string) => ({
      ...{ state: 'failed', reason, refundReason: 'TRANSACTION_FAILED', refundable: true },
    });
    const refused: readonly (readonly [Partial<PayoutInstruction>, string])[] = [
      [{ amount: LARGEST_TRANSFER + 1n }, 'LIMIT_EXCEEDED'],
      [{ account: payee({ iban: 'US64SVBKUS6S3300958879' }) }, 'ACCOUNT_INVALID'],
      [{ account: payee({ iban: undefined }) }, 'ACCOUNT_INVALID'],
      [{ account: payee({ beneficiary: undefined, accountHolderName: undefined }) }, 'ACCOUNT_INVALID'],
      [{ account: payee({ beneficiary: { ...PERSON, fullName: '😀 🚀' } }) }, 'ACCOUNT_INVALID'],
    ];
    for (const [over, reason] of refused) {
      const one = payout(over);
      expect(await payouts.submit(one)).toEqual(failed(reason));
      expect(await payments.get(one.reference)).toBeNull();
    }
    expect(await payouts.submit(payout({ amount: LARGEST_TRANSFER }))).toEqual(PENDING);
  });

  it('takes the first payment rail of its configuration for a payout without one', async () => {
    for (const paymentRails of [['SEPA_INSTANT', 'SEPA'], ['SEPA']]) {
      const { payouts, payments } = open({ paymentRails });
      const scheme = async (paymentRail: PayoutInstruction['paymentRail']) => {
        const one = payout({ paymentRail });
        await payouts.submit(one);
        return (await payments.get(one.reference))!.scheme;
      };
      expect(await scheme(null)).toBe(paymentRails[0]);
      expect(await scheme('SEPA')).toBe('SEPA');
      expect(await scheme('SEPA_INSTANT')).toBe('SEPA_INSTANT');
    }
  });

  it('settles an instant payment ten seconds after its file, and another one at the end of its execution date', () => {
    const { payouts } = open();
    const at = (rail: 'SEPA' | 'SEPA_INSTANT', time: string) =>
      toIso(payouts.settlesAt!(rail, instant(Date.parse(time))));
    expect(at('SEPA_INSTANT', '2026-11-23T09:00:00Z')).toBe('2026-11-23T09:01:10.000Z');
    expect(at('SEPA', '2026-11-23T09:00:00Z')).toBe('2026-11-23T22:59:00.000Z');
    // The file of a minute later misses the cut-off at 16:00 in Berlin.
    expect(at('SEPA', '2026-11-23T14:58:59Z')).toBe('2026-11-23T22:59:00.000Z');
    expect(at('SEPA', '2026-11-23T14:59:30Z')).toBe('2026-11-24T22:59:00.000Z');
    const waiting = open({ batch: { minPayments: 2, waitSeconds: 600 } }).payouts;
    const waitingAt = (rail: 'SEPA' | 'SEPA_INSTANT') =>
      toIso(waiting.settlesAt!(rail, instant(Date.parse('2026-11-23T14:50:00Z'))));
    expect(waitingAt('SEPA_INSTANT')).toBe('2026-11-23T15:01:10.000Z');
    expect(waitingAt('SEPA')).toBe('2026-11-23T22:59:00.000Z');
  });

  it('cancels a payout that is not in a file yet', async () => {
    const { payouts, payments } = open();
    const one = payout();
    await payouts.submit(one);
    expect(await payouts.cancel!(one)).toBe('cancelled');
    expect((await payments.get(one.reference))!.status).toBe('CANCELLED');
  });

  it('reaches every IBAN of SEPA', async () => {
    const { payouts } = open();
    const reached = (iban: unknown) => payouts.lookUp!(payee({ iban }), EUR);
    expect(await reached(PAYEE.toLowerCase())).toBe('reachable');
    for (const iban of ['US64SVBKUS6S3300958879', 'FR1420041010050500013M02607', undefined])
      expect(await reached(iban)).toBe('unreachable');
  });

  it.each([
    ['RS35260005601001611379', '2026-05-04', '2026-05-05'],
    ['AL47212110090000000235698741', '2025-10-04', '2025-10-05'],
    ['ME25505000012345678951', '2025-10-04', '2025-10-05'],
    ['MK07250120000058984', '2025-10-04', '2025-10-05'],
    ['MD24AG000225100013104168', '2025-10-04', '2025-10-05'],
  ])('pays %s from the day on which the banks of its country take part', async (iban, before, since) => {
    const { payouts } = open({ paymentRails: ['SEPA', 'SEPA_INSTANT'] });
    const pay = (day: string, paymentRail: 'SEPA' | 'SEPA_INSTANT' = 'SEPA') =>
      payouts.submit(payout({ account: payee({ iban }), paymentRail, submittedAt: at(day) }));
    expect(await pay(before)).toMatchObject({ state: 'failed', reason: 'ACCOUNT_INVALID', refundable: true });
    expect((await pay(since)).state).toBe('pending');
    const isPayable = (day: string, paymentRail: 'SEPA' | 'SEPA_INSTANT') =>
      payouts.isPayable!(payee({ iban }), paymentRail, at(day));
    expect([isPayable(before, 'SEPA'), isPayable(since, 'SEPA'), isPayable(before, 'SEPA_INSTANT')]).toEqual([
      ...[false, true, true],
    ]);
    // Which banks take instant payments is said by the bank.
    expect((await pay(before, 'SEPA_INSTANT')).state).toBe('pending');
    expect(
      (
        await open({ alsoReaches: [iban.slice(0, 2)] }).payouts.submit(
          payout({ account: payee({ iban }), submittedAt: at(before) }),
        )
      ).state,
    ).toBe('pending');
    expect(await payouts.lookUp(payee({ iban }), EUR)).toBe('reachable');
  });

  it('reaches a country outside of SEPA only if the entry names it', async () => {
    const account = payee({ iban: 'XK051212012345678906' });
    const { payouts } = open();
    expect(await payouts.lookUp(account, EUR)).toBe('unreachable');
    expect(await payouts.submit(payout({ account }))).toMatchObject({ state: 'failed', reason: 'ACCOUNT_INVALID' });
    const also = open({ alsoReaches: ['XK'] });
    const payable = [payouts, also.payouts].map((each) => each.isPayable!(account, 'SEPA', at('2026-05-05')));
    expect(payable).toEqual([false, true]);
    expect(await also.payouts.lookUp(account, EUR)).toBe('reachable');
    const one = payout({ account });
    expect((await also.payouts.submit(one)).state).toBe('pending');
    expect((await also.payments.get(one.reference))!.creditor.iban).toBe('XK051212012345678906');
  });

  it('does nothing while its account may not be used', async () => {
    const { payouts, payments, lock, sendBack } = open();
    lock();
    const one = payout();
    const back = refund(arrival(PAYEE));
    for (const call of [() => payouts.submit(one), () => payouts.cancel!(one), () => sendBack(back)])
      await expect(call()).rejects.toThrow('another account');
    expect(await payments.getMany([one.reference, back.reference])).toEqual([]);
  });
});

describe('funding by a bank account', () => {
  it('has instructions for euros off chain, with the reference of the payer', () => {
    const { funding } = open();
    const request = { currency: EUR, reference: 'REF7', cryptoNetwork: null } as Parameters<
      typeof funding.instructions
    >[0];
    expect(funding.networks(EUR)).toEqual([null]);
    expect(funding.networks(USD)).toEqual([]);
    expect(funding.instructions(request)).toEqual([
      {
        instructionsNotes: 'Put REF7 into the remittance information of the payment.',
        isPlatformAccount: null,
        accountOrWalletInfo: expect.objectContaining({
          ...{ accountType: 'EUR_ACCOUNT', iban: IBAN, swiftCode: 'COBADEFFXXX', reference: 'REF7' },
        }) as unknown,
      },
    ]);
    expect(funding.instructions({ ...request, currency: USD })).toBeNull();
    expect(funding.instructions({ ...request, cryptoNetwork: 'BASE' as never })).toBeNull();
    const accounts = [{ iban: IBAN, bic: null, name: 'Acme', currency: 'EUR' }];
    const [plain] = open({ accounts }).funding.instructions(request)!;
    expect(plain!.accountOrWalletInfo).not.toHaveProperty('swiftCode');
  });

  it('sends money back to its sender out of the account that received it, once', async () => {
    const { payments, sendBack } = open();
    const back = refund(arrival('fr14 2004 1010 0505 0001 3M02 606', 'Ada Lovelace', '2026-11-20'));
    expect(await sendBack(back)).toEqual(PENDING);
    expect(await sendBack({ ...back, arrival: null })).toEqual(PENDING);
    expect(await payments.get(back.reference)).toMatchObject({
      ...{ kind: 'refund', rail: 'acme-bank', iban: IBAN, scheme: 'SEPA', amount: 500n, purposeCode: null },
      creditor: { name: 'Ada Lovelace', iban: PAYEE, bic: null, address: null },
      remittanceText: 'Return of your payment of 2026-11-20',
    });
  });

  it('names a sender whom his bank did not name the sender of the payment', async () => {
    const { payments, sendBack } = open();
    for (const name of [null, ' ', '']) {
      const back = refund(arrival(PAYEE, name));
      await sendBack(back);
      expect(await payments.get(back.reference)).toMatchObject({
        creditor: { name: 'Sender of the payment' },
        remittanceText: 'Return of your payment',
      });
    }
  });

  it('sends money from a country back that joined SEPA lately', async () => {
    const { sendBack, payments } = open();
    const back = refund(arrival('RS35 2600 0560 1001 6113 79'));
    expect(await sendBack(back)).toEqual(PENDING);
    expect((await payments.get(back.reference))!.creditor.iban).toBe('RS35260005601001611379');
  });

  it('sends nothing back to an unknown account, one outside of SEPA, or one of the service', async () => {
    const own = 'NL91ABNA0417164300';
    const { payments, sendBack } = open({ ownAccounts: [own] });
    const failed = (reason: string) => ({ state: 'failed', reason });
    for (const of of [null, arrival(null), arrival('12345'), arrival('US64SVBKUS6S3300958879')]) {
      const back = refund(of);
      expect(await sendBack(back)).toEqual(failed('the account of the sender is not an IBAN of SEPA'));
      expect(await payments.get(back.reference)).toBeNull();
    }
    for (const account of [IBAN, own])
      expect(await sendBack(refund(arrival(account)))).toEqual(failed('the sender is an account of the service'));
    expect(await sendBack(refund(arrival(OTHER_IBAN)))).toEqual(PENDING);
    expect(await sendBack({ ...refund(arrival(PAYEE)), amount: LARGEST_TRANSFER + 1n })).toEqual(
      failed('the money cannot be sent back: LIMIT_EXCEEDED'),
    );
  });
});
