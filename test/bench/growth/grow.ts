import { createSealer } from '@corridor/adapters-rails/custody';
import { instant, type Instant, ok, type TenantKey } from '@corridor/core';
import type { Sealer, UnitOfWork } from '@corridor/core/ports';
import { type AnyKind, type BaseRecord, BALANCES, type KindOf, type OutboxEvent } from '@corridor/core/records';
import type { Storage } from '@corridor/adapters-storage';
import type { CopiedRow, Copy, Move, Step } from './template.js';
import { type Grower, openWorld, type Size, type Weighted } from './world.js';

export interface Growth {
  readonly payments: number;
  readonly size: Size;
  readonly masterKey: Uint8Array;
  /** The end of the year over which the payments are spread. */
  readonly until: Instant;
  /** Called with the number of payments written so far. */
  readonly onProgress?: (written: number) => void;
}

/** What was written, and how long it took. */
export interface Grown {
  readonly growers: readonly Grower[];
  /** Payments that the core settled itself, before and after the copies. */
  readonly settled: number;
  readonly seconds: {
    readonly writing: number;
    /** Sealing of all postings and events. */
    readonly sealing: number;
    /** Folding of all events into figures. */
    readonly folding: number;
  };
}

const YEAR_MS = 365 * 86_400_000;
const HOUR_MS = 3_600_000;
/** The payments of this many are written in the order of their steps, as the steps of concurrent payments mix. */
const PAYMENTS_OF_A_UNIT = 100;

/**
 * Fills an empty database with settled payments, spread over the year before `until`. The core settles one payment of
 * each kind for each customer; what it leaves is written again with other ids and times, through the storage, with the
 * balances of the accounts in the same unit. Afterwards the core settles one more payment of each kind, which moves the
 * checkpoints, and everything is sealed and counted, so that the result passes the audit.
 *
 * Answers under idempotency keys are written only where they would not be deleted yet. Amounts are those of the
 * recorded payments: each customer has others.
 */
