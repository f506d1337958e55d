import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { instant, toIso } from '@corridor/core';
import {
  compareHoldings,
  type ComparedHolding,
  createRailStore,
  houseTenant,
  type RailReconciliation,
} from '@corridor/core/internal';
import type { RailConnection } from '@corridor/core/ports';
import { type ExceptionRecord, EXCEPTIONS } from '@corridor/core/records';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { valueOf } from '../../../core/src/testing/play-core.js';
import { playPayer, type PlayPayer } from '../../../core/src/testing/play-payer.js';
import { operatorNamed, reversingSealer } from '../../../core/src/testing/ports.js';
import { bankFiles } from '../bank-files/index.js';
import { digest } from './ports.js';

export const RAIL = 'acme-bank';
const ENVIRONMENT = 'SANDBOX';
const SECOND_LOOK_SECONDS = 2;

/** A core in memory with a customer, and a bank that puts files into the folder of its connection. */
export interface BankCore {
  readonly payer: PlayPayer;
  readonly connection: RailConnection;
  readonly clock: ReturnType<typeof fixedClock>;
  /** What a payer writes to pay to the customer. */
  readonly reference: string;
  /** Lets the customer pay an external account; returns the payment, and the names of its file and of itself there. */
  pay(amount: bigint): Promise<{ readonly id: string; readonly messageId: string; readonly endToEndId: string }>;
  /** Puts a file down, and lets the connection take it. */
  deliver(name: string, content: string | Uint8Array): Promise<void>;
  /** Runs every task of the connection once, and what core has to do. */
  work(): Promise<void>;
  /** What the customer has been credited. */
  credited(): Promise<bigint>;
  /** What the clearing account says that the bank holds. */
  clearing(): Promise<bigint>;
  /** The exceptions of the house and of the platform, oldest first. */
  exceptions(): Promise<readonly ExceptionRecord[]>;
  /** An operator resolves the open exception of the house with this amount. */
  resolve(amount: bigint, resolution: 'PAID_ELSEWHERE' | 'REFUSED'): Promise<void>;
  reconcile(): Promise<RailReconciliation>;
  /** What `corridor connections check` and the metrics compare. */
  holdings(): Promise<readonly ComparedHolding[]>;
  problems(): Promise<readonly string[]>;
  remove(): void;
}

