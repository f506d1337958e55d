import {
  BASE_COLUMNS,
  type BaseRecord,
  Bug,
  type Context,
  type Environment,
  newRecord,
  recordKind,
  splitTenant,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';

/** The number of allocated indexes of an address space; one row for each space and environment. */
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

/** The allocation of an index to a reference. The rails of the address space derive an address from the index. */
export interface FundingAddress extends BaseRecord {
  /** Environment, address space and index, separated by slashes. */
  readonly id: string;
  /**
   * The address space. The column has the name of the time when each rail had a space of its own, because hosts of the
   * former release read it.
   */
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

export const addressCounterId = (environment: Environment, space: string): string => `${environment}/${space}`;

export const fundingAddressId = (environment: Environment, space: string, index: number): string =>
  `${environment}/${space}/${index}`;

/** The number of allocated indexes of an address space. Its rails watch the addresses of the indexes below it. */
export const addressesOf =
  ({ units }: { readonly units: UnitOfWork }) =>
  async (environment: Environment, space: string): Promise<number> => {
    const id = addressCounterId(environment, space);
    return (await units.read(null, (reads) => reads.get(ADDRESS_COUNTERS, id)))?.allocated ?? 0;
  };

/**
 * The index from which the rails of an address space derive the address of this reference. The first call allocates it,
 * counting from 0; later calls return the same index.
 */
export async function addressIndexOf(tx: Tx, ctx: Context, space: string, reference: string): Promise<number> {
  const known = await tx.find(FUNDING_ADDRESSES, 'reference', [space, reference]);
  if (known !== null) return known.addressIndex;
  const { environment } = splitTenant(ctx.tenant);
  const id = addressCounterId(environment, space);
  tx.add(ADDRESS_COUNTERS, { allocated: 0, ...newRecord(id, ctx) }, { unlessExists: true });
  const counter = await tx.get(ADDRESS_COUNTERS, id);
  if (counter === null) throw new Bug(`the address counter of ${space} does not exist after its creation`);
  const addressIndex = counter.allocated;
  if (addressIndex > LAST_INDEX) throw new Bug(`${space} has no addresses left`);
  // The row's version guards this: of two units of work that allocate concurrently, one runs again.
  update(tx, ctx, ADDRESS_COUNTERS, counter, { allocated: addressIndex + 1 });
  tx.add(FUNDING_ADDRESSES, {
    rail: space,
    addressIndex,
    reference,
    ...newRecord(fundingAddressId(environment, space, addressIndex), ctx),
  });
  return addressIndex;
}
