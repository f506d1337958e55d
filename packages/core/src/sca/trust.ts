import { type ExternalAccount, EXTERNAL_ACCOUNTS, getExternalAccount, payeeName } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import {
  type Context,
  err,
  fail,
  domainError,
  ok,
  plusSeconds,
  type PreparedUseCase,
  type Reads,
  Refused,
  type Result,
  update,
  type UseCase,
} from '../kernel/index.js';
import { openChallenge, type ScaAction, type ScaChallenge } from './challenge.js';
import { acceptProof, regulatedCustomer } from './guard.js';
import { type ExaminedProof, examineProof, type ProofPorts, prove, type ScaProof } from './proof.js';

/** `trust`: payments to the beneficiary need no challenge from now on. `untrust`: they need one again. */
export type TrustChange = 'trust' | 'untrust';

export interface Beneficiary {
  readonly account: ExternalAccount;
  readonly customer: Customer;
}

const CHALLENGE_SECONDS = 300;

const actionOf = (change: TrustChange, { account, customer }: Beneficiary): ScaAction => ({
  operation: change,
  path: account.id,
  customerId: customer.id,
  body: { accountId: account.id, identity: account.identity },
  purpose: `${change === 'trust' ? 'trust' : 'no longer trust'} ${payeeName(account)}`,
});

const TRUSTED = domainError('BENEFICIARY_TRUSTED');
const NOT_TRUSTED = domainError('CONFLICT', 'the beneficiary is not trusted, so no trust can be ended');

/** The external account of a regulated customer that can be trusted or untrusted. */
async function beneficiaryOf(
  reads: Reads,
  ctx: Context,
  change: TrustChange,
  id: string,
): Promise<Result<Beneficiary>> {
  const found = await getExternalAccount(reads, ctx, { id, ownerType: 'CUSTOMER' });
  if (!found.ok) return found;
  const account = found.value;
  if (account.customerId === null) return err('REFERENCE_NOT_FOUND', 'no such external account');
  const customer = await regulatedCustomer(reads, account.customerId);
  if (!customer.ok) return customer;
  if ((account.trustedAt !== null) === (change === 'trust')) return fail(change === 'trust' ? TRUSTED : NOT_TRUSTED);
  return ok({ account, customer: customer.value });
}

/**
 * Opens a challenge for trusting or untrusting a beneficiary, and invalidates the previous one. 404
 * REFERENCE_NOT_FOUND; 409 CONFLICT for customers outside regulated regions and for untrusting a beneficiary that is
 * not trusted; BENEFICIARY_TRUSTED for trusting one that is; 403 USER_NOT_READY for a customer without a factor; 423
 * ACCOUNT_LOCKED and 429 RATE_LIMITED if no code can be sent.
 */
export function startTrust(
  ports: ProofPorts,
  change: TrustChange,
): UseCase<{ readonly id: string }, { readonly challenge: ScaChallenge }> {
  return async (tx, ctx, { id }) => {
    const found = await beneficiaryOf(tx, ctx, change, id);
    if (!found.ok) return found;
    const { account, customer } = found.value;
    const opened = await openChallenge(ports, tx, ctx, customer, actionOf(change, found.value), {
      factor: null,
      field: 'factor',
      expiresAt: plusSeconds(ctx.now, CHALLENGE_SECONDS),
    });
    if (!opened.ok) return opened;
    update(tx, ctx, EXTERNAL_ACCOUNTS, account, { trustChallenge: opened.value.id });
    return ok({ challenge: opened.value });
  };
}

export interface ConfirmTrust extends ScaProof {
  readonly id: string;
}

export interface PreparedTrust {
  readonly input: ConfirmTrust;
  readonly examined: ExaminedProof;
}

/**
 * Trusts or untrusts a beneficiary with the customer's proof. The errors of the challenge, and the refusals of proofs:
 * 400 INVALID_INPUT, 401 INVALID_SIGNATURE, 409 CONFLICT, 423 ACCOUNT_LOCKED.
 */
export function confirmTrust(
  ports: ProofPorts,
  change: TrustChange,
): PreparedUseCase<ConfirmTrust, PreparedTrust, { readonly trusted: boolean } | Refused> {
  return {
    async prepare(ctx, input) {
      const found = await ports.units.read(ctx.tenant, (reads) => beneficiaryOf(reads, ctx, change, input.id));
      if (!found.ok) return found;
      const { account, customer } = found.value;
      const examined = await examineProof(ports, ctx, customer.id, account.trustChallenge, input);
      return examined.ok ? ok({ input, examined: examined.value }) : examined;
    },

    async finish(tx, ctx, { input, examined }) {
      const found = await beneficiaryOf(tx, ctx, change, input.id);
      if (!found.ok) return found;
      const { account, customer } = found.value;
      const action = actionOf(change, found.value);
      const proven = await prove(ports, tx, ctx, customer, action, account.trustChallenge, examined);
      if (!proven.ok) return proven;
      if (proven.value instanceof Refused) return ok(proven.value);
      acceptProof(tx, ctx, proven.value.guard);
      const trusted = change === 'trust';
      update(tx, ctx, EXTERNAL_ACCOUNTS, account, { trustedAt: trusted ? ctx.now : null, trustChallenge: null });
      return ok({ trusted });
    },

    asks: ({ passkeyAssertion }) => passkeyAssertion !== undefined,
  };
}
