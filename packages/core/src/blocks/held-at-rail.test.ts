import { beforeEach, describe, expect, it } from 'vitest';
import type { Rail, RailConnection } from '../accounts/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import type { Reads, UnitOfWork } from '../kernel/index.js';
import { BANK, type PlayBank, playBank } from '../testing/play-bank.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { bankRails, payerOn, type PlayPayer } from '../testing/play-payer.js';
import { playBlocks, type PlayBlocks } from '../testing/play-blocks.js';
import { holdAtRails } from '../transactions/index.js';

const PENDING = { state: 'pending', checkAfterSeconds: 1000 } as const;
const MINUTE = 60;

/** A bank that keeps payments until its next file, and asks before it sends them. */
let waiting: string[];
let sent: string[];
let bank: PlayBank;
let payer: PlayPayer;
let blocks: PlayBlocks;

const connection = (): RailConnection => ({
  ...{ name: 'files', environment: 'SANDBOX', claims: [], rails: [], callback: null, releases: null },
  tasks: [
    {
      name: 'send',
      run: async (_tell, held) => {
        const stopped = await held(waiting);
        sent.push(...waiting.filter((reference) => !stopped.has(reference)));
        waiting = waiting.filter((reference) => stopped.has(reference));
        return MINUTE;
      },
    },
  ],
  check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
});

const rails = (): readonly Rail[] =>
  bankRails({
    submit: async ({ reference }) => (waiting.push(reference), PENDING),
    cancel: async ({ reference }) => {
      waiting = waiting.filter((each) => each !== reference);
      return 'cancelled';
    },
    status: async () => PENDING,
  }).map((rail) =>
    rail.name === BANK
      ? { ...rail, funding: { ...rail.funding!, refund: async ({ reference }) => (waiting.push(reference), PENDING) } }
      : rail,
  );

beforeEach(async () => {
  waiting = [];
  sent = [];
  bank = await playBank({ rails: rails(), connections: [connection()] });
  ({ payer } = bank);
  blocks = await playBlocks(payer.play);
  valueOf(await payer.play.core.rails.start());
  await payer.play.pass(0);
});

const open = async (): Promise<readonly ExceptionRecord[]> =>
  (await bank.exceptions()).filter(({ status }) => status === 'OPEN');
const only = async (): Promise<ExceptionRecord> => {
  const found = await open();
  expect(found).toHaveLength(1);
  return found[0]!;
};

describe.each(['customers', 'platforms'] as const)(
  'a payout that its rail keeps, while one of the %s is blocked',
  (kind) => {
    const subject = () => (kind === 'customers' ? payer.customerId : '');

    it('is not sent, also after the block, before an operator decides', async () => {
      const { id } = await bank.transferOut();
      expect(waiting).toEqual([id]);
      await blocks.block(kind, subject());
      await payer.play.pass(MINUTE);
      await payer.play.pass(MINUTE);
      expect(sent).toEqual([]);
      const held = await only();
      expect(held).toMatchObject({
        ...{ kind: 'PAYMENT_HELD', subject: id, leg: 'DELIVERY', rail: BANK },
        reason: `an operator has to decide about this payment: ${subject() || 'the platform'} is blocked`,
      });
      const decision = { exceptionId: held.id, resolution: 'RETRIED' } as const;
      expect(codeOf(await blocks.resolve(decision))).toBe('CONFLICT');
      expect(codeOf(await blocks.resolve({ ...decision, resolution: 'REFUSED' }))).toBe('CONFLICT');
      await blocks.unblock(kind, subject());
      await payer.play.pass(MINUTE);
      expect(sent).toEqual([]);
      valueOf(await blocks.resolve(decision));
      await payer.play.pass(MINUTE);
      expect(sent).toEqual([id]);
      await payer.auditClean();
    });

    it('can be cancelled by operators, which ends its exception', async () => {
      const { id } = await bank.transferOut();
      await blocks.block(kind, subject());
      await payer.play.pass(MINUTE);
      expect(codeOf(await payer.play.core.transactions.cancel(payer.play.context(), { id }))).toBe('USER_BLOCKED');
      await blocks.cancel(id);
      expect(await open()).toEqual([]);
      await payer.play.pass(MINUTE);
      expect(sent).toEqual([]);
      await payer.auditClean();
    });
  },
);

