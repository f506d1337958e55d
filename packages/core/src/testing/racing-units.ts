import type { Tx, UnitOfWork } from '../kernel/index.js';

class Interrupted extends Error {}

/**
 * Units of work of which the first that `isMeant` commits only after another one: it reads, then `other` runs, and then it goes on
 * with what it has read, as two units of a database do at the same moment. It runs again with fresh reads if it has guarded
 * what the other one has changed. With `stale`, only so many of its reads come before the commit of the other one, as if that fell
 * between two of them; `onReads` hears how many reads it has.
 */
export function racingUnits(
  units: UnitOfWork,
  isMeant: () => boolean,
  other: () => Promise<void>,
  { stale = Infinity, onReads = () => undefined }: { stale?: number; onReads?: (count: number) => void } = {},
): UnitOfWork {
  let isOver = false;
  return {
    ...units,
    read: (tenant, work, extent) => units.read(tenant, work, extent),
    async run(tenant, work, traffic) {
      if (isOver || tenant === null || !isMeant()) return units.run(tenant, work, traffic);
      isOver = true;
      const seen = new Map<string, unknown[]>();
      const noting = (tx: Tx): Tx =>
        reading(tx, async (key, read) => {
          const found = await read();
          seen.set(key, [...(seen.get(key) ?? []), found]);
          return found;
        });
      const first = units.run(tenant, async (tx) => {
        await work(noting(tx));
        throw new Interrupted();
      });
      await first.catch((thrown: unknown) => {
        if (!(thrown instanceof Interrupted)) throw thrown;
      });
      onReads([...seen.values()].flat().length);
      await other();
      let attempts = 0;
      let reads = 0;
      return units.run(
        tenant,
        (tx) => {
          attempts += 1;
          if (attempts > 1) return work(tx);
          return work(
            reading(tx, async (key, read) => {
              const was = seen.get(key) ?? [];
              return was.length === 0 || ++reads > stale ? read() : was.shift();
            }),
          );
        },
        traffic,
      );
    },
  };
}

const READS = ['get', 'getMany', 'find', 'list'] as const;

/** A unit whose reads go through `by`, by a key of their arguments. */
function reading(tx: Tx, by: (key: string, read: () => Promise<unknown>) => Promise<unknown>): Tx {
  const wrapped = READS.map((name) => [
    name,
    (kind: { readonly name: string }, ...given: readonly unknown[]) =>
      by(JSON.stringify([name, kind.name, given], text), () =>
        (tx[name] as (...all: unknown[]) => Promise<unknown>)(kind, ...given),
      ),
  ]);
  return { ...tx, ...(Object.fromEntries(wrapped) as Partial<Tx>) };
}

const text = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
