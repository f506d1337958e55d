import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type {
  PayoutStatus,
  PullStatus,
  Rail,
  RailConnection,
  RailRefundStatus,
  RailTelling,
} from '../../accounts/index.js';
import type { CurrencyCode } from '../../kernel/index.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../play-bank.js';
import { valueOf } from '../play-core.js';
import { digest } from '../ports.js';
import type { OpenScene, Scene } from './scene.js';

export const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
export const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
export const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const FAILED_PAYOUT = {
  state: 'failed',
  reason: 'QUOTE_EXECUTION_FAILED',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
} as const;

/** A bank that answers what the scene says, and notes what it is asked to do. */
export interface AskedBank {
  readonly bank: PlayBank;
  readonly asked: string[];
  /** The answers to questions about what the bank was asked to do. */
  payout: PayoutStatus;
  pull: PullStatus;
}

export async function askedBank(connection: RailConnection | null = null): Promise<AskedBank> {
  const asked: string[] = [];
  const answers: { payout: PayoutStatus; pull: PullStatus } = { payout: PENDING, pull: PENDING };
  const noting = (what: string) => async () => (asked.push(what), PENDING);
  const rails = sandboxRails(digest).map((rail): Rail =>
    rail.name !== BANK
      ? rail
      : {
          ...rail,
          payouts: { ...rail.payouts!, submit: noting('pay'), status: async () => answers.payout },
          pulls: {
            ...rail.pulls!,
            submit: noting('collect'),
            status: async () => answers.pull,
            refund: noting('send back'),
          },
          funding: { ...rail.funding!, refund: noting('send back') },
        },
  );
  const bank = await playBank({ rails, ...(connection !== null && { connections: [connection] }) });
  return Object.assign(answers, { bank, asked });
}

export const sceneOf = (
  { bank, asked }: Pick<AskedBank, 'bank' | 'asked'>,
  payee: string | null,
  tell: Scene['tell'],
): Scene => ({ play: bank.payer.play, customerId: bank.payer.customerId, payee, asked, tell });

/** A quote that an outside payer funds, and its payee. */
export async function fundedQuote({ payer }: PlayBank) {
  const payee = (await payer.external()).id;
  return { payee, quote: await payer.quoted(payer.funded(payee)) };
}

/** Dollars that arrive for what the scene says. */
const arrival =
  (of: (bank: PlayBank) => Promise<{ payee: string | null; reference: string; amount?: bigint }>): OpenScene =>
  async () => {
    const world = await askedBank();
    const { payee, reference, amount } = await of(world.bank);
    return sceneOf(world, payee, () => world.bank.arrives(reference, amount));
  };

export const ARRIVALS = {
  'for an account': arrival(async ({ payer }) => ({ payee: null, reference: payer.usd.reference })),
  'for a quote': arrival(async (bank) => {
    const { payee, quote } = await fundedQuote(bank);
    return { payee, reference: quote.reference!, amount: 100_000n };
  }),
  'of another amount than its quote': arrival(async (bank) => {
    const { payee, quote } = await fundedQuote(bank);
    return { payee, reference: quote.reference!, amount: 5n };
  }),
  'for a quote that has expired': arrival(async (bank) => {
    const { payee, quote } = await fundedQuote(bank);
    await bank.payer.play.pass(100_000);
    return { payee, reference: quote.reference!, amount: 100_000n };
  }),
  'with an unknown reference': arrival(async () => ({ payee: null, reference: 'UNKNOWN' })),
} satisfies Readonly<Record<string, OpenScene>>;

const payeeOf = (destination: unknown): string => (destination as { readonly accountId: string }).accountId;

/** The status of a transfer that the bank has; `before` is what the bank has said about it already. */
export const payout =
  (status: PayoutStatus, before: PayoutStatus | null = null): OpenScene =>
  async () => {
    const world = await askedBank();
    const { bank } = world;
    const { id, destination } = await bank.transferOut();
    if (before !== null) valueOf(await bank.tell({ kind: 'payout', reference: id, status: before }));
    return sceneOf(world, payeeOf(destination), () => bank.tell({ kind: 'payout', reference: id, status }));
  };

/** The failure of a payout whose money came from an outside payer, so that it has to go back to this payer. */
export const payoutOfOutsidePayer: OpenScene = async () => {
  const world = await askedBank();
  const { bank } = world;
  const { payee, quote } = await fundedQuote(bank);
  valueOf(await bank.arrives(quote.reference!, 100_000n));
  await bank.payer.play.pass(0);
  const reference = quote.transactionId;
  return sceneOf(world, payee, () => bank.tell({ kind: 'payout', reference, status: FAILED_PAYOUT }));
};

export const PAYOUTS = {
  pending: payout(PENDING),
  delivered: payout(DELIVERED),
  failed: payout(FAILED_PAYOUT),
  returned: payout({ state: 'returned', returnId: 'R1', amount: SENT, reason: 'AC04' }, DELIVERED),
};

/** The status of a transfer in, from the account of the payee. */
const collection =
  (status: PullStatus, before: PullStatus | null = null): OpenScene =>
  async () => {
    const world = await askedBank();
    const { bank } = world;
    const { id, source } = await bank.transferIn();
    if (before !== null) valueOf(await bank.tell({ kind: 'collection', reference: id, status: before }));
    return sceneOf(world, payeeOf(source), () => bank.tell({ kind: 'collection', reference: id, status }));
  };

