import type { Codes } from '../codes/index.js';
import type { Customer, CustomerPatch, Settings } from '../customers/index.js';
import { CUSTOMERS } from '../customers/index.js';
import type { JobHandler } from '../events/index.js';
import {
  type Context,
  type Digest,
  type IdSource,
  ok,
  type Random,
  type Reads,
  type Result,
  type Sealer,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import type { Passkeys } from '../wallets/index.js';
import { confirmEnrollment, deleteFactor, startEnrollment } from './enroll-factor.js';
import { listFactors } from './factor-service.js';
import { completeLogin, startLogin } from './login.js';
import type { PasskeyPlace, ScaAdapters } from './ports.js';
import { advanceReset, completeReset, decideReset, getReset, startReset } from './reset-factor.js';
import { recordSecurityEvent } from './security-event.js';
import { requireSession } from './session.js';
import { confirmTrust, startTrust } from './trust.js';

export interface ScaDeps extends ScaAdapters {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  readonly settings: Settings;
  readonly updateCustomer: UseCase<CustomerPatch, Customer>;
  readonly place: PasskeyPlace;
  /** Whether reads of a regulated customer, and changes of its factors, need a login of the last five minutes. */
  readonly needsSession: boolean;
}

/** Strong customer authentication (behaviour, "SCA"). */
export function scaArea(ports: ScaDeps) {
  return {
    listFactors,
    startEnrollment: startEnrollment(ports),
    confirmEnrollment: confirmEnrollment(ports),
    deleteFactor: deleteFactor(ports),
    startLogin: startLogin(ports),
    completeLogin: completeLogin(ports),
    recordSecurityEvent,
    startReset: startReset(ports),
    getReset,
    completeReset: completeReset(ports),
    decideReset,
    startTrust: startTrust(ports, 'trust'),
    confirmTrust: confirmTrust(ports, 'trust'),
    startUntrust: startTrust(ports, 'untrust'),
    confirmUntrust: confirmTrust(ports, 'untrust'),
    /** For reads of what is a customer's: 409 SCA_SESSION_REQUIRED where the host wants a login and there is none. */
    guardRead: guardRead(ports.needsSession),
    /** What payments need to ask their payer. */
    ports,
    handlers: { 'sca.reset': advanceReset(ports) } satisfies Readonly<Record<string, JobHandler>>,
  } as const;
}

export type Sca = ReturnType<typeof scaArea>;

/** Whose a read is, by either of a customer's ids; of nobody in particular where it names neither. */
export interface ReadOf {
  readonly customerId?: string | undefined;
  readonly platformCustomerId?: string | undefined;
}

/** A customer that is not there is the read's own matter. */
const guardRead =
  (needed: boolean) =>
  async (reads: Reads, ctx: Context, { customerId, platformCustomerId }: ReadOf): Promise<Result<void>> => {
    if (!needed) return ok();
    const named = [
      customerId === undefined ? null : await reads.get(CUSTOMERS, customerId),
      platformCustomerId === undefined ? null : await reads.find(CUSTOMERS, 'platformCustomerId', [platformCustomerId]),
    ];
    for (const customer of named) {
      const allowed = customer === null || customer.isDeleted ? ok() : await requireSession(reads, ctx, customer);
      if (!allowed.ok) return allowed;
    }
    return ok();
  };
