import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Rail } from '../accounts/index.js';
import { decide } from '../testing/decide-match.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { type ListEntry, playScreening, type PlayScreening } from '../testing/play-screening.js';
import { digest } from '../testing/ports.js';
import { DEPOSITS } from './deposit.js';
import { TRANSACTIONS } from './transaction.js';

const NAMES = ['Grace Hopper', 'Ada Lovelace', 'Mallory', 'Alan Turing'] as const;
const LIMIT = SENT + 1n;
const AFTER = [0, 0, 30, 400, 3_600, 8_000] as const;

type Step =
  | { readonly does: 'pay' | 'collect' | 'fund' | 'misfund' | 'bump' | 'away' | 'back' }
  | { readonly does: 'arrive' | 'unknown'; readonly from: number }
  | { readonly does: 'list' | 'unlist' | 'pass' | 'cancel' | 'clear' | 'confirm'; readonly nth: number };

const nth = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>({ does: 'pay' }, { does: 'collect' }, { does: 'fund' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ does: 'misfund' }, { does: 'bump' }) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ does: 'away' }, { does: 'back' }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('arrive', 'unknown'), from: nth }) as fc.Arbitrary<Step> },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom('list', 'unlist', 'pass', 'pass', 'pass', 'cancel', 'clear', 'clear', 'confirm'),
      nth,
    }) as fc.Arbitrary<Step>,
  },
);

/** What the bank was asked, in the order of the requests, with what the provider had said by then. */
interface Left {
  readonly kind: 'payout' | 'collection' | 'refund';
  readonly reference: string;
  /** How many answers the provider had given, and whether it was away. */
  readonly answers: number;
  /** How many of them were surely recorded: those that it had given before this step. */
  readonly recorded: number;
  readonly isAway: boolean;
  /** The matches that operators had cleared by then: list entry, its version and the party. */
  readonly cleared: ReadonlySet<string>;
}

interface World {
  readonly bank: PlayBank;
  readonly lists: PlayScreening;
  readonly left: readonly Left[];
  readonly cleared: Set<string>;
  /** The parties of each payment that may pass: those from the account of the payer. */
  readonly payers: ReadonlyMap<string, readonly string[]>;
  play(step: Step): Promise<void>;
}

const keyOf = (party: string | null, entry: string, version: string): string => `${party} ${entry} ${version}`;

async function world(): Promise<World> {
  const lists = playScreening({ rules: { passBelow: { USD: LIMIT } as never } });
  const left: Left[] = [];
  const cleared = new Set<string>();
  let recorded = 0;
  const note = (kind: Left['kind'], reference: string): void =>
    void left.push({
      ...{ kind, reference, answers: lists.answered.length, recorded, isAway: lists.isAway, cleared: new Set(cleared) },
    });
  const rails: readonly Rail[] = sandboxRails(digest).map((rail) =>
    rail.name !== BANK
      ? rail
      : {
          ...rail,
          payouts: {
            ...rail.payouts!,
            submit: async ({ reference }) => (note('payout', reference), { state: 'pending', checkAfterSeconds: 60 }),
            status: async () => ({ state: 'delivered', onChainTransaction: null, checkAfterSeconds: null }),
          },
          pulls: {
            ...rail.pulls!,
            submit: async ({ reference }) => (
              note('collection', reference),
              { state: 'pending', checkAfterSeconds: 60 }
            ),
            status: async () => ({ state: 'collected', checkAfterSeconds: null }),
          },
          funding: {
            ...rail.funding!,
            refund: async ({ reference }) => (note('refund', reference), { state: 'completed' }),
          },
        },
  );
  const bank = await playBank({ rails, screening: [lists.connection] });
  const { play, usd } = bank.payer;
  await play.pass(60);
  const payee = (await bank.payer.external()).id;
  const collectedFrom = (await bank.payer.dollars()).id;
  await play.pass(0);
  const made: string[] = [];
  const payers = new Map<string, readonly string[]>();

  async function quoteFrom(over: bigint): Promise<void> {
    const quote = await play.run(play.core.quotes.create, bank.payer.funded(payee));
    // A confirmed match has blocked the customer or the payee.
    if (!quote.ok) return;
    made.push(quote.value.transactionId);
    const remitter = { name: 'Mallory', account: 'DE001' };
    valueOf(await bank.arrives(quote.value.reference!, SENT + over, { remitter }));
  }

  const entriesOf = (index: number): ListEntry => ({
    ...{ entry: `E${index % NAMES.length}`, version: '1', matches: NAMES[index % NAMES.length]! },
  });

  return {
    ...{ bank, lists, left, cleared, payers },
    async play(one) {
      recorded = lists.answered.length;
      switch (one.does) {
        case 'pay': {
          const made1 = await play.run(play.core.quotes.create, bank.payer.fromAccount(usd.id, payee));
          if (!made1.ok) return;
          made.push(made1.value.transactionId);
          payers.set(made1.value.transactionId, [bank.payer.customerId, payee]);
          await play.run(play.core.quotes.execute, { id: made1.value.id });
          return;
        }
        case 'collect': {
          const request = { sourceId: collectedFrom, destinationId: usd.id, amount: SENT };
          const pulled = await play.run(play.core.transfers.in, request);
          if (pulled.ok) made.push(pulled.value.id);
          return;
        }
        case 'fund':
          return quoteFrom(0n);
        case 'misfund':
          return quoteFrom(1n);
        case 'bump':
          return lists.change(lists.list);
        case 'away':
        case 'back':
          lists.isAway = one.does === 'away';
          return;
        case 'arrive':
        case 'unknown': {
          const remitter = { name: NAMES[one.from % NAMES.length]!, account: 'DE002' };
          const reference = one.does === 'arrive' ? usd.reference : 'UNKNOWN';
          valueOf(await bank.arrives(reference, SENT, { remitter }));
          return;
        }
        case 'list':
          return lists.change([
            ...lists.list.filter(({ entry }) => entry !== entriesOf(one.nth).entry),
            entriesOf(one.nth),
          ]);
        case 'unlist':
          return lists.change(lists.list.filter(({ entry }) => entry !== entriesOf(one.nth).entry));
        case 'pass':
          return play.pass(AFTER[one.nth % AFTER.length]!);
        case 'cancel': {
          const id = made[one.nth % Math.max(made.length, 1)];
          if (id !== undefined) await play.core.transactions.cancel(play.context(), { id });
          return;
        }
        case 'clear':
        case 'confirm':
          {
            const match = await decide(play, one.does, one.nth);
            if (match !== null && one.does === 'clear')
              cleared.add(keyOf(match.party, match.entry, match.entryVersion));
          }
          return;
      }
    },
  };
}

