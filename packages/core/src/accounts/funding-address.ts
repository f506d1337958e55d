import {
  BASE_COLUMNS,
  type BaseRecord,
  Bug,
  type Context,
  newRecord,
  recordKind,
  splitTenant,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import type { Rails } from './rail.js';

/** How many addresses of a rail were allocated; one row for each rail and environment. */
export interface AddressCounter extends BaseRecord {
  readonly allocated: number;
}

export const ADDRESS_COUNTERS = recordKind<AddressCounter>()({
  name: 'address_counters',
  scope: 'host',
  columns: { ...BASE_COLUMNS, allocated: 'int' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});

/** Whose address a number stands for: the rail derives the address from it, and the core finds the reference by it. */
export interface FundingAddress extends BaseRecord {
  /** Environment, rail and number, with slashes between them. */
  readonly id: string;
  readonly rail: string;
  readonly addressIndex: number;
  /** The reference of the internal account or the quote. */
  readonly reference: string;
}

export const FUNDING_ADDRESSES = recordKind<FundingAddress>()({
  name: 'funding_addresses',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, rail: 'text', addressIndex: 'int', reference: 'text' },
  states: [],
  unique: [{ name: 'reference', columns: ['rail', 'reference'] }],
  filters: [],
  immutable: ['rail', 'addressIndex', 'reference'],
});

/** Numbers of keys that are derived without hardening (BIP 32) end here. */
const LAST_INDEX = 2 ** 31 - 1;

export const addressCounterId = (ctx: Pick<Context, 'tenant'>, rail: string): string =>
  `${splitTenant(ctx.tenant).environment}/${rail}`;

export const fundingAddressId = (environment: string, rail: string, index: number): string =>
  `${environment}/${rail}/${index}`;

/** How many addresses of a rail were allocated: it watches those of the numbers below. */
export const addressesOf =
  ({ units, rails }: { readonly units: UnitOfWork; readonly rails: Pick<Rails, 'byName'> }) =>
  async (rail: string): Promise<number> => {
    const id = `${rails.byName(rail).environment}/${rail}`;
    return (await units.read(null, (reads) => reads.get(ADDRESS_COUNTERS, id)))?.allocated ?? 0;
  };

/**
 * The number of the address that a rail derives for this reference: allocated with the first call, from 0 upward, and
 * the same ever after.
 */
export async function addressIndexOf(tx: Tx, ctx: Context, rail: string, reference: string): Promise<number> {
  const known = await tx.find(FUNDING_ADDRESSES, 'reference', [rail, reference]);
  if (known !== null) return known.addressIndex;
  const id = addressCounterId(ctx, rail);
  tx.add(ADDRESS_COUNTERS, { allocated: 0, ...newRecord(id, ctx) }, { unlessExists: true });
  const counter = await tx.get(ADDRESS_COUNTERS, id);
  if (counter === null) throw new Bug(`no counter of addresses for ${rail}`);
  const addressIndex = counter.allocated;
  if (addressIndex > LAST_INDEX) throw new Bug(`${rail} has no addresses left`);
  // Guarded by the version of the row: of two units that allocate at once, one runs again.
  update(tx, ctx, ADDRESS_COUNTERS, counter, { allocated: addressIndex + 1 });
  tx.add(FUNDING_ADDRESSES, {
    rail,
    addressIndex,
    reference,
    ...newRecord(fundingAddressId(splitTenant(ctx.tenant).environment, rail, addressIndex), ctx),
  });
  return addressIndex;
}