it('a refund that its rail keeps is not sent while its payer is blocked', async () => {
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  valueOf(await bank.arrives(quote.reference!, 5n));
  const { deposit } = valueOf(await bank.arrives(quote.reference!, 7n));
  await payer.play.pass(0);
  expect(waiting).toHaveLength(2);
  await blocks.block('customers', payer.customerId);
  await payer.play.pass(MINUTE);
  expect(sent).toEqual([]);
  expect((await open()).map(({ kind, subject, leg, amount }) => [kind, subject, leg, amount])).toEqual(
    expect.arrayContaining([
      ['PAYMENT_HELD', quote.transactionId, 'FUNDING', 5n],
      ['PAYMENT_HELD', deposit!.id, 'FUNDING', 7n],
    ]),
  );
  await blocks.unblock('customers', payer.customerId);
  for (const { id } of await open()) valueOf(await blocks.resolve({ exceptionId: id, resolution: 'RETRIED' }));
  await payer.play.pass(MINUTE);
  expect(sent).toHaveLength(2);
  await payer.auditClean();
});

it('the payouts that banks have are listed by customer, by payee and for the platform', async () => {
  const { id, destination } = await bank.transferOut();
  const { core, read } = payer.play;
  const payee = (destination as { readonly accountId: string }).accountId;
  const listed = async (subject?: string) =>
    valueOf(await read(core.payments.atBank, { subject })).payments.map((payment) => payment.id);
  expect(await listed(payer.customerId)).toEqual([id]);
  expect(await listed(payee)).toEqual([id]);
  expect(await listed()).toEqual([id]);
  expect(await listed('Customer:018bcfe5-6800-7000-8000-0000000000cc')).toEqual([]);
  const done = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
  valueOf(await bank.tell({ kind: 'payout', reference: id, status: done }));
  expect(await listed()).toEqual([]);
});

it('the payouts that banks have to the accounts of a customer are listed also if another customer pays them', async () => {
  const { core, read, run } = payer.play;
  const other = await payerOn(payer.play, { fullName: 'Bea' });
  const quote = await payer.quoted(payer.fromAccount(other.usd.id, (await payer.external()).id));
  valueOf(await run(core.quotes.execute, { id: quote.id }));
  await payer.play.pass(0);
  for (const subject of [payer.customerId, other.customerId])
    expect(valueOf(await read(core.payments.atBank, { subject })).payments).toMatchObject([
      { id: quote.transactionId },
    ]);
});

it('many payouts are asked about with as many reads as one', async () => {
  const { storage, context } = payer.play;
  let reads = 0;
  const counting = (of: Reads): Reads =>
    Object.fromEntries(
      Object.entries(of).map(([name, read]) => [
        name,
        (...given: never[]) => ((reads += 1), (read as (...input: never[]) => unknown)(...given)),
      ]),
    ) as unknown as Reads;
  const units: UnitOfWork = {
    ...storage.units,
    read: (tenant, work, ...rest) => storage.units.read(tenant, (of) => work(counting(of)), ...rest),
  };
  const held = holdAtRails({ units, ids: { next: () => 'unused' } as never, contextOf: async () => context() });
  await blocks.block('external-accounts', (await payer.dollars('899')).id);
  await bank.transferOut('891');
  const readsOf = async (references: readonly string[]) => {
    reads = 0;
    expect(await held(references)).toEqual(new Set());
    return reads;
  };
  const one = await readsOf(waiting);
  for (const suffix of ['892', '893', '894']) await bank.transferOut(suffix);
  expect(waiting).toHaveLength(4);
  expect(await readsOf(waiting)).toBe(one);
});
