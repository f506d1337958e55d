import {
  type Clock,
  type Context,
  type Digest,
  HOUSE_TENANTS,
  type IdSource,
  ok,
  readAll,
  type Result,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { logActorOf, writeLog } from '../operators/index.js';
import type { BlobStore } from '../verification/index.js';
import { hasLegalHold } from './legal-holds.js';
import { isOver } from './period.js';
import { blobKeyOf, monthIn, VOUCHER_MONTHS, type VoucherMonth, VOUCHERS } from './voucher.js';

export interface EraseMonthsPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly blobs: BlobStore;
  readonly keepMonths: number | null;
  readonly contextOf: (tenant: TenantKey) => Context;
}

/** The action of the entry in the operator log that says that a month was deleted. */
export const ERASED = 'vouchers.erase';
const AT_ONCE = 50;

/**
 * Deletes the vouchers of the months whose period has ended, unless a legal hold lasts in their environment, and returns the ids of these months. First the key of the month
 * is deleted, in one unit with the entry in the operator log: from then on no file of it can be read. Then the files go, and
 * their records after them, so that a run after a crash finds what is left. The record of the month stays.
 */
export const eraseMonths = (ports: EraseMonthsPorts) => async (): Promise<readonly string[]> => {
  const { units, clock, keepMonths } = ports;
  const erased: string[] = [];
  for (const tenant of HOUSE_TENANTS) {
    const months = await units.read(tenant, (reads) => readAll(reads, VOUCHER_MONTHS));
    const isHeld = await hasLegalHold(units, splitTenant(tenant).environment);
    for (const month of months) {
      const isDue = !isHeld && month.keyDeletedAt === null && isOver(monthIn(month.id), keepMonths, clock.now());
      if (isDue) await deleteKey(ports, month);
      if (!isDue && (month.keyDeletedAt === null || month.emptiedAt !== null)) continue;
      await empty(ports, month);
      erased.push(month.id);
    }
  }
  return erased;
};

async function deleteKey({ units, ids, clock, contextOf }: EraseMonthsPorts, { id, tenant }: VoucherMonth) {
  const ctx = contextOf(tenant);
  done(
    await units.run(tenant, async (tx) => {
      const month = (await tx.get(VOUCHER_MONTHS, id))!;
      if (month.keyDeletedAt !== null) return ok();
      update(tx, { now: clock.now() }, VOUCHER_MONTHS, month, { sealedKey: null, keyDeletedAt: clock.now() });
      const after = { files: month.files };
      writeLog({ tx, ctx, ids }, logActorOf(ctx), { outcome: 'DONE', action: ERASED, subject: id, after });
      return ok();
    }),
  );
}

async function empty({ units, clock, digest, blobs }: EraseMonthsPorts, { id, tenant }: VoucherMonth) {
  for (;;) {
    const query = { where: { month: id }, order: 'asc', limit: AT_ONCE, counted: false } as const;
    const { rows } = await units.read(tenant, (reads) => reads.list(VOUCHERS, query));
    if (rows.length === 0) break;
    for (const voucher of rows) await blobs.delete(tenant, blobKeyOf(digest, voucher));
    done(
      await units.run(tenant, async (tx) => {
        // Another host may delete the same records.
        for (const voucher of await tx.getMany(
          VOUCHERS,
          rows.map((row) => row.id),
        ))
          tx.remove(VOUCHERS, voucher);
        return ok();
      }),
    );
  }
  done(
    await units.run(tenant, async (tx) => {
      const month = (await tx.get(VOUCHER_MONTHS, id))!;
      if (month.emptiedAt === null) update(tx, { now: clock.now() }, VOUCHER_MONTHS, month, { emptiedAt: clock.now() });
      return ok();
    }),
  );
}

/** The next run continues. */
function done(result: Result<void>): void {
  if (!result.ok) throw new Error(`vouchers were not deleted: ${result.error.message}`);
}
