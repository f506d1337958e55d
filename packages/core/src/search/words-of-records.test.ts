import { beforeEach, describe, expect, it } from 'vitest';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { type Job, JOBS, schedule } from '../events/index.js';
import {
  type BaseRecord,
  createIds,
  err,
  type Id,
  newRecord,
  ok,
  readAll,
  SEARCH_TERMS,
  tenantKey,
  type Tx,
  update,
} from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { fillWords } from './fill-words.js';
import { termRow, termsOf, WORDED_KINDS } from './terms.js';
import { wordedUnits } from './worded-units.js';

const POLICY = {
  permissions: ['VIEW_TRANSACTIONS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 500_000n },
};

let play: PlayCore;
let customer: Customer;

const terms = async (): Promise<readonly string[]> =>
  (await play.storage.units.read(play.tenant, (reads) => readAll(reads, SEARCH_TERMS)))
    .map(({ term }) => term)
    .toSorted();
/** A change as hosts of the former release make it, without words. */
const written = (work: (tx: Tx) => Promise<void>): Promise<void> =>
  play.storage.units.run(play.tenant, async (tx) => ok(await work(tx))).then(valueOf);
const worded = () => wordedUnits(play.storage.units);

beforeEach(async () => {
  play = await playCore();
  customer = valueOf(
    await play.run(play.core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      email: 'ada@example.org',
      phoneNumber: '+447700900123',
      platformCustomerId: 'cust-1',
      region: 'US',
    } as never),
  );
});

describe('the words of a record', () => {
  it('are those of its names, email, number and foreign ids, and nothing else', async () => {
    expect(await terms()).toEqual([
      'Cd 32100900',
      'Ce ada@example.org',
      `Ci $${customer.umaAddress.slice(1)}\n`,
      'Ci cust-1\n',
      'Cn ada',
      'Cn example',
      'Cn lovelace',
      'Cn org',
    ]);
  });

  it('follow a change of the record in the same unit, and leave with what the change removes', async () => {
    const changed = await worded().run(play.tenant, async (tx) => {
      const found = (await tx.get(CUSTOMERS, customer.id))!;
      update(tx, play.context(), CUSTOMERS, found, { fullName: null, email: null, phoneNumber: null });
      return ok();
    });
    valueOf(changed);
    expect((await terms()).filter((term) => !term.startsWith('Ci'))).toEqual([]);
  });

  it('stay if the unit fails, and leave with the record', async () => {
    const before = await terms();
    const failed = await worded().run(play.tenant, async (tx) => {
      const found = (await tx.get(CUSTOMERS, customer.id))!;
      update(tx, play.context(), CUSTOMERS, found, { fullName: 'Other' });
      return err('CONFLICT');
    });
    expect(failed.ok).toBe(false);
    expect(await terms()).toEqual(before);
    valueOf(
      await worded().run(play.tenant, async (tx) => {
        tx.remove(CUSTOMERS, (await tx.get(CUSTOMERS, customer.id))!);
        return ok();
      }),
    );
    expect(await terms()).toEqual([]);
  });

  it('have no sealed text: no kind with words reads a sealed column', () => {
    for (const kind of WORDED_KINDS) {
      const read = new Set<string>();
      const fields = { ...customer, fundingPaymentInstructions: [], accountInfo: {}, firstName: 'x', name: 'x' };
      const record = new Proxy(fields as unknown as BaseRecord, {
        get(target, name) {
          read.add(String(name));
          return (target as unknown as Readonly<Record<string | symbol, unknown>>)[name] ?? null;
        },
      });
      termsOf(kind, record);
      expect(read.size).toBeGreaterThan(0);
      expect(kind.sealed.filter((column) => read.has(column))).toEqual([]);
    }
  });
});

