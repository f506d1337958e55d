import {
  type Context,
  fail,
  type FieldError,
  type Id,
  invalidFields,
  type Instant,
  ok,
  plusSeconds,
  type PreparedUseCase,
  Refused,
  type Result,
  type Tx,
  type UseCase,
  update,
} from '../kernel/index.js';
import { openChallenge, type ScaAction, type ScaChallenge } from './challenge.js';
import type { ScaFactor } from './factor.js';
import { activeFactor } from './factor-service.js';
import { acceptProof, guardOf, lockedError, refuseProof, regulatedCustomer, SCA_GUARDS } from './guard.js';
import {
  type ExaminedProof,
  invalidInProof,
  examineProof,
  type ProofPorts,
  prove,
  type Proven,
  type ScaProof,
  tryTotp,
} from './proof.js';
import { SESSION_SECONDS } from './session.js';

export interface StartLogin {
  readonly customerId: string;
  readonly factor: ScaFactor;
}

/** A started login. TOTP has no challenge, because the app produces its codes itself. */
export interface LoginStart {
  readonly factor: ScaFactor;
  readonly challenge: ScaChallenge | null;
}

const LOGIN_SECONDS = 300;

const loginOf = (customerId: Id<'Customer'>): ScaAction => ({
  operation: 'login',
  path: customerId,
  customerId,
  body: { customerId },
  purpose: 'log in',
});

/**
 * Starts a login and invalidates an unfinished one. 404 USER_NOT_FOUND; 409 CONFLICT for customers outside regulated
 * regions; 400 INVALID_INPUT for a factor that the customer does not have; 423 ACCOUNT_LOCKED and 429 RATE_LIMITED if
 * no code can be sent: the previous login stays open then.
 */
export function startLogin(ports: ProofPorts): UseCase<StartLogin, LoginStart> {
  return async (tx, ctx, { customerId, factor }) => {
    const found = await regulatedCustomer(tx, customerId);
    if (!found.ok) return found;
    const customer = found.value;
    if (factor === 'TOTP') {
      const totp = await activeFactor(tx, customer.id, 'TOTP');
      return totp === null ? invalidFields([NO_FACTOR]) : ok({ factor, challenge: null });
    }
    const guard = await guardOf(tx, ctx, customer.id);
    const opened = await openChallenge(ports, tx, ctx, customer, loginOf(customer.id), {
      factor,
      field: 'factor',
      expiresAt: plusSeconds(ctx.now, LOGIN_SECONDS),
    });
    if (!opened.ok) return opened;
    update(tx, ctx, SCA_GUARDS, guard, { loginChallenge: opened.value.id });
    return ok({ factor, challenge: opened.value });
  };
}

const NO_FACTOR: FieldError = {
  field: 'factor',
  message: 'must be a factor that the customer has; SMS_OTP needs a verified phone',
};

export interface CompleteLogin extends ScaProof {
  readonly customerId: string;
  readonly factor: ScaFactor;
  readonly endUserIpAddress: string;
}

export interface PreparedLogin {
  readonly input: CompleteLogin;
  readonly examined: ExaminedProof;
}

export interface Login {
  readonly sessionExpiresAt: Instant;
}

/**
 * Logs in with a proof of the factor; the session lasts five minutes. 404 USER_NOT_FOUND; 409 CONFLICT if no login is
 * waiting; the refusals of proofs: 400 INVALID_INPUT, 401 INVALID_SIGNATURE, 423 ACCOUNT_LOCKED.
 */
export function completeLogin(ports: ProofPorts): PreparedUseCase<CompleteLogin, PreparedLogin, Login | Refused> {
  return {
    async prepare(ctx, input) {
      const errors = invalidInLogin(input);
      if (errors.length > 0) return invalidFields(errors);
      const waiting = await ports.units.read(ctx.tenant, async (reads) => {
        const found = await regulatedCustomer(reads, input.customerId);
        if (!found.ok) return found;
        const guard = await reads.get(SCA_GUARDS, found.value.id);
        return ok(guard?.loginChallenge ?? null);
      });
      if (!waiting.ok) return waiting;
      const examined = await examineProof(ports, ctx, input.customerId, waiting.value, input);
      return examined.ok ? ok({ input, examined: examined.value }) : examined;
    },

    async finish(tx, ctx, { input, examined }) {
      const proven = await proveLogin(ports, tx, ctx, input, examined);
      if (!proven.ok) return proven;
      if (proven.value instanceof Refused) return ok(proven.value);
      const sessionExpiresAt = plusSeconds(ctx.now, SESSION_SECONDS);
      acceptProof(tx, ctx, proven.value.guard, {
        failedLogins: 0,
        loginChallenge: null,
        sessionUntil: sessionExpiresAt,
        lastLoginAddress: input.endUserIpAddress,
      });
      return ok({ sessionExpiresAt });
    },

    asks: ({ passkeyAssertion }) => passkeyAssertion !== undefined,
  };
}

/** All field errors of a login: each factor needs its own kind of proof. */
export function invalidInLogin(input: CompleteLogin): readonly FieldError[] {
  const { factor, code, passkeyAssertion } = input;
  if (factor === 'PASSKEY') {
    return passkeyAssertion === undefined
      ? [{ field: 'passkeyAssertion', message: 'is required for a passkey' }]
      : invalidInProof(input);
  }
  return code === undefined ? [{ field: 'code', message: `is required for ${factor}` }] : [];
}

async function proveLogin(
  ports: ProofPorts,
  tx: Tx,
  ctx: Context,
  input: CompleteLogin,
  examined: ExaminedProof,
): Promise<Result<Proven | Refused>> {
  const found = await regulatedCustomer(tx, input.customerId);
  if (!found.ok) return found;
  const customer = found.value;
  const guard = await guardOf(tx, ctx, customer.id);
  if (input.factor !== 'TOTP') {
    return prove(ports, tx, ctx, customer, loginOf(customer.id), guard.loginChallenge, examined);
  }
  const locked = lockedError(guard, ctx.now);
  if (locked !== null) return fail(locked);
  const tried = await tryTotp(ports, tx, ctx, customer, input.code!);
  if (!tried.ok) return tried;
  return tried.value instanceof Refused
    ? refuseProof(tx, ctx, guard, tried.value.error)
    : ok({ factor: tried.value, guard });
}
