import { ok, type Result } from '@corridor/core';
import type { Tx, UnitOfWork } from '@corridor/core/ports';
import type { Surroundings } from './surroundings.js';
import { decide } from './late-commit.js';
import { CommitLost, type Process } from './process.js';
import { countRows, emptyUnit, type Lookups, type Unit } from './transitions.js';

/** The units of work of one process, whose writes are checked when they commit. */
export function observed(around: Surroundings, process: Process, life: string): UnitOfWork {
  const { storage, invariants, lookups, rows, inFlight, commits, inspect } = around;
  const { units } = storage;

  /** While the process pauses, the unit is not in flight. */
  async function held(hold: () => Promise<void>): Promise<void> {
    const gone = hold();
    const { isPaused } = process;
    if (isPaused) inFlight.units -= 1;
    await gone;
    if (isPaused) inFlight.units += 1;
  }

  return {
    run: (tenant, work, traffic = 'requests') =>
      process.call(async (fate, hold) => {
        let unit = emptyUnit();
        let looked: ReturnType<Lookups['take']> = [];
        inFlight.units += 1;
        try {
          let early = hold === null ? null : await decide(units, tenant, work, traffic, around);
          if (early !== null) {
            if ('ok' in early) return early;
            await held(hold!);
          }
          const result = await units.run(
            tenant,
            async (tx) => {
              unit = emptyUnit();
              lookups.take();
              const decided = early as Exclude<typeof early, Result<unknown>>;
              // A unit that is refused by a guard runs again from the start.
              early = null;
              let done;
              // Other units wait for a row that is locked, so they cannot have changed it.
              if (decided !== null && !commits.haveChanged(decided.locked, decided.seen)) {
                decided.write(watched(tx, unit));
                ({ result: done, looked } = decided);
              } else {
                done = await work(watched(tx, unit));
                looked = lookups.take();
              }
              if (fate === 'crashes') throw new CommitLost();
              return done;
            },
            traffic,
          );
          if (result.ok) {
            commits.add(unit);
            countRows(
              rows,
              inspect(() => invariants.committed(tenant, unit, looked, { life, traffic })),
            );
          }
          return result;
        } finally {
          inFlight.units -= 1;
        }
      }),
    read: (tenant, work) =>
      process.call(async (fate) => (fate === 'crashes' ? (ok() as never) : units.read(tenant, work))),
    removeExpired: (tenant, kind, ...rest) =>
      process.call(async (fate) => {
        if (fate === 'crashes') return 0;
        invariants.moved(kind.name);
        return units.removeExpired(tenant, kind, ...rest);
      }),
  };
}

/** The same unit, which adds what it writes to `unit`. */
function watched(tx: Tx, { writes, removals, unguarded, offered }: Unit): Tx {
  const add: Tx['add'] = (kind, record, options) => {
    // A row that is dropped if its key exists is not known to be written.
    if (options?.unlessExists === true) {
      unguarded.push({ kind: kind.name, id: record.id });
      offered.push({ kind: kind.name, record: { ...record } as never });
    } else writes.push({ kind: kind.name, before: null, after: { ...record } as never });
    tx.add(kind, record, options);
  };
  const change: Tx['change'] = (kind, before, after, lost) => {
    writes.push({ kind: kind.name, before: before as never, after: after as never });
    tx.change(kind, before, after, lost);
  };
  const remove: Tx['remove'] = (kind, record, lost) => {
    removals.push({ kind: kind.name, before: record as never });
    tx.remove(kind, record, lost);
  };
  const increase: Tx['increase'] = (kind, by, short) => {
    unguarded.push({ kind: kind.name, id: by.id });
    tx.increase(kind, by, short);
  };
  const own: Readonly<Record<string | symbol, unknown>> = { add, change, increase, remove };
  return new Proxy(tx, { get: (of, name) => own[name] ?? Reflect.get(of, name, of) });
}
