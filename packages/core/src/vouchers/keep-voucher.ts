import type { ExchangedFile, RailVouchers } from '../accounts/index.js';
import {
  type Clock,
  type Digest,
  domainError,
  type Environment,
  fail,
  houseTenant,
  newRecord,
  ok,
  type Random,
  type Result,
  type Sealer,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import type { BlobStore } from '../verification/index.js';
import { hasLegalHold } from './legal-holds.js';
import { newMonth, openMonthKey } from './month-key.js';
import { isOver } from './period.js';
import type { VoucherCipher } from './ports.js';
import { readVoucher } from './read-voucher.js';
import { blobKeyOf, monthId, type Voucher, VOUCHER_MONTHS, type VoucherMonth, VOUCHERS } from './voucher.js';

export interface VoucherPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly blobs: BlobStore;
  readonly cipher: VoucherCipher;
  /** How many full months vouchers are kept after the end of their month; null: for ever. */
  readonly keepMonths: number | null;
}

const RACED = domainError('CONFLICT', 'another host keeps the same file, or deletes its month, at the same time');

/** The vouchers of one connection. */
export const createRailVouchers = (
  ports: VoucherPorts,
  environment: Environment,
  connection: string,
): RailVouchers => ({
  async keep(file) {
    const { units, clock, cipher, blobs, digest, keepMonths } = ports;
    const tenant = houseTenant(environment);
    const given = newVoucher(ports, { environment, connection, file });
    if (isOver(file.month, keepMonths, clock.now()) && !(await hasLegalHold(units, environment)))
      return over(ports, given);
    const begun = await repeated(() =>
      units.run(tenant, async (tx) => {
        const now = clock.now();
        const voucher = (await tx.get(VOUCHERS, given.id)) ?? given;
        const before = await tx.get(VOUCHER_MONTHS, voucher.month);
        const month = before ?? newMonth(ports, environment, file.month, now);
        if (month.sealedKey === null) return ok(null);
        if (before === null) tx.add(VOUCHER_MONTHS, month, { conflicts: { id: RACED } });
        if (voucher === given) tx.add(VOUCHERS, voucher, { conflicts: { id: RACED } });
        return ok({ voucher, month: { ...month, sealedKey: month.sealedKey } });
      }),
    );
    const found = valueOf(begun);
    if (found === null) return over(ports, given);
    const { voucher, month } = found;
    if (voucher.isKept && (await isReadable(ports, voucher, month))) return 'kept';
    const key = openMonthKey(ports.sealer, month.id, month.sealedKey);
    await blobs.put(tenant, blobKeyOf(digest, voucher), await cipher.pack(file.content, key, voucher.id));
    await readVoucher(ports, voucher, month);
    if (!voucher.isKept) valueOf(await units.run(tenant, async (tx) => count(tx, ports, voucher)));
    return 'kept';
  },
});

/** Nothing is kept. What an earlier attempt has stored after its month was deleted is removed: no record names it. */
async function over({ units, blobs, digest }: VoucherPorts, { id, tenant }: Voucher): Promise<'over'> {
  const voucher = await units.read(tenant, (reads) => reads.get(VOUCHERS, id));
  if (voucher === null) await blobs.delete(tenant, blobKeyOf(digest, { id }));
  return 'over';
}

function newVoucher(
  { digest, clock }: VoucherPorts,
  {
    environment,
    connection,
    file,
  }: { readonly environment: Environment; readonly connection: string; readonly file: ExchangedFile },
): Voucher {
  const { direction, name, content, at, month } = file;
  const sha256 = digest.sha256(content);
  return {
    ...{ connection, direction, name, digest: sha256, bytes: content.length, at },
    month: monthId(environment, month),
    isKept: false,
    ...newRecord(`${environment}/${connection}/${direction}/${sha256}`, {
      tenant: houseTenant(environment),
      now: clock.now(),
    }),
  };
}

/** The second run finds the month or the voucher that another host has added. */
async function repeated<T>(run: () => Promise<Result<T>>): Promise<Result<T>> {
  const result = await run();
  return !result.ok && result.error.code === RACED.code ? run() : result;
}

/** Marks the voucher as kept, unless its month was deleted meanwhile. */
async function count(tx: Tx, { clock }: VoucherPorts, { id, month: ofMonth }: Voucher): Promise<Result<void>> {
  const voucher = await tx.get(VOUCHERS, id);
  const month = await tx.get(VOUCHER_MONTHS, ofMonth);
  if (voucher === null || month === null || month.sealedKey === null) return fail(RACED);
  if (voucher.isKept) return ok();
  const ctx = { now: clock.now() };
  update(tx, ctx, VOUCHERS, voucher, { isKept: true });
  update(tx, ctx, VOUCHER_MONTHS, month, { files: month.files + 1 });
  return ok();
}

/** A lost or damaged content is stored again, as long as the file is there. */
const isReadable = (ports: VoucherPorts, voucher: Voucher, month: VoucherMonth): Promise<boolean> =>
  readVoucher(ports, voucher, month).then(
    () => true,
    () => false,
  );

/** A file that is not kept stays where it is, and the caller tries again. */
function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`the file was not kept: ${result.error.message}`);
}
