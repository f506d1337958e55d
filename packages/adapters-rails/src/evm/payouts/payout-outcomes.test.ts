import { type CurrencyCode, err, ok } from '@corridor/core';
import type { TellCore } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { instruction, payeeNumber, payoutParts, USDC } from '../../testing/payout-parts.js';
import type { Hex } from '../nodes.js';
import type { Intent, Outcome } from '../sender.js';
import { isPaymentTold } from '../treasury/told-payments.js';
import { intentKey, payoutIn } from './payout-records.js';

const HASH: Hex = `0x${'ab'.repeat(32)}`;
const { reference: REFERENCE } = instruction(1);
const DAY = 'payout-days/2026-11-23';

type Parts = ReturnType<typeof payoutParts>;

const outcome = (state: Outcome['state']): Outcome => ({
  state,
  transactionHash: state === 'refused' ? null : HASH,
  blockNumber: state === 'refused' ? null : 7n,
  gasPaid: 0n,
  reason: state === 'mined' ? null : 'as the test says',
});

const intentOf = (attempt: number, reference = REFERENCE): Intent => ({
  key: intentKey({ reference, attempt }),
  purpose: 'payout',
  signer: payeeNumber(8),
  to: USDC,
  data: '0x',
  value: 0n,
});

/** A payout of 1.00 that the sender has, and what its outcomes are recorded with. */
async function sending() {
  const parts = payoutParts({ limits: { perDay: 5000n } });
  await parts.rail.submit(instruction(1));
  await parts.payouts.run(parts.tell);
  const record =
    (work: 'concluded' | 'undone') =>
    (state: Outcome['state'], attempt = 1, reference?: string) =>
      parts.store.run(async (records) => {
        await parts.payouts.outcomes[work](records, intentOf(attempt, reference), outcome(state));
        return ok();
      });
  const conclude = record('concluded');
  const undo = record('undone');
  return { ...parts, conclude, undo };
}

const stateOf = ({ committed }: Pick<Parts, 'committed'>) => committed.get(`payouts/${REFERENCE}`)!.value;
const fundsOf = ({ committed }: Pick<Parts, 'committed'>) => committed.get(`payout-funds/${USDC}`)!.value;
const spentOf = ({ committed }: Pick<Parts, 'committed'>) =>
  [...committed].flatMap(([id, { value }]) => (id.startsWith('payout-days/') ? [[id, value]] : []));

const message = (id: string, status: unknown) => ({
  kind: 'payout',
  rail: 'base',
  messageId: `${REFERENCE}/${id}`,
  reference: REFERENCE,
  status,
});

const DELIVERED = {
  state: 'delivered',
  onChainTransaction: { transactionHash: HASH, network: 'BASE' },
  checkAfterSeconds: null,
};
const REVERTED = {
  state: 'failed',
  reason: 'QUOTE_EXECUTION_FAILED',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
};

