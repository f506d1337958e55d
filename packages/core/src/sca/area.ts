import type { Codes } from '../codes/index.js';
import type { Customer, CustomerPatch, Settings } from '../customers/index.js';
import { forJobs, type JobHandler } from '../events/index.js';
import type { Cursors, Digest, IdSource, Random, Sealer, UnitOfWork, UseCase } from '../kernel/index.js';
import type { Passkeys } from '../wallets/index.js';
import { confirmEnrollment, deleteFactor, startEnrollment } from './enroll-factor.js';
import { listFactors } from './factor-service.js';
import { completeLogin, startLogin } from './login.js';
import type { PasskeyPlace, ScaPorts } from './ports.js';
import { advanceReset, completeReset, decideReset, getReset, startReset } from './reset-factor.js';
import { readStanding, resetsInReview } from './resets-in-review.js';
import { recordSecurityEvent } from './security-event.js';
import { guardRead } from './session.js';
import { confirmTrust, startTrust } from './trust.js';

export interface ScaAreaPorts extends ScaPorts {
  readonly units: UnitOfWork;
  readonly cursors: Cursors;
  readonly ids: IdSource;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  readonly settings: Settings;
  readonly updateCustomer: UseCase<CustomerPatch, Customer>;
  readonly place: PasskeyPlace;
  /** Whether reads of a regulated customer, and changes of its factors, need a login within the last five minutes. */
  readonly needsSession: boolean;
}

/** Strong customer authentication (docs/areas/sca.md). */
export function scaArea(ports: ScaAreaPorts) {
  const useCases = {
    listFactors,
    /**
     * Starts to enroll an authenticator app or a passkey; the secret is shown only here. 404 USER_NOT_FOUND; 409
     * CONFLICT for customers outside regulated regions and if an app is already enrolled, PASSKEY_ALREADY_ENROLLED.
     *
     * @example
     * ```ts
     * const payer = await run(core.customers.create, {
     *   customerType: 'INDIVIDUAL',
     *   fullName: 'Grace Hopper',
     *   region: 'DE', // customers of the EEA need strong customer authentication
     * });
     * const enrollment = await run(core.sca.startEnrollment, { customerId: payer.id, type: 'TOTP' });
     * // Show `enrollment.uri` as a QR code; `confirmEnrollment` takes the first code of the authenticator.
     * enrollment.type; // 'TOTP'
     * ```
     */
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
    resetsInReview: resetsInReview(ports),
    standing: readStanding,
    startTrust: startTrust(ports, 'trust'),
    confirmTrust: confirmTrust(ports, 'trust'),
    startUntrust: startTrust(ports, 'untrust'),
    confirmUntrust: confirmTrust(ports, 'untrust'),
  } as const;
  const background = forJobs(ports);
  return {
    useCases,
    guardRead: guardRead(ports.needsSession),
    /** For the areas that start payments, which ask the payer to authorize a payment. */
    ports,
    handlers: { 'sca.reset': advanceReset(background) } satisfies Readonly<Record<string, JobHandler>>,
  } as const;
}

export type Sca = ReturnType<typeof scaArea>['useCases'];
