import type { Rails } from '../accounts/index.js';
import type { Context, IdSource, Reads, UnitOfWork } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';

export interface TransferPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
}