describe('the outcome of a payout', () => {
  it('that is mined reaches core once, and counts against the day', async () => {
    const parts = await sending();
    expect(fundsOf(parts)).toEqual({ given: 100n, ended: 0n });
    await parts.conclude('mined');
    await parts.conclude('mined');
    expect(stateOf(parts)).toMatchObject({ state: 'DELIVERED', transactionHash: HASH, failure: null });
    expect(fundsOf(parts)).toEqual({ given: 100n, ended: 100n });
    expect(spentOf(parts)).toEqual([[DAY, 100n]]);
    await parts.payouts.run(parts.tell);
    await parts.payouts.run(parts.tell);
    expect(parts.told).toEqual([message(`delivered/${HASH}`, DELIVERED)]);
  });

  it('that reverted reaches core once, and does not count against the day', async () => {
    const parts = await sending();
    await parts.conclude('reverted');
    await parts.conclude('reverted');
    expect(stateOf(parts)).toMatchObject({
      ...{ state: 'FAILED', transactionHash: HASH, failure: 'QUOTE_EXECUTION_FAILED', countedOn: null },
    });
    expect(fundsOf(parts)).toEqual({ given: 100n, ended: 100n });
    expect(spentOf(parts)).toEqual([[DAY, 0n]]);
    await parts.payouts.run(parts.tell);
    expect(parts.told).toEqual([message(`reverted/${HASH}`, REVERTED)]);
  });

  it('that was refused before a signature lets the payout wait for another attempt, of which core hears nothing', async () => {
    const parts = await sending();
    await parts.conclude('refused');
    expect(stateOf(parts)).toMatchObject({ state: 'WAITING', attempt: 2, countedOn: null });
    expect(fundsOf(parts)).toEqual({ given: 100n, ended: 100n });
    expect(spentOf(parts)).toEqual([[DAY, 0n]]);
    await parts.payouts.run(parts.tell);
    expect(stateOf(parts)).toMatchObject({ state: 'SENDING', attempt: 2, countedOn: '2026-11-23' });
    expect(fundsOf(parts)).toEqual({ given: 200n, ended: 100n });
    expect(spentOf(parts)).toEqual([[DAY, 100n]]);
    expect(parts.committed.has(`intents/payout/${REFERENCE}/2`)).toBe(true);
    expect(parts.told).toEqual([]);
  });

  it('of a payout that ended otherwise changes nothing', async () => {
    const parts = await sending();
    await parts.conclude('mined');
    for (const late of ['refused', 'reverted'] as const) await parts.conclude(late);
    expect(stateOf(parts)).toMatchObject({ state: 'DELIVERED', attempt: 1 });
    expect(fundsOf(parts)).toEqual({ given: 100n, ended: 100n });
    expect(spentOf(parts)).toEqual([[DAY, 100n]]);
  });

  it('of another attempt, and of an unknown payout, changes nothing', async () => {
    const parts = await sending();
    for (const attempt of [0, 2]) {
      await parts.conclude('mined', attempt);
      await parts.undo('mined', attempt);
    }
    await parts.conclude('mined', 1, 'Transaction:unknown');
    await parts.undo('mined', 1, 'Transaction:unknown');
    expect(stateOf(parts)).toMatchObject({ state: 'SENDING', attempt: 1 });
    expect(fundsOf(parts)).toEqual({ given: 100n, ended: 0n });
  });

  it('is found by the key of the intent, whatever the reference and the attempt', () => {
    for (const payout of [
      { reference: REFERENCE, attempt: 1 },
      { reference: 'a/7', attempt: 12 },
    ])
      expect(payoutIn(intentKey(payout))).toEqual(payout);
  });
});

describe('the outcome of a payout that leaves the chain', () => {
  it('takes the delivery back in core, and the tokens are given again', async () => {
    const parts = await sending();
    await parts.conclude('mined');
    await parts.undo('mined');
    await parts.undo('mined');
    expect(stateOf(parts)).toMatchObject({ state: 'SENDING', transactionHash: null, failure: null });
    expect(fundsOf(parts)).toEqual({ given: 200n, ended: 100n });
    expect(spentOf(parts)).toEqual([[DAY, 100n]]);
    await parts.payouts.run(parts.tell);
    const undone = `a reorganisation has removed the transaction ${HASH} after its confirmation`;
    expect(parts.told.slice(1)).toEqual([
      message(`undone/${HASH}/7`, { state: 'pending', checkAfterSeconds: 3600, undone }),
    ]);
  });

  it('takes back each delivery by a message of its own, and tells each further one', async () => {
    const parts = await sending();
    for (let time = 0; time < 3; time += 1) {
      await parts.conclude('mined');
      await parts.payouts.run(parts.tell);
      const intent = intentKey({ reference: REFERENCE, attempt: 1 });
      expect(await parts.store.read((records) => isPaymentTold(records, intent))).toBe(true);
      if (time < 2) await parts.undo('mined');
    }
    const ids = parts.told.map((each) => 'messageId' in each && each.messageId);
    expect(ids).toEqual(
      ['', '/1', '/2'].flatMap((times, index) => [
        `${REFERENCE}/delivered/${HASH}${times}`,
        ...(index < 2 ? [`${REFERENCE}/undone/${HASH}/7${times}`] : []),
      ]),
    );
    expect(new Set(ids).size).toBe(5);
  });

  it('is not told if the payout had failed, whose refund core has begun; it counts against no day', async () => {
    const parts = await sending();
    await parts.conclude('reverted');
    await parts.undo('reverted');
    expect(stateOf(parts)).toMatchObject({ state: 'SENDING', transactionHash: null, failure: null, countedOn: null });
    expect(fundsOf(parts)).toEqual({ given: 200n, ended: 100n });
    await parts.conclude('reverted');
    expect(fundsOf(parts)).toEqual({ given: 200n, ended: 200n });
    expect(spentOf(parts)).toEqual([[DAY, 0n]]);
    await parts.payouts.run(parts.tell);
    expect(parts.told).toEqual([message(`reverted/${HASH}`, REVERTED)]);
  });
});

