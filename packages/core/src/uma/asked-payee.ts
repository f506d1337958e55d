import {
  type Context,
  type Environment,
  type IdSource,
  ok,
  type Random,
  type Result,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import type { ApprovalPorts } from './approval.js';
import type { CollectPorts } from './collect.js';
import type { Keys } from './keys.js';
import type { Peers } from './peers.js';
import type { UmaPorts } from './ports.js';
import { checkCounterparty } from './providers.js';
import { checkReceives, findPayee, type Payee, type ReceiverPorts } from './receiver.js';

export interface ServePorts extends ReceiverPorts, ApprovalPorts, CollectPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly uma: UmaPorts;
  readonly keys: Keys;
  readonly peers: Peers;
  /** The service's own context in a tenant. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

/** A customer about whom another institution asks, and the service's own context in its platform. */
export type AskedPayee = Payee & { readonly ctx: Context };

/** The customer of an address, if it can receive. `within`: an address of this environment only. */
export async function askedPayee(
  ports: ServePorts,
  within: Environment | null,
  address: string,
): Promise<Result<AskedPayee>> {
  const environments = within === null ? ports.settlements.environments : [within];
  const payee = await findPayee(ports, address, environments, within);
  if (!payee.ok) return payee;
  const receives = checkReceives(payee.value);
  if (!receives.ok) return receives;
  return ok({ ...payee.value, ctx: await ports.contextOf(payee.value.platform.id) });
}

/** An institution whose payments are refused gets no answers either. */
export const checkAsker = ({ units, uma }: ServePorts, payee: AskedPayee, vasp: string): Promise<Result<void>> =>
  units.read(payee.platform.id, (reads) => checkCounterparty(reads, payee.ctx, uma.providers, vasp, 'from'));
