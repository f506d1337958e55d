import type { Draw } from '../operation.js';
import type { Known, Tenant, World } from '../world.js';

/** An operation that a run can draw. */
export interface Move {
  /** Area and operation. */
  readonly name: string;
  /** How often it is drawn, relative to the others. */
  readonly weight: number;
  /** Throws `NoSubject` if there is nothing to operate on. */
  readonly act: (world: World, draw: Draw) => Promise<void>;
}

/** The first sandbox most often, so that its records meet. */
const TENANTS = [0, 0, 0, 0, 0, 1, 1, 2];

export const tenantOf = ({ tenants }: World, draw: Draw): Tenant => tenants[draw.of(TENANTS)]!;

export const sandboxOf = ({ tenants }: World, draw: Draw): Tenant => tenants[draw.of([0, 0, 0, 1])]!;

/** A record that the run has created. */
export const known = (world: World, tenant: Tenant, kind: string, draw: Draw): Known =>
  draw.recent(world.list(tenant, kind));

/** A record that belongs to the same customer. */
export const own = (world: World, tenant: Tenant, kind: string, like: Known, draw: Draw): Known =>
  draw.recent(world.list(tenant, kind).filter(({ customerId }) => customerId === like['customerId']));

export function learnt(world: World, tenant: Tenant, kind: string, record: object | null): void {
  if (record !== null && 'id' in record) world.learn(tenant, kind, record as Known);
}

/** The token in the URL of a hosted page. */
export const hostedToken = (url: string): string => /\/([^/?]+)(?:\?|$)/.exec(url)?.[1] ?? '';

/** Endings of accounts and names that decide outcomes in the sandbox; most have none. */
export const ENDINGS = ['890', '891', '892', '893', '001', '002', '003', '004', '005', '006', '007', '008', '009'];
