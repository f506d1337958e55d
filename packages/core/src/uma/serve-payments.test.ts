import { beforeEach, describe, expect, it } from 'vitest';
import { plusSeconds } from '../kernel/index.js';
import { mulDiv } from '../money/index.js';
import { fixedClock, type FixedClock, reversingSealer } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { CHAIN_ID, TOKEN } from '../testing/uma-hosts.js';
import { DOMAIN, PAYER, type UmaReceiver, umaReceiver } from '../testing/uma-receiver.js';

const directory = lightningDirectory();
let clock: FixedClock;
let receiver: UmaReceiver;

const open = async (over: { readonly hasChain?: boolean; readonly hasLightning?: boolean } = {}) => {
  receiver = await umaReceiver({ clock, lightningDirectory: directory(), ...over });
};
beforeEach(async () => {
  clock = fixedClock();
  await open();
});

const CHAIN = { layer: `eip155:${CHAIN_ID}`, asset: `eip155:${CHAIN_ID}/erc20:${TOKEN}` };

describe('a pay request of another institution', () => {
  it('is answered with an invoice for the converted amount, after the platform approved', async () => {
    const body = JSON.stringify({ receiverCustomerInfo: { FULL_NAME: 'Ada', EMAIL: '', BIRTH_DATE: '1990-01-01' } });
    receiver.host.play.answer = { kind: 'answered', status: 200, body };
    const requestedPayeeData = ['name', 'email', 'identifier'].map((key) => ({ key, mandatory: false }));
    const payerData = { name: 'Eve', shoeSize: 44, identifier: PAYER };
    expect(valueOf(await receiver.pay({ payer: PAYER.toUpperCase(), requestedPayeeData, payerData }))).toBe(
      'the answer',
    );
    const [answer] = receiver.answers;
    const { num, den } = answer!.currency.multiplier;
    const settlementAmount = mulDiv(mulDiv(1_000n, num, den, 'ceil'), 1n, 1_000n, 'ceil');
    const receipt = await receiver.receipt();
    expect(answer).toEqual({
      request: expect.objectContaining({ raw: 'the body' }) as object,
      signer: { domain: DOMAIN, signingKey: expect.any(String) as string },
      payee: receiver.host.customer.umaAddress,
      currency: expect.objectContaining({ code: 'EUR', decimals: 2 }) as object,
      receiving: 1_000n,
      pr: receipt.invoice,
      terms: null,
      utxoCallback: `https://${DOMAIN}/uma/utxos/${receipt.id.slice('Transaction:'.length)}`,
      payeeData: { name: 'Ada' },
    });
    expect(receipt).toMatchObject({
      status: 'APPROVED',
      vasp: 'bank.example',
      accountId: (await receiver.host.account('EUR')).id,
      currency: 'EUR',
      amount: 1_000n,
      layer: 'ln',
      asset: 'BTC',
      settlementCurrency: 'BTC',
      settlementAmount,
      rail: null,
      reference: null,
      payeeData: { FULL_NAME: 'Ada', EMAIL: '', BIRTH_DATE: '1990-01-01' },
      requiredFields: [],
      travelRule: null,
      isSimulated: false,
      notifiedAt: null,
    });
    const { core, read } = receiver.host.play;
    expect(valueOf(await read(core.transactions.get, { id: receipt.id }))).toMatchObject({
      type: 'INCOMING',
      status: 'PENDING',
      direction: 'CREDIT',
      customerId: receiver.host.customer.id,
      platformCustomerId: receiver.host.customer.platformCustomerId,
      destination: {
        destinationType: 'ACCOUNT',
        accountId: receipt.accountId,
        currency: 'EUR',
        onChainTransaction: null,
      },
      source: { sourceType: 'UMA_ADDRESS', umaAddress: PAYER, currency: null },
      senderIdentifier: PAYER,
      receiverIdentifier: receiver.host.customer.umaAddress,
      receivedAmount: 1_000n,
      receivedCurrency: 'EUR',
      counterparty: {
        information: { UMA_ADDRESS: PAYER, FULL_NAME: 'Eve' },
        requestedFields: [
          { name: 'FULL_NAME', mandatory: false },
          { name: 'EMAIL', mandatory: false },
        ],
      },
    });
  });

  it.each([
    [100n, 'ok'],
    [500_000n, 'ok'],
    [99n, 'AMOUNT_OUT_OF_RANGE'],
    [500_001n, 'AMOUNT_OUT_OF_RANGE'],
  ])('for %d units of a currency from 100 to 500000 is answered with %s', async (amount, code) => {
    await receiver.configure(['EUR', {}]);
    expect(codeOf(await receiver.pay({ amount: { side: 'RECEIVING', amount } }))).toBe(code);
  });

  it('with a locked sending amount credits its worth, rounded down, for an invoice in whole satoshis', async () => {
    await receiver.configure(['USD', { minAmount: 1n }]);
    valueOf(await receiver.pay({ currency: 'USD', amount: { side: 'SENDING', units: 1_239_001n } }));
    expect(receiver.answers[0]!.receiving).toBe(123n);
    expect(await receiver.receipt()).toMatchObject({ amount: 123n, settlementAmount: 1_240n });
  });

  it('can be paid for five minutes', async () => {
    valueOf(await receiver.pay());
    const receipt = await receiver.receipt();
    expect(receipt.expiresAt).toBe(plusSeconds(receiver.host.play.context().now, 300));
  });

  it.each([
    ['whose payer has no address', { payer: 'eve' }, 'SENDER_NOT_ACCEPTED'],
    ['in a currency without an account', { currency: 'ZZZ' }, 'INVALID_CURRENCY'],
    ['over a layer that was not offered', { settlement: CHAIN }, 'INVALID_INPUT'],
    [
      'with an unknown mandatory field',
      { requestedPayeeData: [{ key: 'shoeSize', mandatory: true }] },
      'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
    ],
  ])('%s is refused, and the platform is not asked', async (_, over, code) => {
    expect(codeOf(await receiver.pay(over))).toBe(code);
    expect(receiver.host.play.delivered.filter(({ type }) => type === 'INCOMING_PAYMENT.PENDING')).toEqual([]);
  });

  it('of the receiver is refused', async () => {
    expect(codeOf(await receiver.pay({ payer: receiver.host.customer.umaAddress.toUpperCase() }))).toBe(
      'SENDER_NOT_ACCEPTED',
    );
  });

  it('is refused with the names of the mandatory payer data that it lacks', async () => {
    const requiredCounterpartyFields = ['FULL_NAME', 'EMAIL', 'BIRTH_DATE'].map((name) => ({
      name,
      mandatory: name !== 'BIRTH_DATE',
    }));
    await receiver.configure(['EUR', { requiredCounterpartyFields }]);
    const refused = await receiver.pay({ payerData: { name: '' } });
    expect(refused).toMatchObject({
      error: { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: ['FULL_NAME', 'EMAIL'] } },
    });
    // The keys of the protocol, or the names here.
    expect(codeOf(await receiver.pay({ payerData: { name: 'Eve', EMAIL: 'eve@bank.example' } }))).toBe('ok');
  });

  it('over a chain is answered with terms that end with a quote', async () => {
    await open({ hasChain: true });
    valueOf(await receiver.pay({ settlement: { layer: CHAIN.layer.toUpperCase(), asset: CHAIN.asset } }));
    const receipt = await receiver.receipt();
    const { terms, currency } = receiver.answers[0]!;
    const seconds = (receipt.expiresAt - receiver.host.play.context().now) / 1_000 - 3_600;
    expect(terms).toEqual({ ...CHAIN, expiresAt: plusSeconds(clock.now() as never, seconds) });
    expect(receipt).toMatchObject({ ...CHAIN, rail: 'base.deposits', settlementCurrency: 'USDC', paymentHash: null });
    expect(receipt.reference).not.toBeNull();
    expect(receipt.settlementAmount).toBe(mulDiv(1_000n, currency.multiplier.num, currency.multiplier.den, 'ceil'));
  });

  it('has its travel-rule data decrypted, and sealed in its receipt', async () => {
    valueOf(await receiver.pay({ encryptedTravelRule: 'text' }));
    const { id, travelRule } = await receiver.receipt();
    const place = { table: 'uma_receipts', row: id, column: 'travelRule' };
    expect(reversingSealer.open(travelRule!, place)).toBe('opened: text');
    valueOf(await receiver.pay({ encryptedTravelRule: 'locked' }));
    expect((await receiver.receipt()).travelRule).toBeNull();
  });

  it('is credited without a question to a platform that has no endpoint', async () => {
    const { core, run } = receiver.host.play;
    valueOf(await run(core.platforms.updateConfig, { webhookEndpoint: null }));
    valueOf(await receiver.pay());
    expect(await receiver.receipt()).toMatchObject({ status: 'APPROVED', eventId: null, payeeData: {} });
  });
});