export async function grow(storage: Storage, growth: Growth): Promise<Grown> {
  const { payments, size, masterKey, until, onProgress } = growth;
  await storage.migrate();
  const world = await openWorld(storage, { begin: instant(until - YEAR_MS), size, masterKey });
  try {
    const recorded = await world.settle();
    const writing = await timed(() =>
      write(storage.units, recorded, { payments, until, onProgress, sealer: createSealer(masterKey) }),
    );
    world.at(until);
    const settled = recorded.length + (await world.settle()).length;
    const { work } = world.core;
    const sealing = await timed(async () => {
      while ((await work.sealJournal()).isBehind);
    });
    const folding = await timed(async () => {
      while ((await work.foldFigures()).isBehind);
    });
    return { growers: world.growers, settled, seconds: { writing, sealing, folding } };
  } finally {
    await world.stop();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

interface Written {
  readonly payments: number;
  readonly until: Instant;
  readonly onProgress: ((written: number) => void) | undefined;
  readonly sealer: Sealer;
}

async function write(units: UnitOfWork, recorded: readonly Weighted[], all: Written): Promise<void> {
  const tenants = await Promise.all(
    [...new Set(recorded.map(({ template }) => template.tenant))].map((tenant) =>
      copierOf(
        units,
        tenant,
        recorded.filter(({ template }) => template.tenant === tenant),
        all,
      ),
    ),
  );
  // Copies begin after the recorded payments and end before the last ones.
  const from = Math.max(...recorded.map(({ template }) => template.begun)) + HOUR_MS;
  const to = all.until - HOUR_MS;
  const together = PAYMENTS_OF_A_UNIT * tenants.length;
  for (let begin = 0; begin < all.payments; begin += together) {
    const end = Math.min(begin + together, all.payments);
    const times = tenants.map((): number[] => []);
    for (let n = begin; n < end; n++) {
      times[n % tenants.length]!.push(from + Math.floor(((to - from) * n) / all.payments));
    }
    await Promise.all(tenants.map((copy, index) => copy(times[index]!)));
    all.onProgress?.(end);
  }
}

interface Placed {
  readonly at: number;
  readonly step: Step;
  readonly copy: Copy;
}

type Held = { available: bigint; held: bigint };

/** Writes payments of one tenant that begin at these times, in one unit of work. */
async function copierOf(
  units: UnitOfWork,
  tenant: TenantKey,
  recorded: readonly Weighted[],
  { until: now, sealer }: Pick<Written, 'until' | 'sealer'>,
): Promise<(times: readonly number[]) => Promise<void>> {
  const kinds = recorded.flatMap((each) => Array.from({ length: each.share }, () => each.template));
  const holders = [
    ...new Set(
      recorded.flatMap(({ template }) => template.steps.flatMap(({ moves }) => moves)).map(({ holder }) => holder),
    ),
  ];
  const rows = await units.read(tenant, (reads) => reads.getMany(BALANCES, holders));
  const balances = new Map<string, Held>(rows.map(({ id, available, held }) => [id, { available, held }]));
  let count = 0;

  return async (times) => {
    if (times.length === 0) return;
    // A step that is coprime to the number of templates visits all of them, and mixes kinds and customers.
    const placed = times.flatMap((at): readonly Placed[] => {
      const template = kinds[(count++ * STRIDE) % kinds.length]!;
      const copy = template.copyAt(at);
      return template.steps.map((step) => ({ at: at + step.after, step, copy }));
    });
    placed.sort((one, other) => one.at - other.at);
    const changes = new Map<string, Held>();
    const written: { readonly kind: KindOf<BaseRecord>; readonly record: BaseRecord }[] = [];
    for (const { step, copy } of placed) {
      for (const move of step.moves) {
        book(balances, move);
        book(changes, move);
      }
      for (const row of step.rows) {
        const record = sealedAtPlace(sealer, row, row.copy(copy));
        if (isExpired(row, record, now)) continue;
        written.push({
          kind: row.kind,
          record: row.shows === null ? record : showing(record, balances.get(row.shows)!),
        });
      }
    }
    const done = await units.run(tenant, async (tx) => {
      for (const { kind, record } of written) tx.add(kind, record);
      for (const [id, by] of [...changes].sort(([one], [other]) => (one < other ? -1 : 1))) {
        tx.increase(BALANCES as never, { id, by: { ...by } }, SHORT);
      }
      return ok();
    });
    if (!done.ok) throw new Error(done.error.message);
  };
}

/** The copy of a row with its secrets sealed at their new place, because a sealed text opens at its own place only. */
function sealedAtPlace(sealer: Sealer, { kind, id }: CopiedRow, record: BaseRecord): BaseRecord {
  const { name, sealed } = kind as unknown as AnyKind;
  if (sealed.length === 0) return record;
  const fields = record as unknown as Readonly<Record<string, unknown>>;
  const texts = sealed.flatMap((column) => {
    const text = fields[column];
    if (typeof text !== 'string') return [];
    const plain = sealer.open(text, { table: name, row: id, column });
    return [[column, sealer.seal(plain, { table: name, row: record.id, column })] as const];
  });
  return { ...record, ...Object.fromEntries(texts) };
}

const STRIDE = 104_729;
const SHORT = { code: 'INTERNAL_ERROR', message: 'an account has too little money for the payments' } as const;

function book(balances: Map<string, Held>, { holder, column, amount }: Move): void {
  const balance = balances.get(holder) ?? { available: 0n, held: 0n };
  balance[column] += amount;
  balances.set(holder, balance);
}

const isExpired = ({ expires }: CopiedRow, record: BaseRecord, now: Instant): boolean =>
  expires !== null && record.createdAt + expires <= now;

const showing = (record: BaseRecord, { available, held }: Held): BaseRecord =>
  ({ ...record, available, held }) as OutboxEvent;
