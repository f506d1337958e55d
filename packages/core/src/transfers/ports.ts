import type { RequestedPaymentPorts, Rails } from '../accounts/index.js';
import type { Context, IdSource, Reads, UnitOfWork } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { CorridorsInForce } from '../rates/index.js';
import type { MustBeProven } from '../travel-rule/index.js';

export interface TransferPorts extends RequestedPaymentPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly corridors: CorridorsInForce;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
  readonly mustBeProven: MustBeProven;
}
