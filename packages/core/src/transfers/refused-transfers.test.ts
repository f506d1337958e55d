import { beforeEach, describe, expect, it } from 'vitest';
import { type ExternalAccount, type Rail, RailUnavailable } from '../accounts/index.js';
import { Bug, type CurrencyCode, type Result } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { CorridorSetting } from '../rates/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { refusal } from '../testing/host.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { playWallets } from '../testing/play-wallets.js';
import type { Transaction } from '../transactions/index.js';
import { invalidInEstimate } from './estimate-withdrawal.js';
import type { TransferOutRequest, TransferRequest } from './index.js';
import { invalidInTransfer } from './transfer-request.js';

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OPTIONS = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };
const USD = 'USD' as CurrencyCode;

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

/** The external account in dollars of the present payer. */
const outside = (): Promise<string> => {
  const known = accounts.get(payer) ?? payer.dollars().then(({ id }) => id);
  accounts.set(payer, known);
  return known;
};
const accounts = new WeakMap<PlayPayer, Promise<string>>();
const transferIn = async (over: Partial<TransferRequest> = {}): Promise<Result<Transaction>> =>
  payer.play.run(payer.play.core.transfers.in, {
    sourceId: await outside(),
    destinationId: payer.usd.id,
    amount: 100_000n,
    ...over,
  });
const transferOut = async (over: Partial<TransferOutRequest> = {}): Promise<Result<Transaction>> =>
  payer.play.run(payer.play.core.transfers.out, {
    sourceId: payer.usd.id,
    destinationId: await outside(),
    amount: 100_000n,
    ...over,
  });

describe('the amount of a transfer', () => {
  it('is positive, and the error names the field, also before any record is read', async () => {
    const ctx = payer.play.context();
    for (const amount of [undefined, 0n, -1n, 5 as never]) {
      const fields = [{ field: 'amount', message: 'must be a positive integer in smallest units' }];
      expect(invalidInTransfer(ctx, { amount })).toEqual(fields);
      expect(invalidInEstimate(ctx, { amount: amount as never })).toEqual([
        { field: 'amount', message: 'must be positive' },
      ]);
    }
    expect(invalidInTransfer(ctx, { amount: 1n })).toEqual([]);
    expect(invalidInEstimate(ctx, { amount: 1n })).toEqual([]);
    const refused = { code: 'INVALID_AMOUNT', fields: ['amount'] };
    expect(refusal(await transferIn({ amount: 0n }))).toEqual(refused);
    expect(refusal(await transferOut({ amount: undefined }))).toEqual(refused);
  });

  it('is at most the largest amount', async () => {
    const limits = { currencyCode: 'USD', requiredCounterpartyFields: [], minAmount: 1n, maxAmount: MAX_AMOUNT };
    const supportedCurrencies = [{ ...limits, enabledTransactionTypes: ['INCOMING'] }];
    valueOf(await payer.play.run(payer.play.core.platforms.updateConfig, { supportedCurrencies } as never));
    expect(valueOf(await transferIn({ amount: MAX_AMOUNT })).sentAmount).toBe(MAX_AMOUNT);
    expect(codeOf(await transferIn({ amount: MAX_AMOUNT + 1n }))).toBe('AMOUNT_OUT_OF_RANGE');
  });

  it('is within the limits of the platform for the currency, bounds included', async () => {
    const currency = (currencyCode: string, minAmount: bigint, maxAmount: bigint) => ({
      currencyCode,
      requiredCounterpartyFields: [],
      minAmount,
      maxAmount,
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    });
    const supportedCurrencies = [currency('EUR', 7n, 8n), currency('USD', 100n, 500_000n)];
    valueOf(await payer.play.run(payer.play.core.platforms.updateConfig, { supportedCurrencies } as never));
    for (const transfer of [transferIn, transferOut]) {
      const codes = [];
      for (const amount of [99n, 100n, 500_000n, 500_001n]) codes.push(codeOf(await transfer({ amount })));
      expect(codes).toEqual(['AMOUNT_OUT_OF_RANGE', 'ok', 'ok', 'AMOUNT_OUT_OF_RANGE']);
    }
    const euros = { supportedCurrencies: [currency('EUR', 1n, 500_000n)] };
    valueOf(await payer.play.run(payer.play.core.platforms.updateConfig, euros as never));
    for (const transfer of [transferIn, transferOut]) expect(codeOf(await transfer())).toBe('INVALID_CURRENCY');
  });
});

