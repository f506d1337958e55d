import type { RailConnection } from '../../accounts/index.js';
import { SENT } from '../play-bank.js';
import { valueOf } from '../play-core.js';
import { payerOn } from '../play-payer.js';
import {
  type AskedBank,
  askedBank,
  COLLECTED,
  collectedPayment,
  DELIVERED,
  failedCollectedPayment,
  fundedQuote,
  owing,
  sceneOf,
} from './bank-messages.js';
import type { OpenScene } from './scene.js';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Prepares a payment whose next job is due after these seconds. Returns its payee. */
const due =
  (seconds: number, prepare: (world: AskedBank) => Promise<string | null>): OpenScene =>
  async () => {
    const world = await askedBank();
    const payee = await prepare(world);
    return sceneOf(world, payee, () => world.bank.payer.play.pass(seconds));
  };

/** A second payment for a quote that has its money: it goes back, at once or after a time. */
const paidTwice = (returnAfterSeconds: number) =>
  due(returnAfterSeconds, async ({ bank }) => {
    const { quote, payee } = await fundedQuote(bank);
    valueOf(await bank.arrives(quote.reference!, 100_000n));
    await bank.payer.play.pass(0);
    valueOf(await bank.arrives(quote.reference!, 100_000n, { returnAfterSeconds }));
    return payee;
  });

/** A payout in the next file of the bank, which asks before it sends the file. */
const inNextFile: OpenScene = async () => {
  let sent: (() => void) | null = null;
  const waiting: string[] = [];
  const connection: RailConnection = {
    ...{ name: 'files', environment: 'SANDBOX', claims: [], rails: [], callback: null, releases: null },
    tasks: [
      {
        name: 'send',
        run: async (_tell, held) => {
          const stopped = await held(waiting);
          if (waiting.some((reference) => !stopped.has(reference))) sent?.();
          return MINUTE;
        },
      },
    ],
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
  };
  const world = await askedBank(connection);
  const { play } = world.bank.payer;
  valueOf(await play.core.rails.start());
  const { id, destination } = await world.bank.transferOut();
  waiting.push(id);
  sent = () => void world.asked.push('send the file');
  return sceneOf(world, (destination as { readonly accountId: string }).accountId, () => play.pass(MINUTE));
};

export const WAITING = {
  payoutSubmit: due(0, async ({ bank: { payer } }) => {
    const { play, usd } = payer;
    const destinationId = (await payer.dollars()).id;
    valueOf(await play.run(play.core.transfers.out, { sourceId: usd.id, destinationId, amount: SENT }));
    return destinationId;
  }),
  /** The customer of the scene pays another one inside the ledger. */
  payoutInside: due(0, async ({ bank: { payer } }) => {
    const { account } = await (await payerOn(payer.play)).internal('EUR');
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, account.id));
    valueOf(await payer.execute(quote.id));
    return null;
  }),
  payoutCheck: due(MINUTE, async (world) => {
    const { destination } = await world.bank.transferOut();
    world.payout = DELIVERED;
    return (destination as { readonly accountId: string }).accountId;
  }),
  pullSubmit: due(0, async ({ bank: { payer } }) => {
    const { play, usd } = payer;
    const sourceId = (await payer.dollars()).id;
    valueOf(await play.run(play.core.transfers.in, { sourceId, destinationId: usd.id, amount: SENT }));
    return sourceId;
  }),
  pullCheck: due(MINUTE, async (world) => {
    const { source } = await world.bank.transferIn();
    world.pull = COLLECTED;
    return (source as { readonly accountId: string }).accountId;
  }),
  pullCheckToPayOn: due(MINUTE, async (world) => {
    const { payee } = await collectedPayment(world.bank);
    world.pull = COLLECTED;
    return payee;
  }),
  refundToPayer: due(0, async ({ bank }) => {
    const { payee, quote } = await fundedQuote(bank);
    valueOf(await bank.arrives(quote.reference!, 5n));
    return payee;
  }),
  refundOfCollection: due(0, failedCollectedPayment),
  returnAtOnce: paidTwice(0),
  returnLater: paidTwice(HOUR),
  nextFile: inNextFile,
  fees: due(DAY, async (world) => {
    const { payer } = world.bank;
    const payee = (await payer.external()).id;
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, payee));
    valueOf(await payer.execute(quote.id));
    await payer.play.pass(0);
    valueOf(await world.bank.tell({ kind: 'payout', reference: quote.transactionId, status: DELIVERED }));
    return payee;
  }),
  owing,
  quoteExpiry: due(100_000, async ({ bank }) => (await fundedQuote(bank)).payee),
} satisfies Readonly<Record<string, OpenScene>>;