/** The record whose question says whether what left might leave. */
async function subjectOf({ bank }: World, { kind, reference }: Left): Promise<string> {
  if (kind !== 'refund') return reference;
  if (reference.startsWith('Deposit:')) return reference.split('/')[0]!;
  const { play } = bank.payer;
  return play.storage.units.read(play.tenant, async (reads) => {
    const { rows } = await reads.list(TRANSACTIONS, { order: 'asc', limit: 200 });
    return rows.find(({ refundReference }) => refundReference === reference)!.id;
  });
}

const numberOf = (listVersion: string): number => Number(listVersion.slice(1));

const newestOf = (answers: PlayScreening['answered']): number =>
  Math.max(0, ...answers.map(({ answer }) => numberOf(answer.listVersion)));

/** Whether the last answer about a subject let it go, by the newest lists that an answer had named. */
function mightLeave({ lists }: World, subject: string, { answers, recorded, cleared }: Left): boolean {
  const known = lists.answered.slice(0, answers);
  const last = known.findLast(({ question }) => question.payment?.id === subject);
  if (last === undefined) return false;
  const newest = newestOf(known.slice(0, recorded));
  const { listVersion, matches } = last.answer;
  return (
    numberOf(listVersion) >= newest &&
    matches.every(({ party, entry, entryVersion }) => cleared.has(keyOf(party, entry, entryVersion)))
  );
}

/** Whether a payment might leave without an answer: the last one about each of its parties let it go. */
function mightPass(
  { lists, payers }: World,
  subject: string,
  { kind, answers, recorded, isAway, cleared }: Left,
): boolean {
  const known = lists.answered.slice(0, answers);
  const newest = newestOf(known.slice(0, recorded));
  if (!isAway || kind !== 'payout' || !payers.has(subject)) return false;
  return payers.get(subject)!.every((party) => {
    const last = known.findLast(({ question }) => question.parties.some(({ id }) => id === party));
    return (
      last !== undefined &&
      numberOf(last.answer.listVersion) >= newest &&
      last.answer.matches.every((m) => m.party !== party || cleared.has(keyOf(m.party, m.entry, m.entryVersion)))
    );
  });
}

async function check(of: World): Promise<void> {
  const { bank, left } = of;
  for (const one of left) {
    const subject = await subjectOf(of, one);
    const may = mightLeave(of, subject, one) || mightPass(of, subject, one);
    expect([one.kind, one.reference, may]).toEqual([one.kind, one.reference, true]);
  }
  const references = left.map(({ kind, reference }) => `${kind} ${reference}`);
  expect(references.length).toBe(new Set(references).size);
  await bank.payer.auditClean();
}

/** What is on the account of the payer, by what came to it and what left it. */
async function booksAgree({ bank, lists, cleared }: World): Promise<void> {
  const { play, usd } = bank.payer;
  const { payments, deposits } = await play.storage.units.read(play.tenant, async (reads) => ({
    payments: (await reads.list(TRANSACTIONS, { order: 'asc', limit: 200 })).rows,
    deposits: (await reads.list(DEPOSITS, { order: 'asc', limit: 200 })).rows,
  }));
  const isFrom = (source: unknown): boolean => (source as { accountId?: string } | null)?.accountId === usd.id;
  const delivered = payments.filter((t) => t.type === 'OUTGOING' && isFrom(t.source) && t.status === 'COMPLETED');
  const collected = payments.filter((t) => t.type === 'INCOMING' && t.status === 'COMPLETED' && !!t.senderIdentifier);
  const credited = deposits.filter(({ creditedAs, amount }) => creditedAs !== null && amount === SENT);
  for (const { id } of credited) {
    const last = lists.answered.findLast(({ question }) => question.payment?.id === id)!;
    const open = last.answer.matches.filter((m) => !cleared.has(keyOf(m.party, m.entry, m.entryVersion)));
    expect([id, open]).toEqual([id, []]);
  }
  const [available, held] = await bank.balance();
  expect(available + held).toBe(
    FUNDED + SENT * BigInt(collected.length + credited.length) - SENT * BigInt(delivered.length),
  );
}

it('no money leaves without an answer that counts, none moves twice, and the books are even', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 18 }), async (steps) => {
      const of = await world();
      for (const one of steps) await of.play(one);
      await check(of);
      of.lists.isAway = false;
      for (let i = 0; i < 7; i++) await of.play({ does: 'pass', nth: AFTER.indexOf(400) });
      await check(of);
      await booksAgree(of);
    }),
    { numRuns: 60 },
  );
}, 300_000);