export async function bankCore(members: Readonly<Record<string, unknown>>, at: string): Promise<BankCore> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bank-'));
  const folders = { outgoing: join(folder, 'out'), incoming: join(folder, 'in'), archive: join(folder, 'done') };
  for (const each of Object.values(folders)) mkdirSync(each);
  const clock = fixedClock(instant(Date.parse(at)));
  const storage = createMemoryStorage();
  const store = createRailStore({ units: storage.units, clock, sealer: reversingSealer }, ENVIRONMENT, RAIL);
  const connection = await bankFiles({ ...members, exchange: { type: 'folder', ...folders } }, {
    name: RAIL,
    environment: ENVIRONMENT,
    store,
    clock,
    random: seededRandom('bank core'),
    digest,
    log: { info: () => undefined, warn: () => undefined },
    http: { send: () => Promise.reject(new Error('the connection calls no address')) },
    rateOf: async () => null,
    addressesOf: async () => 0,
    secretOf: () => '',
  } as Parameters<typeof bankFiles>[1]);
  const payer = await playPayer({ clock, storage, connections: [connection] });
  const { play } = payer;
  const { account } = await payer.internal('EUR');

  const tell: Parameters<RailConnection['tasks'][number]['run']>[0] = (message) =>
    play.core.railTells(ENVIRONMENT, message);
  // With the task that core adds for the statements.
  const [{ tasks }] = play.core.rails.connections as [RailConnection];
  const runTasks = async (): Promise<void> => {
    for (const task of tasks) await task.run(tell, async () => new Set());
  };

  async function exceptions(): Promise<readonly ExceptionRecord[]> {
    const found: ExceptionRecord[] = [];
    for (const tenant of [houseTenant(ENVIRONMENT), play.tenant]) {
      const query = { order: 'asc', limit: 500, counted: false } as const;
      found.push(...(await storage.units.read(tenant, (reads) => reads.list(EXCEPTIONS, query))).rows);
    }
    return found;
  }

  return {
    payer,
    connection,
    clock,
    reference: account.reference,
    async pay(amount) {
      const { id: destinationId } = valueOf(await play.run(play.core.accounts.addExternal, payeeOf(payer)));
      const { id } = valueOf(await play.run(play.core.transfers.out, { sourceId: account.id, destinationId, amount }));
      await play.pass(0);
      await runTasks();
      const name = readdirSync(folders.outgoing).at(-1)!;
      const file = readFileSync(join(folders.outgoing, name), 'utf8');
      rmSync(join(folders.outgoing, name));
      const of = (element: string): string => new RegExp(`<${element}>([^<]+)</${element}>`).exec(file)![1]!;
      return { id, messageId: of('MsgId'), endToEndId: of('EndToEndId') };
    },
    async deliver(name, content) {
      writeFileSync(join(folders.incoming, name), content);
      await runTasks();
      clock.advance(SECOND_LOOK_SECONDS);
      await runTasks();
    },
    async work() {
      await runTasks();
      await play.pass(0);
    },
    credited: async () => {
      const { available, held } = await payer.internal('EUR');
      return available + held;
    },
    clearing: async () =>
      (await play.core.ledger.positions())
        .filter((position) => position.account === `clearing:${RAIL}`)
        .reduce((sum, { balance }) => sum - balance, 0n),
    exceptions,
    async resolve(amount, resolution) {
      const { id } = (await exceptions()).find(
        (exception) => exception.amount === amount && exception.status === 'OPEN',
      )!;
      const house = houseTenant(ENVIRONMENT);
      const ctx = play.core.context(house, { kind: 'system' }, 'test');
      const { prepare, finish } = play.core.treasury.resolve;
      const payment = { bankReference: `payment of ${amount}`, valueDate: toIso(clock.now()).slice(0, 10) };
      const details = resolution === 'PAID_ELSEWHERE' ? payment : {};
      const input = valueOf(await prepare(ctx, { exceptionId: id, resolution, by: operatorNamed('Ada'), ...details }));
      valueOf(await storage.units.run(house, (tx) => finish(tx, ctx, input)));
    },
    reconcile: async () => valueOf(await play.core.reconciliation.compare({ rail: RAIL })),
    holdings: () => compareHoldings(storage.units, connection, clock.now()),
    problems: async () => (await connection.check()).problems,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const payeeOf = ({ customerId }: PlayPayer) =>
  ({
    ownerType: 'CUSTOMER',
    customerId,
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: 'NL91ABNA0417164300',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'NL' },
    },
  }) as never;

/** What the ledger has of the bank's balance, with what exceptions and problems name beside it. */
export async function accountedFor(bank: BankCore): Promise<bigint> {
  const named = (await bank.exceptions()).filter(
    ({ kind, status, reference }) =>
      kind === 'STATEMENT_DIFFERENCE' && status === 'OPEN' && !reference.includes('balance/'),
  );
  const differing = named.reduce(
    (sum, { reference, amount }) => (reference.startsWith('IN:') ? sum + amount : sum - amount),
    0n,
  );
  const waiting = (await bank.problems()).reduce((sum, problem) => {
    const [, direction, euros, cents] = /an entry of .*, (IN|OUT) ([\d,]+)\.(\d\d) EUR, waits for/.exec(problem) ?? [];
    if (direction === undefined) return sum;
    const amount = BigInt(euros!.replaceAll(',', '')) * 100n + BigInt(cents!);
    return direction === 'IN' ? sum + amount : sum - amount;
  }, 0n);
  return (await bank.clearing()) + differing + waiting;
}
