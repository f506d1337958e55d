import { HOUSE_TENANTS, readAll, type Reads, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { ERASED } from './erase-months.js';
import { readVoucher, type ReadVoucherPorts, UnreadableVoucher } from './read-voucher.js';
import { blobKeyOf, type Voucher, VOUCHER_MONTHS, type VoucherMonth, VOUCHERS } from './voucher.js';

export interface InspectVouchersPorts extends Omit<ReadVoucherPorts, 'sealer'> {
  readonly units: UnitOfWork;
  /** Null without the master key: then only the presence of the files is checked. */
  readonly sealer: ReadVoucherPorts['sealer'] | null;
}

/**
 * Proves that the content of every kept voucher is there and has its digest, that each month has as many vouchers as were
 * kept in it, and that a month without a key was deleted by the service, which its operator log says. Contents are read
 * outside of the read of the records, so one that is missing counts only if its month was not deleted meanwhile.
 */
export async function inspectVouchers(ports: InspectVouchersPorts): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const tenant of HOUSE_TENANTS) {
    const { months, vouchers, said } = await ports.units.read(tenant, (reads) => recorded(reads), 'long');
    const counts = new Map<string, number>();
    for (const { month, isKept } of vouchers) if (isKept) counts.set(month, (counts.get(month) ?? 0) + 1);
    for (const month of months.values())
      findings.push(...monthFindings(month, counts.get(month.id) ?? 0, said.has(month.id)));
    for (const voucher of vouchers) {
      const month = months.get(voucher.month) ?? null;
      if (!voucher.isKept || isDeleted(month)) continue;
      const finding = await contentFinding(ports, voucher, month);
      if (finding !== null && !(await isGone(ports.units, tenant, voucher))) findings.push(finding);
    }
  }
  return findings;
}

async function recorded(reads: Reads) {
  const months = new Map((await readAll(reads, VOUCHER_MONTHS)).map((month) => [month.id, month]));
  const said = new Set<string>();
  for (const { id, keyDeletedAt } of months.values()) {
    if (keyDeletedAt === null) continue;
    const { rows } = await reads.list(OPERATOR_LOG, {
      where: { subject: id },
      order: 'asc',
      limit: 10,
      counted: false,
    });
    if (rows.some(({ action, outcome }) => action === ERASED && outcome === 'DONE')) said.add(id);
  }
  return { months, vouchers: await readAll(reads, VOUCHERS), said };
}

function monthFindings(month: VoucherMonth, kept: number, isSaid: boolean): readonly string[] {
  const { id, sealedKey, files, keyDeletedAt, emptiedAt } = month;
  if (keyDeletedAt === null)
    return [
      ...(sealedKey === null ? [`the month ${id} of vouchers has no key, and was not deleted`] : []),
      ...(kept === files ? [] : [`${files} vouchers were kept in the month ${id}, and it has ${kept}`]),
    ];
  return [
    ...(sealedKey === null ? [] : [`the month ${id} of vouchers was deleted, and has a key`]),
    ...(isSaid ? [] : [`the month ${id} of vouchers was deleted, and no entry of the operator log says so`]),
    ...(emptiedAt === null || kept === 0 ? [] : [`the month ${id} of vouchers was deleted, and has ${kept} vouchers`]),
  ];
}

async function contentFinding(
  { sealer, ...ports }: InspectVouchersPorts,
  voucher: Voucher,
  month: VoucherMonth | null,
): Promise<string | null> {
  if (sealer === null) {
    const packed = await ports.blobs.get(voucher.tenant, blobKeyOf(ports.digest, voucher));
    return packed === null ? `the content of the voucher ${voucher.id} is missing` : null;
  }
  try {
    await readVoucher({ ...ports, sealer }, voucher, month);
    return null;
  } catch (cause) {
    if (cause instanceof UnreadableVoucher) return cause.message;
    throw cause;
  }
}

const isDeleted = (month: VoucherMonth | null): boolean => month !== null && month.keyDeletedAt !== null;

/** Whether the voucher was deleted with its month since it was read. */
async function isGone(units: UnitOfWork, tenant: TenantKey, { id, month }: Voucher): Promise<boolean> {
  const now = await units.read(tenant, async (reads) => ({
    voucher: await reads.get(VOUCHERS, id),
    month: await reads.get(VOUCHER_MONTHS, month),
  }));
  return now.voucher === null || isDeleted(now.month);
}

/** Whether the database has vouchers at all. */
export const hasVouchers = async (units: UnitOfWork): Promise<boolean> => {
  for (const tenant of HOUSE_TENANTS) {
    const { rows } = await units.read(tenant, (reads) =>
      reads.list(VOUCHER_MONTHS, { order: 'asc', limit: 1, counted: false }),
    );
    if (rows.length > 0) return true;
  }
  return false;
};
