import {
  type Context,
  HOUSE_TENANTS,
  type IdSource,
  type Instant,
  ok,
  readAll,
  type Result,
  type TenantKey,
  type UnitOfWork,
  houseTenant,
  type Environment,
} from '../kernel/index.js';
import { type Caller, recordExport } from '../operators/index.js';
import { readVoucher, type ReadVoucherPorts } from './read-voucher.js';
import { type Voucher, VOUCHER_MONTHS, type VoucherMonth, VOUCHERS } from './voucher.js';

export interface VouchersExportRequest {
  readonly environment: Environment;
  readonly connection: string;
  /** Vouchers that were exchanged at or after `from` and before `until`. */
  readonly from: Instant;
  readonly until: Instant;
}

export interface ExportedVoucher {
  readonly voucher: Voucher;
  readonly content: Uint8Array;
}

/** The files that were exchanged with banks (docs/operate/retention.md#vouchers). */
export interface VouchersArea {
  /** The months with their vouchers, the oldest first. */
  list(): Promise<readonly { readonly month: VoucherMonth; readonly vouchers: readonly Voucher[] }[]>;
  /**
   * The vouchers of a connection, each read when it is taken. The entry in the operator log is written before. Needs the role
   * ADMIN, because a file is about persons of all platforms: FORBIDDEN. A voucher that cannot be read throws.
   */
  export(caller: Caller, request: VouchersExportRequest): Promise<Result<AsyncIterable<ExportedVoucher>>>;
}

export interface VouchersAreaPorts extends Omit<ReadVoucherPorts, 'cipher'> {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  /** Null if this core has no vouchers. */
  readonly cipher: ReadVoucherPorts['cipher'] | null;
  readonly context: (tenant: TenantKey, requestId: string) => Context;
}

export const vouchersArea = (ports: VouchersAreaPorts): VouchersArea => ({
  list: () => listVouchers(ports.units),
  async export(caller, request) {
    const { units, ids, context } = ports;
    const { environment, connection, from, until } = request;
    const tenant = houseTenant(environment);
    const ctx = context(tenant, caller.requestId);
    const recorded = await units.run(tenant, (tx) =>
      recordExport({ tx, ctx, ids }, caller, 'ADMIN', {
        action: 'vouchers.export',
        subject: connection,
        input: { from, until },
      }),
    );
    return recorded.ok ? ok(contentsOf(ports, request)) : recorded;
  },
});

async function* contentsOf(
  { units, cipher, ...ports }: VouchersAreaPorts,
  { environment, connection, from, until }: VouchersExportRequest,
): AsyncGenerator<ExportedVoucher, void> {
  const tenant = houseTenant(environment);
  if (cipher === null) return;
  for (const { month, vouchers } of await monthsOf(units, tenant)) {
    if (month.sealedKey === null) continue;
    for (const voucher of vouchers) {
      if (!voucher.isKept || voucher.connection !== connection || voucher.at < from || voucher.at >= until) continue;
      yield { voucher, content: await readVoucher({ ...ports, cipher }, voucher, month) };
    }
  }
}

/** The vouchers of all months. */
export async function listVouchers(units: UnitOfWork): ReturnType<VouchersArea['list']> {
  const found: Awaited<ReturnType<VouchersArea['list']>>[number][] = [];
  for (const tenant of HOUSE_TENANTS) found.push(...(await monthsOf(units, tenant)));
  return found;
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** Both kinds in one read, so that no month loses its vouchers between two. */
async function monthsOf(units: UnitOfWork, tenant: TenantKey): ReturnType<VouchersArea['list']> {
  const { months, vouchers } = await units.read(
    tenant,
    async (reads) => ({ months: await readAll(reads, VOUCHER_MONTHS), vouchers: await readAll(reads, VOUCHERS) }),
    'long',
  );
  const ofMonth = new Map<string, Voucher[]>(months.map(({ id }) => [id, []]));
  for (const voucher of vouchers) ofMonth.get(voucher.month)?.push(voucher);
  return months
    .toSorted(byId)
    .map((month) => ({ month, vouchers: ofMonth.get(month.id)!.sort((a, b) => a.at - b.at) }));
}
