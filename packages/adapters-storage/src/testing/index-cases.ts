import { instant, ok, type TenantKey } from '@corridor/core';
import type { Reads } from '@corridor/core/ports';
import { type AnyKind, EVENTS, JOBS, RECORD_KINDS } from '@corridor/core/records';
import type { Storage } from '../port/storage.js';
import { tableOf } from '../schema/tables.js';
import { VISITS } from '../workers/claims.js';
import { distinctOf, FREQUENT, isOfManyValues, ONE_OF_MANY, RARE } from './filled-tables.js';
import { ALICE, BOB, event, job, T0 } from './records.js';

/** What is asked of a record kind: the name of a line in the table of expected indexes. */
export interface IndexCase {
  /** Such as `customers: list by region`. */
  readonly name: string;
  /** Several forms of the same question. */
  readonly ask: (storage: Storage) => Promise<void>;
}

const AFTER = { createdAt: instant(T0 + 5_000_000), id: 'row-5000' };
const PAGE = 20;
const NOW = instant(T0 + 10_000_000);
const LEASE = instant(T0 + 10_060_000);

/** Every question that the declarations of the record kinds allow, and those of the workers. */
export const INDEX_CASES: readonly IndexCase[] = [...RECORD_KINDS.flatMap(casesOf), ...casesOfWorkers()];

function casesOf(kind: AnyKind): IndexCase[] {
  const any = kind as never;
  const table = tableOf(kind);
  /** The tenants to ask for: one with many rows, and one with few. */
  const tenants: readonly (TenantKey | null)[] = table.scoped ? [ALICE, BOB] : [null];
  const question = (name: string, ask: (reads: Reads) => Promise<unknown>, of = tenants): IndexCase => ({
    name: `${kind.name}: ${name}`,
    ask: async (storage) => {
      for (const tenant of of) await storage.units.read(tenant, ask);
    },
  });
  const lists = (name: string, wheres: readonly object[], of = tenants): IndexCase =>
    question(
      name,
      async (reads) => {
        for (const where of wheres) {
          for (const order of ['asc', 'desc'] as const) {
            const query = { where: where as never, order, limit: PAGE };
            await reads.list(any, { ...query, counted: false });
            await reads.list(any, { ...query, counted: false, after: AFTER });
            await reads.list(any, { ...query, counted: true });
          }
        }
      },
      of,
    );
  const cases = [
    question('get', (reads) => reads.get(any, 'row-7')),
    question('many', (reads) => reads.getMany(any, ['row-7', 'row-8'])),
  ];
  for (const key of kind.unique) {
    const values = key.columns.map((field) => (field === distinctOf(kind, key.columns) ? 'unique-7' : FREQUENT));
    cases.push(question(`find by ${key.name}`, (reads) => reads.find(any, key.name, values)));
  }
  // Records that expire are read by their expiry; only those of one owner are listed.
  if (kind.expiry === null) cases.push(lists('list', [{}]));
  for (const filter of kind.filters) {
    cases.push(
      lists(
        `list by ${filter}`,
        valuesOf(kind, filter).map((value) => ({ [filter]: value }) as never),
      ),
    );
  }
  for (const [index, filter] of kind.filters.entries()) {
    for (const other of kind.filters.slice(index + 1)) {
      const wheres = valuesOf(kind, filter).flatMap((first) =>
        valuesOf(kind, other).map((second) => ({ [filter]: first, [other]: second }) as never),
      );
      cases.push(lists(`list by ${filter} and ${other}`, wheres));
    }
  }
  if (kind.amounts.length > 0 && kind.expiry === null)
    cases.push(
      question('list of an amount', async (reads) => {
        const ofAmount = { amount: 7n, currency: 'USD' };
        for (const where of [{}, ...(kind.name === 'transactions' ? [{ status: RARE }] : [])]) {
          const query = { where: where as never, order: 'desc', limit: PAGE, counted: false, ofAmount } as const;
          await reads.list(any, query);
          await reads.list(any, { ...query, after: AFTER });
        }
      }),
    );
  if (kind.deadline !== null) {
    cases.push(question('overdue', (reads) => reads.overdue(any, T0, PAGE)));
    cases.push(question('waiting', (reads) => reads.waiting(kind), [null]));
  }
  const { expiry } = kind;
  if (expiry !== null) {
    const owners = [expiry.clock === 'tenant' ? ALICE : null];
    cases.push(question('expired', (reads) => reads.expired(any, instant(1), PAGE), owners));
    cases.push({
      name: `${kind.name}: remove expired`,
      ask: async (storage) => {
        await storage.units.removeExpired(expiry.clock === 'tenant' ? ALICE : null, any, instant(1), PAGE);
      },
    });
  }
  if (kind.numbered) {
    const range = { after: 100, upTo: 1_100, limit: PAGE } as const;
    const everywhere = [...tenants, null];
    cases.push(
      question(
        'follow',
        async (reads) => {
          for (const order of ['asc', 'desc'] as const) await reads.follow(any, { ...range, order });
        },
        everywhere,
      ),
      question('position of', (reads) => reads.positionOf(kind, 'row-7'), everywhere),
    );
    for (const column of kind.sums) {
      const value = `InternalAccount:018bcfe5-6800-7000-8000-000000000001`;
      cases.push(
        question(
          `follow by ${column}`,
          async (reads) => {
            for (const order of ['asc', 'desc'] as const)
              await reads.follow(any, { ...range, order, by: { column: column as never, value } });
          },
          everywhere,
        ),
        question(
          `sum by ${column}`,
          async (reads) => {
            await reads.sum(any, 'amount' as never, { [column]: value } as never, 100, 1_100);
            await reads.sum(any, 'amount' as never, { [column]: value } as never, 0, null);
          },
          everywhere,
        ),
      );
    }
  }
  return cases;
}

