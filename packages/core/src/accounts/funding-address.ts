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

/** The number of allocated addresses of a rail; one row for each rail and environment. */
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

/** The allocation of an address number to a reference. The rail derives the address from the number. */
export interface FundingAddress extends BaseRecord {
  /** Environment, rail and number, separated by slashes. */
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

/** The last index of non-hardened keys (BIP 32). */
const LAST_INDEX = 2 ** 31 - 1;

export const addressCounterId = (ctx: Pick<Context, 'tenant'>, rail: string): string =>
  `${splitTenant(ctx.tenant).environment}/${rail}`;

export const fundingAddressId = (environment: string, rail: string, index: number): string =>
  `${environment}/${rail}/${index}`;

/** The number of allocated addresses of a rail, which watches the addresses below this number. */
export const addressesOf =
  ({ units, rails }: { readonly units: UnitOfWork; readonly rails: Pick<Rails, 'byName'> }) =>
  async (rail: string): Promise<number> => {
    const id = `${rails.byName(rail).environment}/${rail}`;
    return (await units.read(null, (reads) => reads.get(ADDRESS_COUNTERS, id)))?.allocated ?? 0;
  };

/**
 * The number from which a rail derives the address of this reference. The first call allocates it, counting from 0;
 * later calls return the same number.
 */
export async function addressIndexOf(tx: Tx, ctx: Context, rail: string, reference: string): Promise<number> {
  const known = await tx.find(FUNDING_ADDRESSES, 'reference', [rail, reference]);
  if (known !== null) return known.addressIndex;
  const id = addressCounterId(ctx, rail);
  tx.add(ADDRESS_COUNTERS, { allocated: 0, ...newRecord(id, ctx) }, { unlessExists: true });
  const counter = await tx.get(ADDRESS_COUNTERS, id);
  if (counter === null) throw new Bug(`the address counter of ${rail} does not exist after its creation`);
  const addressIndex = counter.allocated;
  if (addressIndex > LAST_INDEX) throw new Bug(`${rail} has no addresses left`);
  // The row's version guards this: of two units of work that allocate concurrently, one runs again.
  update(tx, ctx, ADDRESS_COUNTERS, counter, { allocated: addressIndex + 1 });
  tx.add(FUNDING_ADDRESSES, {
    rail,
    addressIndex,
    reference,
    ...newRecord(fundingAddressId(splitTenant(ctx.tenant).environment, rail, addressIndex), ctx),
  });
  return addressIndex;
}