describe('a transfer out', () => {
  const withCorridor = async (over: Partial<CorridorSetting>): Promise<void> => {
    payer = await playPayer({ options: { ...OPTIONS, corridors: [{ source: USD, destination: USD, ...over }] } });
  };

  it('is within the range and the cap of the corridor of its currency', async () => {
    await withCorridor({ minAmount: 1_000n, maxAmount: 9_000n, transactionCap: 5_000n });
    const codes = [];
    for (const amount of [999n, 1_000n, 5_000n, 5_001n, 9_001n]) codes.push(codeOf(await transferOut({ amount })));
    expect(codes).toEqual([
      'AMOUNT_OUT_OF_RANGE',
      'ok',
      'ok',
      'TRANSACTION_SIZE_LIMIT_EXCEEDED',
      'AMOUNT_OUT_OF_RANGE',
    ]);
    expect(codeOf(await transferIn({ amount: 999n }))).toBe('ok');
  });

  it('goes only to an account whose ownership is verified, if its corridor requires it', async () => {
    await withCorridor({ ownershipVerification: true });
    const codes = [];
    for (const suffix of ['891', '102', '104'])
      codes.push(codeOf(await transferOut({ destinationId: (await payer.dollars(suffix)).id })));
    expect(codes).toEqual(['ok', 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED', 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED']);
    expect(await payer.internal('USD')).toMatchObject({ available: 900_000n, held: 100_000n });
  });

  it('names its payment rail, and whether it was requested, and has no fee at a bank', async () => {
    const made = valueOf(await transferOut());
    expect(made).toMatchObject({ direction: 'DEBIT', railSelectionMode: 'AUTO', fees: null, receivedAmount: 100_000n });
    const chosen = { paymentRail: 'WIRE', purposeOfPayment: 'SELF', remittanceInformation: 'mine' };
    expect(valueOf(await transferOut(chosen as never))).toMatchObject({
      paymentRail: 'WIRE',
      railSelectionMode: 'MANUAL',
      purposeOfPayment: 'SELF',
      remittanceInformation: 'mine',
    });
  });

  it('does not leave a wallet, whose owner signs quotes', async () => {
    const { play, open } = await playWallets();
    const { account, customer } = await open({ email: 'ada@example.com' });
    const added = await play.run(play.core.accounts.addExternal, {
      ownerType: 'CUSTOMER',
      customerId: customer.id,
      currency: 'USDB',
      accountInfo: {
        accountType: 'SPARK_WALLET',
        address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
      },
    } as never);
    const request = { sourceId: account.id, destinationId: valueOf(added).id, amount: 5n };
    const refused = await play.run(play.core.transfers.out, request);
    expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['source.accountId'] });
  });
});

it('a transfer needs the fields of the customer that providers require for its currency', async () => {
  const requirement = { currency: USD, customerFields: ['BIRTH_DATE'], counterpartyCustomerFields: [] } as const;
  payer = await playPayer({ options: { ...OPTIONS, providerRequirements: [requirement] } });
  for (const transfer of [transferIn, transferOut]) {
    expect(await transfer()).toMatchObject({
      error: { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: ['BIRTH_DATE'] } },
    });
  }
});

