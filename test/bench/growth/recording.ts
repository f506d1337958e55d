import type { Result, TenantKey } from '@corridor/core';
import type { Reads, Tx, UnitOfWork } from '@corridor/core/ports';
import { type AnyKind, type BaseRecord, BALANCES, CHECKPOINTS, type KindOf } from '@corridor/core/records';

/** A row that a payment left, and the unit of work that wrote it. */
export interface LeftRow {
  readonly kind: KindOf<BaseRecord>;
  /** Counts the units of work of the payment from 0. */
  readonly unit: number;
  readonly record: BaseRecord;
}

/** Units of work that note which rows they add. */
export interface Recording {
  readonly units: UnitOfWork;
  /** Runs work, and returns the rows of the tenant that it added and that are still there, as they are now. */
  rowsOf(tenant: TenantKey, work: () => Promise<void>): Promise<readonly LeftRow[]>;
}

interface Added {
  readonly kind: AnyKind;
  readonly id: string;
  readonly unit: number;
}

export function recordUnits(units: UnitOfWork): Recording {
  let added: Added[] = [];
  let unit = 0;

  function noting(tx: Tx, writes: Added[]): Tx {
    return {
      ...tx,
      add(kind, record, options) {
        writes.push({ kind: kind as unknown as AnyKind, id: record.id, unit });
        tx.add(kind, record, options);
      },
      increase(kind, increase, short) {
        if (increase.initial !== undefined) writes.push({ kind, id: increase.id, unit });
        tx.increase(kind, increase, short);
      },
    };
  }

  return {
    units: {
      ...units,
      async run<T>(
        tenant: TenantKey | null,
        work: (tx: Tx) => Promise<Result<T>>,
        ...traffic: [Parameters<UnitOfWork['run']>[2]?]
      ): Promise<Result<T>> {
        let writes: Added[] = [];
        const result = await units.run(
          tenant,
          (tx) => {
            // A unit that lost a race runs again from the start.
            writes = [];
            return work(noting(tx, writes));
          },
          ...traffic,
        );
        if (result.ok && writes.length > 0) {
          added.push(...writes);
          unit += 1;
        }
        return result;
      },
    },

    async rowsOf(tenant, work) {
      added = [];
      unit = 0;
      await work();
      return units.read(tenant, (reads) => stillThere(reads, added));
    },
  };
}

/**
 * Rows in the order in which they were added; a balance row belongs to the unit that created it. A checkpoint belongs to
 * an account and not to the payment with which it began.
 */
async function stillThere(reads: Reads, added: readonly Added[]): Promise<readonly LeftRow[]> {
  const rows: LeftRow[] = [];
  const seen = new Set<string>();
  for (const { kind: any, id, unit } of added) {
    const kind = any as unknown as KindOf<BaseRecord>;
    const key = `${kind.name} ${id}`;
    if (kind.name === CHECKPOINTS.name || seen.has(key)) continue;
    seen.add(key);
    const record = await reads.get(kind, id);
    if (record === null) continue;
    if (any.name === BALANCES.name && !isEmpty(record)) throw new Error(`${id} still holds money`);
    rows.push({ kind, unit, record });
  }
  return rows;
}

const isEmpty = (record: BaseRecord): boolean => {
  const { available, held } = record as BaseRecord & { readonly available: bigint; readonly held: bigint };
  return available === 0n && held === 0n;
};