describe('the job that writes the words of earlier records', () => {
  const run = (batches = 20): ReturnType<ReturnType<typeof fillWords>> => {
    const ids = createIds(play.clock, seededRandom('words'));
    return jobs().then((found) => fillWords({ units: worded(), ids, batches })(play.context(), found[0]!, notAsked));
  };
  const notAsked = (): never => {
    throw new Error('the job asks no rail');
  };
  const jobs = async (): Promise<readonly Job[]> =>
    (await play.storage.units.read(play.tenant, (reads) => readAll(reads, JOBS))).filter(
      ({ kind }) => kind === 'search.words',
    );
  const ids = () => createIds(play.clock, seededRandom('jobs'));

  async function begin(): Promise<void> {
    await written(async (tx) => {
      for (const row of await readAll(tx, SEARCH_TERMS)) tx.remove(SEARCH_TERMS, row);
      const unit = { tx, ctx: play.context(), ids: ids() };
      schedule(unit, { kind: 'search.words', subject: '', dueAt: unit.ctx.hostNow });
    });
  }

  it('writes them in two rounds, a day apart, and then ends', async () => {
    const before = await terms();
    await begin();
    valueOf(await run());
    expect(await terms()).toEqual(before);
    const [second, ...more] = await jobs();
    expect(more).toEqual([]);
    expect(second!.dueAt - play.context().hostNow).toBe(24 * 60 * 60 * 1000);
    await written(async (tx) => {
      // A host of the former release changes the name and adds a customer.
      const found = (await tx.get(CUSTOMERS, customer.id))!;
      update(tx, play.context(), CUSTOMERS, found, { fullName: 'Ada Byron' });
      const added = ids().next('Customer');
      tx.add(CUSTOMERS, {
        ...found,
        fullName: 'Charles',
        platformCustomerId: 'cust-2',
        umaAddress: '$charles@pay.example',
        ...newRecord(added, play.context()),
      });
    });
    valueOf(await run());
    expect(await terms()).toEqual(expect.arrayContaining(['Cn ada', 'Cn byron', 'Cn charles']));
    expect(await terms()).not.toContain('Cn lovelace');
    expect(await jobs()).toEqual([]);
  });

  it('continues after a few batches with the next record, in a job of its own', async () => {
    for (let n = 0; n < 130; n++)
      valueOf(
        await play.run(play.core.customers.create, {
          customerType: 'INDIVIDUAL',
          fullName: `Person${n}`,
          region: 'US',
        } as never),
      );
    const before = await terms();
    await begin();
    valueOf(await run(1));
    expect((await terms()).length).toBeLessThan(before.length);
    expect((await jobs())[0]!.subject).toMatch(/^0 customers \d+ Customer:/);
    for (let step = 0; step < 20 && (await jobs())[0]!.subject.startsWith('0'); step++) valueOf(await run(1));
    expect(await terms()).toEqual(before);
    expect((await jobs())[0]!.subject).toBe('1 customers');
  });

  it('removes the words of an agent that a host of the former release has deleted', async () => {
    const before = await terms();
    await begin();
    valueOf(await run());
    await written(async (tx) => {
      const deleted = newRecord(ids().next('Agent'), play.context()) as BaseRecord;
      tx.add(SEARCH_TERMS, termRow(deleted, 'An gone'));
    });
    for (let step = 0; step < 20 && (await jobs()).length > 0; step++) valueOf(await run(1));
    expect(await terms()).toEqual(before);
    expect(await jobs()).toEqual([]);
  });
});

describe('records that a host of a former release writes after the migration', () => {
  const jobs = async (): Promise<readonly Job[]> =>
    (await play.storage.units.read(play.tenant, (reads) => readAll(reads, JOBS))).filter(
      ({ kind }) => kind === 'search.words',
    );

  it('get their words by a job that is scheduled once', async () => {
    const before = await terms();
    const { work } = play.core;
    expect(await work.fillMissingWords()).toBe(0);
    await written(async (tx) => {
      for (const row of await readAll(tx, SEARCH_TERMS)) tx.remove(SEARCH_TERMS, row);
    });
    expect(await work.fillMissingWords()).toBe(1);
    expect(await work.fillMissingWords()).toBe(1);
    expect(await jobs()).toHaveLength(1);
    await work.runJobs();
    expect(await terms()).toEqual(before);
    expect(await work.fillMissingWords()).toBe(0);
    expect((await jobs()).map(({ subject }) => subject)).toEqual(['1 customers']);
    await play.pass(24 * 60 * 60);
    expect(await jobs()).toEqual([]);
  });

  it('does not take agents of another platform for records without words', async () => {
    const { work, agents, platforms } = play.core;
    valueOf(await play.run(agents.create, { name: 'Clerk', customerId: customer.id, policy: POLICY } as never));
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
    const ctx = { ...play.context(), tenant: other };
    valueOf(
      await play.core.units.run(other, (tx) => platforms.create(tx, ctx, { name: 'Other', currencies: ['USD'] })),
    );
    expect(await work.fillMissingWords()).toBe(0);
    // A job of the other platform, such as that of a migration, passes over the agent.
    const ids = createIds(play.clock, seededRandom('other'));
    await play.storage.units.run(other, async (tx) =>
      ok(schedule({ tx, ctx, ids }, { kind: 'search.words', subject: '', dueAt: ctx.hostNow })),
    );
    await work.runJobs();
    expect(await play.storage.units.read(other, (reads) => readAll(reads, SEARCH_TERMS))).toEqual([]);
    const left = await play.storage.units.read(other, (reads) => readAll(reads, JOBS));
    expect(
      left.filter(({ kind }) => kind === 'search.words').map(({ attempts, subject }) => [attempts, subject]),
    ).toEqual([[0, '1 customers']]);
  });
});