/** The values that a case asks for: a frequent one, a rare one, and none if the column may be empty. */
function valuesOf(kind: AnyKind, field: string): readonly unknown[] {
  const { type, encoding } = tableOf(kind).byField.get(field)!;
  if (type === 'flag') return [true, false];
  if (type === 'instant') return [null, T0];
  if (field === 'tenant') return [ALICE, BOB];
  return encoding !== 'plain' || isOfManyValues(field) ? [ONE_OF_MANY] : [FREQUENT, RARE];
}

function casesOfWorkers(): IndexCase[] {
  const claim = {
    now: NOW,
    leaseUntil: LEASE,
    limit: 10,
    perTenant: 5,
    perResource: 5,
    except: [],
    untriedOnly: [],
    resumed: [],
  };
  const move = { tenant: ALICE, offset: 1, now: NOW };
  const correction = { now: NOW, latest: LEASE };
  const stores = (['jobs', 'outbox'] as const).flatMap((store): IndexCase[] => {
    const name = store === 'jobs' ? JOBS.name : EVENTS.name;
    return [
      { name: `${name}: next due`, ask: async (storage) => void (await storage[store].nextDue()) },
      { name: `${name}: is due`, ask: async (storage) => void (await storage[store].isDue(ALICE, NOW)) },
      { name: `${name}: move due times`, ask: async (storage) => void (await storage[store].moveDue(move)) },
      {
        name: `${name}: correct due times`,
        ask: async (storage) => void (await storage[store].correctClock(correction)),
      },
    ];
  });
  return [
    { name: 'jobs: claim', ask: async (storage) => void (await storage.jobs.claim(claim)) },
    { name: 'events: claim', ask: async (storage) => void (await storage.outbox.claim(claim)) },
    {
      name: 'events: undelivered',
      ask: async (storage) => {
        await storage.outbox.undelivered();
        await storage.outbox.undelivered(ALICE);
      },
    },
    ...stores,
  ];
}

/** What a claim has to find so that it sends all of its statements: a resource with more due events than it examines. */
export async function seedWork(storage: Storage): Promise<void> {
  for (const tenant of [ALICE, BOB]) {
    const added = await storage.units.run(tenant, async (tx) => {
      tx.add(JOBS, job(`Job:${tenant}`, { tenant }));
      for (let n = 0; n <= VISITS + 5; n++) {
        const patch = { tenant, resource: 'Transaction:busy', nextAttemptAt: instant(T0 + n) };
        tx.add(EVENTS, event(`Webhook:${tenant}${n}`, patch));
      }
      return ok();
    });
    if (!added.ok) throw new Error(added.error.code);
  }
}