/** A payment whose money the bank collects from an account in dollars, which is the payee of the scene. */
export async function collectedPayment({ payer }: PlayBank) {
  const payee = (await payer.dollars()).id;
  const quote = await payer.quoted(payer.fromAccount(payee, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(0);
  return { payee, reference: quote.transactionId };
}

/** The collected money of a payment, which is paid on. */
export const collectionToPayOn: OpenScene = async () => {
  const world = await askedBank();
  const { payee, reference } = await collectedPayment(world.bank);
  return sceneOf(world, payee, () => world.bank.tell({ kind: 'collection', reference, status: COLLECTED }));
};

export const COLLECTIONS = {
  pending: collection(PENDING),
  collected: collection(COLLECTED),
  failed: collection({ state: 'failed', reason: 'REJECTED' } as never),
  returned: collection({ state: 'returned', returnId: 'R1', amount: SENT, reason: null }, COLLECTED),
};

/** The failure of a payment whose money was collected, so that it has to go back to the account that it came from. */
export async function failedCollectedPayment(world: AskedBank): Promise<string> {
  const { bank } = world;
  const { payee, reference } = await collectedPayment(bank);
  valueOf(await bank.tell({ kind: 'collection', reference, status: COLLECTED }));
  await bank.payer.play.pass(0);
  valueOf(await bank.tell({ kind: 'payout', reference, status: FAILED_PAYOUT }));
  return payee;
}

/** What the bank says about money that it was asked to send back before, for a payment or for a deposit. */
const refund =
  (of: 'payment' | 'deposit', status: RailRefundStatus, before: RailRefundStatus | null = null): OpenScene =>
  async () => {
    const world = await askedBank();
    const { bank } = world;
    const { payee, quote } = await fundedQuote(bank);
    valueOf(await bank.arrives(quote.reference!, 5n));
    const { deposit } = valueOf(await bank.arrives(quote.reference!, 7n));
    await bank.payer.play.pass(0);
    const reference = of === 'deposit' ? deposit!.id : (await bank.payer.payment(quote)).refundReference!;
    if (before !== null) valueOf(await bank.tell({ kind: 'refund', reference, status: before }));
    return sceneOf(world, payee, () => bank.tell({ kind: 'refund', reference, status }));
  };

const BOUNCED = { state: 'failed', reason: 'AC04' } as const;
export const REFUNDS = (of: 'payment' | 'deposit') => ({
  pending: refund(of, PENDING),
  completed: refund(of, { state: 'completed' }),
  failed: refund(of, BOUNCED),
  bounced: refund(of, BOUNCED, { state: 'completed' }),
});

/** A message about an arrival that was credited before, or that funded a payment which the bank has. */
const aboutArrival =
  (kind: 'reversal' | 'recall', of: 'account' | 'payment'): OpenScene =>
  async () => {
    const world = await askedBank();
    const { bank } = world;
    const { payee, quote } = await fundedQuote(bank);
    const reference = of === 'account' ? bank.payer.usd.reference : quote.reference!;
    valueOf(await bank.arrives(reference, 100_000n, { paymentId: 'p1' }));
    await bank.payer.play.pass(0);
    const message = { kind, paymentId: 'p1', amount: 100_000n, reason: null };
    return sceneOf(world, of === 'account' ? null : payee, () => bank.tell(message));
  };

export const ARRIVALS_LATER = {
  reversal: {
    'of credited money': aboutArrival('reversal', 'account'),
    'of a payment': aboutArrival('reversal', 'payment'),
  },
  recall: { 'of credited money': aboutArrival('recall', 'account'), 'of a payment': aboutArrival('recall', 'payment') },
};

/** What the bank says about the service's own money and about its statements. */
const ofHouse =
  (message: Extract<RailTelling, { kind: 'booking' | 'difference' | 'held' }>): OpenScene =>
  async () => {
    const world = await askedBank();
    return sceneOf(world, null, () => world.bank.tell(message));
  };

const USD = 'USD' as CurrencyCode;
const HOUSE = { rail: BANK, messageId: 'house 1', currency: USD, amount: 9n } as const;
export const HOUSE_MESSAGES = {
  booking: ofHouse({ ...HOUSE, kind: 'booking', booking: 'TOP_UP', note: null }),
  difference: ofHouse({ ...HOUSE, kind: 'difference', direction: 'IN', reason: 'the statement has it' }),
  held: ofHouse({ ...HOUSE, kind: 'held', reason: 'the bank waits for a release' }),
};

/** Money that the payer owes after a reversal, because it has spent all. */
export const owing: OpenScene = async () => {
  const world = await askedBank();
  const { bank } = world;
  const { play, usd } = bank.payer;
  valueOf(await bank.arrives(usd.reference, SENT, { paymentId: 'p1' }));
  const destinationId = (await bank.payer.dollars()).id;
  valueOf(await play.run(play.core.transfers.out, { sourceId: usd.id, destinationId, amount: FUNDED + SENT }));
  await play.pass(0);
  valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: SENT, reason: null }));
  return sceneOf(world, destinationId, () => play.pass(100 * 86_400));
};
