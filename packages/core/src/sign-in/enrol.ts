import { err, type Instant, ok, type Result, transition } from '../kernel/index.js';
import {
  loggedAccess,
  type Operator,
  OPERATOR,
  OPERATORS,
  type OperatorRole,
  startSession,
  writeLog,
} from '../operators/index.js';
import { findInvited } from './enrolment-link.js';
import {
  acceptFactor,
  beginFactor,
  checkFactor,
  type FactorMethod,
  type FactorStart,
  type NewFactor,
  type PasswordStart,
  shownAgain,
  type SignInPorts,
} from './factors.js';
import type { ClientGone } from './ports.js';

/** The browser that sends a request of an operator. */
export interface Client {
  readonly requestId: string;
  /** The client's address, for the log. */
  readonly address: string;
  /** The browser as it names itself; becomes the label of the session. */
  readonly browser: string;
  /** What the browser has kept of an earlier sign-in; null or absent for a browser that is not known. */
  readonly device?: string | null;
  /** Aborted when the browser no longer waits for the answer. */
  readonly gone?: ClientGone;
}

/** A session that has started. `text` is the credential: it is not stored, and is shown only here. */
export interface Started {
  readonly operator: Operator;
  readonly text: string;
  readonly expiresAt: Instant;
}

/** A sign-in. `device` is what the browser keeps for the next one; it gives no access. */
export interface SignInStarted extends Started {
  readonly device: string;
}

/** The owner of a setup that a link has begun. */
const byLink = <A>(account: A) => ({ account, session: null });

const GONE = err('REFERENCE_NOT_FOUND', 'the link is unknown, was used, or has expired; ask for a new link');

/** Whom a link invites. Changes nothing. 404 REFERENCE_NOT_FOUND for a link that is unknown, used or expired. */
export const enrolment =
  ({ units, digest, clock }: SignInPorts) =>
  async (link: string): Promise<Result<{ readonly name: string; readonly role: OperatorRole }>> => {
    const account = await units.read(null, (reads) => findInvited(reads, digest, link, clock.now()));
    return account === null ? GONE : ok({ name: account.name, role: account.role });
  };

/** Starts to set up a sign-in; the link stays valid. 404 REFERENCE_NOT_FOUND as `enrolment`. */
export const beginEnrolment =
  (ports: SignInPorts) =>
  (link: string, method: FactorMethod, { requestId }: Client): Promise<Result<FactorStart>> => {
    const ctx = ports.context(requestId);
    return ports.units.run(ctx.tenant, async (tx) => {
      const account = await findInvited(tx, ports.digest, link, ctx.hostNow);
      return account === null ? GONE : ok(beginFactor(ports, tx, ctx, byLink(account), method));
    });
  };

/** What `beginEnrolment` returned for a password; null if the setup has ended. */
export const enrolmentSetup =
  (ports: SignInPorts) =>
  (link: string, setupId: string): Promise<PasswordStart | null> => {
    const ctx = ports.context('enrolment');
    return ports.units.read(ctx.tenant, async (reads) => {
      const account = await findInvited(reads, ports.digest, link, ctx.hostNow);
      return account === null ? null : shownAgain(ports, reads, ctx, byLink(account), setupId);
    });
  };

/**
 * Uses the link up: stores the passkey, or the password with the authenticator app, and signs the operator in. 404
 * REFERENCE_NOT_FOUND as `enrolment`; 409 CONFLICT if the setup has ended; 400 INVALID_INPUT naming `password`, `code`,
 * `credential` or `name`.
 */
export const enrol =
  (ports: SignInPorts) =>
  async (link: string, factor: NewFactor, { requestId, address, browser }: Client): Promise<Result<SignInStarted>> => {
    const ctx = ports.context(requestId);
    const found = await ports.units.read(null, (reads) => findInvited(reads, ports.digest, link, ctx.hostNow));
    if (found === null) return GONE;
    const checked = await checkFactor(ports, ctx, byLink(found), factor);
    if (!checked.ok) return checked;
    return ports.units.run(ctx.tenant, async (tx) => {
      const account = await findInvited(tx, ports.digest, link, ctx.hostNow);
      if (account === null) return GONE;
      const accepted = await acceptFactor(tx, ctx, byLink(account), checked.value);
      if (!accepted.ok) return accepted;
      const used = { ...accepted.value, enrolmentDigest: null, enrolmentExpiresAt: null };
      const moved = transition(tx, ctx, OPERATOR, OPERATORS, account, 'enrol', used);
      if (!moved.ok) return moved;
      const operator = { id: account.id, name: account.name };
      const session = { operatorId: account.id, kind: 'CONSOLE', label: browser } as const;
      const { text, session: started } = startSession(ports, tx, ctx, session);
      const device = startSession(ports, tx, ctx, { ...session, kind: 'DEVICE' }).text;
      const entry = { subject: account.id, input: { method: factor.method, address } };
      const actor = { operator, source: 'CONSOLE' } as const;
      const after = loggedAccess(moved.value.record);
      writeLog({ tx, ctx, ids: ports.ids }, actor, { ...entry, outcome: 'DONE', action: 'operators.enrol', after });
      writeLog({ tx, ctx, ids: ports.ids }, actor, { ...entry, outcome: 'SIGNED_IN', action: 'operators.signIn' });
      return ok({ operator, text, device, expiresAt: started.expiresAt });
    });
  };