describe('messages about payouts', () => {
  it('reach core in their order in one pass, and a later one waits for an earlier one', async () => {
    const parts = await sending();
    await parts.conclude('mined');
    await parts.undo('mined');
    let isFirst = true;
    const hesitant: TellCore = async (each) => {
      if (!isFirst) return parts.tell(each);
      isFirst = false;
      return err('CONFLICT');
    };
    await parts.payouts.run(hesitant);
    expect(parts.told).toEqual([]);
    await parts.payouts.run(hesitant);
    expect(parts.told.map((each) => each.kind === 'payout' && each.status.state)).toEqual(['delivered', 'pending']);
    expect(parts.warnings).toEqual([]);
  });

  it('that core refuses for good are sent once, and logged', async () => {
    const parts = await sending();
    await parts.conclude('mined');
    let asked = 0;
    const refusing: TellCore = async () => {
      asked += 1;
      return err('REFERENCE_NOT_FOUND');
    };
    await parts.payouts.run(refusing);
    await parts.payouts.run(refusing);
    expect(asked).toBe(1);
    const data = { rail: 'base', kind: 'payout', code: 'REFERENCE_NOT_FOUND' };
    expect(parts.warnings).toEqual([[data, 'core refused a message of the chain']]);
  });

  it('may reach core from two hosts at a time', async () => {
    const parts = await sending();
    await parts.conclude('mined');
    await parts.payouts.run(async (each) => {
      await parts.payouts.run(parts.tell);
      return parts.tell(each);
    });
    expect(parts.told).toEqual([message(`delivered/${HASH}`, DELIVERED), message(`delivered/${HASH}`, DELIVERED)]);
    expect([...parts.committed.keys()].filter((id) => id.startsWith('payout-tellings/'))).toEqual([]);
  });
});

describe('the record of a payout', () => {
  const { account, ...plain } = instruction(1);
  const ADDRESS = payeeNumber(1);

  it.each([
    ['a person', { ...account, beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada' } }, 'Ada'],
    ['a business', { ...account, beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Acme Ltd' } }, 'Acme Ltd'],
    ['the holder of an account', { ...account, beneficiary: undefined, accountHolderName: 'Grace' }, 'Grace'],
    ['an account without a name', { ...account, beneficiary: undefined }, null],
  ])('names %s where it is sealed', async (_, given, name) => {
    const parts = payoutParts();
    await parts.rail.submit({ ...plain, account: given as typeof account });
    expect(parts.committed.get(`payouts/${REFERENCE}`)!.secret).toEqual({ address: ADDRESS, name });
  });

  it.each([
    ['a currency without a token', { currency: 'EURC' as CurrencyCode }],
    ['an amount of nothing', { amount: 0n }],
    ['an amount of more than 256 bits', { amount: 1n << 256n }],
  ])('is a failure at once for %s', async (_, over) => {
    const { rail, told, run } = payoutParts();
    expect(await rail.submit({ ...instruction(1), ...over })).toEqual({ ...REVERTED, reason: 'ACCOUNT_INVALID' });
    await run();
    expect(told).toEqual([]);
  });

  it('is one, though two hosts submit the payout at a time', async () => {
    const parts = payoutParts();
    let steps = 0;
    const late = parts.payoutsOf(async () => {
      // The late host has found nothing, and its unit begins.
      if ((steps += 1) === 3) await parts.rail.submit(instruction(1));
    });
    expect(await late.rail.submit(instruction(1, 700n))).toEqual({ state: 'pending', checkAfterSeconds: 3600 });
    expect(stateOf(parts)).toMatchObject({ amount: 100n });
  });
});
