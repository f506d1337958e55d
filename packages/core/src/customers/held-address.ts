import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  domainError,
  type Environment,
  type FieldError,
  type Id,
  newRecord,
  type Reads,
  recordKind,
  splitTenant,
  type Tx,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { Customer } from './customer.js';
import { isUmaAddress } from './uma-address.js';

/**
 * The UMA address of a customer that is not deleted. Its id is the environment and the address, so an address belongs
 * to one customer, even if several platforms of the host share its domain.
 */
export interface HeldAddress extends BaseRecord {
  /** `SANDBOX/$ada@pay.example`; the address is in lower case. */
  readonly id: string;
  /** The part after the `@`. */
  readonly domain: string;
  readonly customerId: Id<'Customer'>;
}

/** Scope `host`, because an address must be unique over all platforms of the host. */
export const UMA_ADDRESSES = recordKind<HeldAddress>()({
  name: 'uma_addresses',
  scope: 'host',
  columns: { ...BASE_COLUMNS, domain: 'text', customerId: 'text' },
  states: [],
  unique: [],
  filters: ['domain'],
  immutable: ['domain', 'customerId'],
});

const keyOf = (environment: Environment, address: string): string => `${environment}/${address.toLowerCase()}`;
/** The id of the record that leads from a customer's address to the customer. */
export const heldAddressId = ({ tenant, umaAddress }: Pick<Customer, 'tenant' | 'umaAddress'>): string =>
  keyOf(splitTenant(tenant).environment, umaAddress);
const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1).toLowerCase();

/** The holder of an address in an environment, over all platforms of the host; null if the address is free. */
export const heldAddress = (reads: Reads, environment: Environment, address: string): Promise<HeldAddress | null> =>
  reads.get(UMA_ADDRESSES, keyOf(environment, address));

/**
 * Takes the customer's address. The unit of work fails with UMA_ADDRESS_EXISTS if another customer of the host has it.
 */
export function holdAddress(tx: Tx, ctx: Context, { id, umaAddress }: Pick<Customer, 'id' | 'umaAddress'>): void {
  const { environment } = splitTenant(ctx.tenant);
  tx.add(
    UMA_ADDRESSES,
    { domain: domainOf(umaAddress), customerId: id, ...newRecord(keyOf(environment, umaAddress), ctx) },
    { conflicts: { id: domainError('UMA_ADDRESS_EXISTS') } },
  );
}

/** Frees the address of a customer that is deleted or gets a different address. */
export async function releaseAddress(
  tx: Tx,
  ctx: Context,
  { id, umaAddress }: Pick<Customer, 'id' | 'umaAddress'>,
): Promise<void> {
  const held = await heldAddress(tx, splitTenant(ctx.tenant).environment, umaAddress);
  if (held?.customerId === id) tx.remove(UMA_ADDRESSES, held);
}

/**
 * Whether a platform's customers may have addresses at a domain: at the platform's own, and at the host's, where their
 * addresses were before the platform had a domain.
 */
export const standsFor = (
  domain: string,
  { umaDomain }: Pick<Platform, 'umaDomain'>,
  publicAuthority: string,
): boolean => domain === umaDomain || domain === publicAuthority.toLowerCase();

/** The domain of generated addresses. */
export const addressDomain = ({ umaDomain }: Pick<Platform, 'umaDomain'>, publicAuthority: string): string =>
  umaDomain ?? publicAuthority.toLowerCase();

/** The error for an address at a domain that is not the platform's. Malformed addresses have an error already. */
export function foreignDomain(
  address: string | undefined,
  platform: Pick<Platform, 'umaDomain'>,
  publicAuthority: string,
): readonly FieldError[] {
  if (address === undefined || !isUmaAddress(address)) return [];
  if (standsFor(domainOf(address), platform, publicAuthority)) return [];
  const allowed = [...new Set([addressDomain(platform, publicAuthority), publicAuthority.toLowerCase()])].join(' or ');
  return [{ field: 'umaAddress', message: `must be an address at ${allowed}` }];
}