describe('the network fee of a transfer to a chain', () => {
  let asked = 0;
  const rails = (estimate: () => Promise<bigint | null>): readonly Rail[] =>
    bankRails({}).map((rail) =>
      rail.networkFees === null ? rail : { ...rail, networkFees: { ...rail.networkFees, estimate } },
    );
  const bitcoin = async (): Promise<{ readonly source: string; readonly wallet: ExternalAccount }> => {
    const { play } = payer;
    const { account } = await payer.internal('BTC', 'platform');
    valueOf(await play.run(play.core.sandbox.fund, { accountId: account.id, amount: 50_000n }));
    const accountInfo = { accountType: 'ALTCHAIN_WALLET', assetType: 'BTC', address: BTC_ADDRESS };
    const wallet = { ownerType: 'PLATFORM', currency: 'BTC', accountInfo } as never;
    return { source: account.id, wallet: valueOf(await play.run(play.core.accounts.addExternal, wallet)) };
  };
  const pricedAt = async (fee: bigint | null) => {
    asked = 0;
    payer = await playPayer({ rails: rails(async () => (asked++, fee)) });
    return bitcoin();
  };
  const estimate = (internalAccountId: string, over: object = {}) =>
    payer.play.core.transfers.estimateWithdrawal(payer.play.context(), {
      internalAccountId,
      currency: 'BTC',
      cryptoNetwork: 'BITCOIN',
      amount: 50_000n,
      destinationAddress: BTC_ADDRESS,
      ...over,
    });

  it('is not asked for a transfer that is invalid without it', async () => {
    const { source, wallet } = await pricedAt(700n);
    expect(codeOf(await transferOut({ sourceId: source, destinationId: wallet.id, amount: undefined }))).toBe(
      'INVALID_AMOUNT',
    );
    const own = (await payer.internal('USD')).account.id;
    expect(codeOf(await transferOut({ sourceId: own, destinationId: wallet.id }))).toBe('REFERENCE_NOT_FOUND');
    expect(asked).toBe(0);
    expect(valueOf(await transferOut({ sourceId: source, destinationId: wallet.id, amount: 701n }))).toMatchObject({
      sentAmount: 701n,
      receivedAmount: 1n,
      fees: 700n,
    });
    expect(asked).toBe(1);
  });

  it('is refused for an address of another network, and the error names the field', async () => {
    const { source, wallet } = await pricedAt(null);
    const refused = await transferOut({ sourceId: source, destinationId: wallet.id, amount: 701n });
    const errors = [{ field: 'destination.accountId', message: 'names an account whose address is not on BITCOIN' }];
    expect(refused).toMatchObject({ error: { code: 'INVALID_BANK_ACCOUNT', details: { errors } } });
    expect(await estimate(source)).toMatchObject({
      error: {
        code: 'INVALID_BANK_ACCOUNT',
        details: { errors: [{ field: 'destinationAddress', message: 'is not an address on BITCOIN' }] },
      },
    });
  });

  it('is estimated only for a positive amount, on a network that carries the currency', async () => {
    const { source } = await pricedAt(700n);
    expect(refusal(await estimate(source, { amount: 0n }))).toEqual({ code: 'INVALID_AMOUNT', fields: ['amount'] });
    const refused = await estimate(source, { cryptoNetwork: 'TRON' });
    const unknown = { field: 'cryptoNetwork', constraint: { enum: ['SPARK', 'BITCOIN'] } };
    expect(refused).toMatchObject({ error: { code: 'INVALID_INPUT', details: { errors: [unknown] } } });
    expect(asked).toBe(0);
  });

  it('holds for the chain and the rail that it was asked for', async () => {
    const { source, wallet } = await pricedAt(700n);
    const { play } = payer;
    const request = { sourceId: source, destinationId: wallet.id, amount: 5_000n };
    const { prepare, finish } = play.core.transfers.out;
    const prepared = valueOf(await prepare(play.context(), request));
    const { withdrawal, fee } = prepared.networkFee;
    for (const other of [{ ...withdrawal!, network: 'SPARK' }, { ...withdrawal!, rail: 'other' }, null]) {
      const changed = { ...prepared, networkFee: { withdrawal: other, fee } };
      expect(codeOf(await play.run(finish, changed))).toBe('CONFLICT');
    }
    expect((await payer.internal('BTC', 'platform')).available).toBe(50_000n);
    expect(valueOf(await play.run(finish, prepared)).fees).toBe(700n);
  });

  it('is an error of the rail if the rail throws, and a defect if there is a bug in it', async () => {
    const failing = async (cause: Error) => {
      payer = await playPayer({
        rails: rails(async () => {
          throw cause;
        }),
      });
      const { source, wallet } = await bitcoin();
      return transferOut({ sourceId: source, destinationId: wallet.id, amount: 5_000n });
    };
    expect(codeOf(await failing(new RailUnavailable('sandbox-crypto', 'network-fee', 'no answer')))).toBe(
      'SERVICE_UNAVAILABLE',
    );
    expect(codeOf(await failing(new TypeError('broken')))).toBe('SERVICE_UNAVAILABLE');
    await expect(failing(new Bug('broken'))).rejects.toThrow('broken');
  });
});
