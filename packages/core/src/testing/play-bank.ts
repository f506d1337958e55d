import type { FundingRail, Rail, RailTelling } from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import type { Result } from '../kernel/index.js';
import { entriesCausedBy, POSTINGS } from '../ledger/index.js';
import type { Told } from '../rails/index.js';
import type { Transaction } from '../transactions/index.js';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { valueOf } from './play-core.js';
import { type PlayPayer, playPayer } from './play-payer.js';
import { digest } from './ports.js';

export const BANK = 'sandbox-bank';
/** The amount of the transfers of a play bank, and the balance of its payer before them. */
export const SENT = 100_000n;
export const FUNDED = 1_000_000n;
export const GRACE = { name: 'Grace Hopper', account: 'DE89370400440532013000' };

type Telling = RailTelling extends infer M ? (M extends RailTelling ? Omit<M, 'rail' | 'messageId'> : never) : never;
type BankMessage = Telling & { readonly rail?: string; readonly messageId?: string };

/** The bank of a payer: what it reports, and what the records and books say afterwards. */
export interface PlayBank {
  readonly payer: PlayPayer;
  /** Reports of attempts of jobs that failed. */
  readonly failures: readonly unknown[];
  /** A message of the bank, with a new message id unless one is given. */
  tell(message: BankMessage): Promise<Result<Told>>;
  /** Dollars that arrive with this reference, as a new payment of Grace unless `over` says otherwise. */
  arrives(reference: string, amount?: bigint, over?: object): Promise<Result<Told>>;
  read(id: string): Promise<Transaction>;
  exceptions(): Promise<readonly ExceptionRecord[]>;
  /** The available and held amounts of the payer's dollars. */
  balance(): Promise<readonly [available: bigint, held: bigint]>;
  sumOn(account: string): Promise<bigint>;
  /** The entries that a record caused, oldest first: the kind, and the amount on each account. */
  entries(cause: string): Promise<readonly (readonly [kind: string, lines: Readonly<Record<string, bigint>>])[]>;
  /** The jobs about a record: the kind, and the seconds until it is due. */
  jobs(subject: string): Promise<readonly (readonly [kind: string, seconds: number])[]>;
  /** A transfer from the payer's dollars to an account with this suffix, or from it, after the first jobs have run. */
  transferOut(suffix?: string): Promise<Transaction>;
  transferIn(suffix?: string): Promise<Transaction>;
}

/** A payer on the sandbox's rails, or on these ones, with the bank that reports about the payments. */
export async function playBank(over: Parameters<typeof playPayer>[0] = {}): Promise<PlayBank> {
  const failures: unknown[] = [];
  const payer = await playPayer({ report: (_, details) => void failures.push(details), ...over });
  const { play, usd } = payer;
  const { storage, tenant, core } = play;
  let messages = 0;
  const read = async (id: string) => valueOf(await play.read(core.transactions.get, { id }));
  const tell = (message: BankMessage) =>
    core.railTells('SANDBOX', { rail: BANK, messageId: `message ${messages++}`, ...message } as RailTelling);
  const transfer = async (made: Promise<Result<Transaction>>) => {
    const { id } = valueOf(await made);
    await play.pass(0);
    return read(id);
  };
  return {
    payer,
    failures,
    tell,
    arrives: (reference, amount = SENT, over = {}) =>
      tell({
        kind: 'arrival',
        paymentId: `arrival ${messages++}`,
        reference,
        currency: 'USD',
        amount,
        remitter: GRACE,
        valueDate: '2026-01-15',
        ...over,
      }),
    read,
    exceptions: () =>
      storage.units.read(tenant, async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 99 })).rows),
    async balance() {
      const { available, held } = await payer.internal('USD');
      return [available, held];
    },
    sumOn: (account) => storage.units.read(tenant, (reads) => reads.sum(POSTINGS, 'amount', { account }, 0, null)),
    entries: (cause) =>
      storage.units.read(tenant, async (reads) =>
        (await entriesCausedBy(reads, cause, 99)).map(({ kind, postings }) => [
          kind,
          Object.fromEntries(postings.map(({ account, amount }) => [account, amount])),
        ]),
      ),
    jobs: (subject) =>
      storage.units.read(tenant, async (reads) =>
        (await reads.list(JOBS, { order: 'asc', limit: 99 })).rows
          .filter((job) => job.subject === subject)
          .map(({ kind, dueAt }) => [kind, (dueAt - play.clock.now()) / 1000]),
      ),
    transferOut: async (suffix) =>
      transfer(
        play.run(core.transfers.out, {
          sourceId: usd.id,
          destinationId: (await payer.dollars(suffix)).id,
          amount: SENT,
        }),
      ),
    transferIn: async (suffix) =>
      transfer(
        play.run(core.transfers.in, {
          sourceId: (await payer.dollars(suffix)).id,
          destinationId: usd.id,
          amount: SENT,
        }),
      ),
  };
}

/** The sandbox's rails, with this answer of the bank to refunds of arrived money. */
export const refundingRails = (refund: FundingRail['refund']): readonly Rail[] =>
  sandboxRails(digest).map((rail) => (rail.name === BANK ? { ...rail, funding: { ...rail.funding!, refund } } : rail));