describe('an invoice for another institution', () => {
  const state = async () => {
    const { core, read } = receiver.host.play;
    const receipt = await receiver.receipt();
    const { status, failureReason } = valueOf(await read(core.transactions.get, { id: receipt.id }));
    return [receipt.status, status, failureReason];
  };

  it.each([
    [200, 'APPROVED', 300],
    [202, 'DEFERRED', 3_600],
  ])('after the answer %i is %s and expires after %i seconds without a payment', async (status, begun, seconds) => {
    const { play } = receiver.host;
    play.answer = { kind: 'answered', status, body: '' };
    valueOf(await receiver.pay());
    expect(await receiver.receipt()).toMatchObject({
      status: begun,
      invoice: expect.stringMatching(/^lnbcrt/) as string,
      expiresAt: plusSeconds(play.context().now, seconds),
    });
    await play.pass(seconds - 5);
    expect(await state()).toEqual([begun, 'PENDING', null]);
    await play.pass(4);
    expect(await state()).toEqual([begun, 'PENDING', null]);
    for (let second = 0; second < 5; second++) await play.pass(1);
    expect(await state()).toEqual(['EXPIRED', 'FAILED', 'QUOTE_EXPIRED']);
  });

  it('over a chain can arrive an hour after its terms', async () => {
    await open({ hasChain: true });
    const { play } = receiver.host;
    valueOf(await receiver.pay({ settlement: CHAIN }));
    await play.pass(3_899);
    expect(await state()).toEqual(['APPROVED', 'PENDING', null]);
    await play.pass(60);
    expect(await state()).toEqual(['EXPIRED', 'FAILED', 'QUOTE_EXPIRED']);
  });
});

describe('a notice of a payment', () => {
  it('is noted once, on the receipt of the institution that signed it', async () => {
    valueOf(await receiver.pay());
    const { id } = await receiver.receipt();
    const name = id.slice('Transaction:'.length);
    const notedAt = async () => (await receiver.receipt()).notifiedAt;
    receiver.noticeBy = 'other.example';
    valueOf(await receiver.notice(name));
    expect(await notedAt()).toBeNull();
    receiver.noticeBy = 'bank.example';
    valueOf(await receiver.notice(name));
    const first = receiver.host.play.context().now;
    expect(await notedAt()).toBe(first);
    clock.advance(1);
    valueOf(await receiver.notice(name));
    expect(await notedAt()).toBe(first);
  });

  it('of an unknown payment is accepted, and one without a valid signature is not', async () => {
    valueOf(await receiver.host.play.core.uma.serve.notice(DOMAIN, '018bcfe5-6800-7000-8000-00000000beef', ''));
    receiver.isSigned = false;
    expect(codeOf(await receiver.host.play.core.uma.serve.notice(DOMAIN, 'x', ''))).toBe('INVALID_SIGNATURE');
  });
});
