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
 * A UMA address of a living customer. Its id is the environment and the address, so that an address is one customer's,
 * whichever platforms of the host share its domain.
 */
export interface HeldAddress extends BaseRecord {
  /** `SANDBOX/$ada@pay.example`, in lower case but for the environment. */
  readonly id: string;
  /** What stands behind the `@`. */
  readonly domain: string;
  readonly customerId: Id<'Customer'>;
}

/** Looked up for every platform of the host, so not confined to a tenant. */
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
const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1).toLowerCase();

/** Whose address it is in an environment, of all customers of the host; null where it is free. */
export const heldAddress = (reads: Reads, environment: Environment, address: string): Promise<HeldAddress | null> =>
  reads.get(UMA_ADDRESSES, keyOf(environment, address));

/** The unit ends with 409 UMA_ADDRESS_EXISTS where another customer of the host has the address. */
export function holdAddress(tx: Tx, ctx: Context, { id, umaAddress }: Pick<Customer, 'id' | 'umaAddress'>): void {
  const { environment } = splitTenant(ctx.tenant);
  tx.add(
    UMA_ADDRESSES,
    { domain: domainOf(umaAddress), customerId: id, ...newRecord(keyOf(environment, umaAddress), ctx) },
    { conflicts: { id: domainError('UMA_ADDRESS_EXISTS') } },
  );
}

/** Frees the address of a customer who is deleted, or gets another one. */
export async function releaseAddress(
  tx: Tx,
  ctx: Context,
  { id, umaAddress }: Pick<Customer, 'id' | 'umaAddress'>,
): Promise<void> {
  const held = await heldAddress(tx, splitTenant(ctx.tenant).environment, umaAddress);
  if (held?.customerId === id) tx.remove(UMA_ADDRESSES, held);
}

/**
 * Whether a domain stands for a platform: its own, and the host's, under which its customers may have had their
 * addresses before it had one.
 */
export const standsFor = (
  domain: string,
  { umaDomain }: Pick<Platform, 'umaDomain'>,
  publicAuthority: string,
): boolean => domain === umaDomain || domain === publicAuthority.toLowerCase();

/** Where customers of a platform have their addresses, unless they are given others. */
export const addressDomain = ({ umaDomain }: Pick<Platform, 'umaDomain'>, publicAuthority: string): string =>
  umaDomain ?? publicAuthority.toLowerCase();

/** The domain of a well-formed address that a customer of a platform is to get must stand for the platform. */
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
