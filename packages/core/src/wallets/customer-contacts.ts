import { accountsOf } from '../accounts/index.js';
import { type Customer, type CustomerPatch, findCustomer, invalidInCustomerPatch } from '../customers/index.js';
import {
  type Context,
  domainError,
  err,
  fail,
  type Id,
  invalidFields,
  ok,
  type Reads,
  type Result,
  sandboxSuffix,
  type SandboxSuffix,
  splitTenant,
  update,
  type UseCase,
} from '../kernel/index.js';
import { type WalletCredential, WALLET_CREDENTIALS } from './credential.js';
import { EMAIL_TAKEN, livingCredentials, signInEmailOf } from './credential-service.js';
import { challenge, done, NOT_PENDING, redeem, retryOf, type Signed, type SignedRetryPorts } from './signed-retry.js';
import type { SignedCall } from './stamp.js';

/** `signed` is missing if the caller cannot provide a signature, such as the hosted page. */
export type SignedCustomerPatch = CustomerPatch & { readonly signed?: SignedCall | undefined };

type UpdateCustomer = UseCase<CustomerPatch, Customer>;

const SET_CHANGED = domainError('EMAIL_OTP_CREDENTIAL_SET_CHANGED');
const SYNC_FAILED = domainError('EMAIL_OTP_CREDENTIAL_SYNC_FAILED');

/** The effect of a change of a customer on the credentials whose codes go to the changed contact. */
interface ContactChange {
  readonly customer: Customer;
  /** The new address or number, or null if it does not change. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** Active credentials on the changed contact. */
  readonly tied: readonly WalletCredential[];
}

const changed = (given: string | null | undefined, present: string | null): string | null =>
  given === undefined || given === present ? null : given;

async function contactChange(reads: Reads, input: CustomerPatch): Promise<Result<ContactChange>> {
  const found = await findCustomer(reads, input.id);
  if (!found.ok) return found;
  const customer = found.value;
  const email = changed(input.email, customer.email);
  const phoneNumber = changed(input.phoneNumber, customer.phoneNumber);
  if (email === null && phoneNumber === null) return ok({ customer, email, phoneNumber, tied: [] });
  const credentials = await credentialsOf(reads, customer.id);
  const tied = credentials.filter(
    ({ type }) => (email !== null && type === 'EMAIL_OTP') || (phoneNumber !== null && type === 'SMS_OTP'),
  );
  return ok({ customer, email, phoneNumber, tied });
}

async function credentialsOf(reads: Reads, customerId: Id<'Customer'>): Promise<readonly WalletCredential[]> {
  const credentials: WalletCredential[] = [];
  for (const account of await accountsOf(reads, customerId)) {
    if (account.type === 'EMBEDDED_WALLET') credentials.push(...(await livingCredentials(reads, account.id)));
  }
  return credentials;
}

/**
 * The change of a customer for callers without a signature. A change that needs one fails with
 * WALLET_SIGNATURE_MISSING.
 */
export const unsignedUpdate =
  (updateCustomer: UpdateCustomer): UpdateCustomer =>
  async (tx, ctx, input) => {
    const change = await contactChange(tx, input);
    if (!change.ok) return change;
    if (change.value.tied.length > 0) return err('WALLET_SIGNATURE_MISSING');
    return updateCustomer(tx, ctx, input);
  };

/**
 * The change of a customer. If a wallet credential is on the old address or number, a session of that wallet signs the
 * new one, and the credential moves to it in the same unit of work.
 * The errors of the plain change; 401 WALLET_SIGNATURE_MISSING if a signature is needed and the caller cannot provide
 * one; INVALID_INPUT if address and number change together; 409 EMAIL_OTP_EMAIL_ALREADY_EXISTS; 409
 * EMAIL_OTP_CREDENTIAL_SET_CHANGED if the credentials of the wallet changed after the first call; 424
 * EMAIL_OTP_CREDENTIAL_SYNC_FAILED if a credential could not be updated.
 */
export function signedUpdate(
  ports: SignedRetryPorts,
  updateCustomer: UpdateCustomer,
): UseCase<SignedCustomerPatch, Signed<Customer>> {
  const updateUnsigned = unsignedUpdate(updateCustomer);
  return async (tx, ctx, { signed, ...input }) => {
    if (signed === undefined) {
      const updated = await updateUnsigned(tx, ctx, input);
      return updated.ok ? ok(done(updated.value)) : updated;
    }
    const retry = retryOf(signed);
    if (!retry.ok) return retry;
    const found = await contactChange(tx, input);
    if (!found.ok) return found;
    const change = found.value;
    const [first] = change.tied;
    if (first === undefined && retry.value === null) {
      const updated = await updateCustomer(tx, ctx, input);
      return updated.ok ? ok(done(updated.value)) : updated;
    }
    const refused = await refusal(tx, ctx, input, change);
    if (!refused.ok) return refused;

    const { id: customerId } = change.customer;
    const account = first?.accountId ?? (await firstWallet(tx, customerId));
    if (account === null) return fail(NOT_PENDING);
    const operation = { operation: 'customer.update', path: customerId, account, body: input } as const;
    const credentials = change.tied.map(({ id }) => id).sort();
    if (retry.value === null) return ok(challenge(ports, tx, ctx, operation, { credentials }));

    const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
    if (!redeemed.ok) return redeemed;
    const asked = redeemed.value.pending.state?.['credentials'];
    if (JSON.stringify(asked) !== JSON.stringify(credentials)) return fail(SET_CHANGED);
    if (isUnmovable(ctx, change)) return fail(SYNC_FAILED);
    const updated = await updateCustomer(tx, ctx, input);
    if (!updated.ok) return updated;
    for (const credential of change.tied) takeOver(tx, ctx, credential, updated.value);
    return ok(done(updated.value));
  };
}

/** The ending of a new email address to which the sandbox moves no credential: docs/sandbox.md. */
export const UNMOVABLE_EMAIL: SandboxSuffix = '009';

const isUnmovable = (ctx: Context, { email, tied }: ContactChange): boolean =>
  tied.length > 0 &&
  email !== null &&
  splitTenant(ctx.tenant).environment === 'SANDBOX' &&
  sandboxSuffix(email) === UNMOVABLE_EMAIL;

/** Moves a credential to the new contact. Codes that were sent to the old one become invalid. */
function takeOver(
  tx: Parameters<UpdateCustomer>[0],
  ctx: Context,
  credential: WalletCredential,
  after: Customer,
): void {
  const { type } = credential;
  const contact = type === 'EMAIL_OTP' ? after.email : after.phoneNumber;
  const patch = { contact, nickname: contact ?? credential.nickname, otpTarget: null };
  const signInEmail = signInEmailOf({ type, contact });
  update(tx, ctx, WALLET_CREDENTIALS, credential, { ...patch, signInEmail }, SYNC_FAILED);
}

async function refusal(
  reads: Reads,
  ctx: Context,
  input: CustomerPatch,
  { customer, email, phoneNumber, tied }: ContactChange,
): Promise<Result<void>> {
  const errors = invalidInCustomerPatch(ctx, { ...input, customerType: customer.customerType });
  if (errors.length > 0) return invalidFields(errors);
  if (tied.length === 0) return ok();
  if (email !== null && phoneNumber !== null) {
    const message =
      'cannot be changed together with the other contact, because one of them signs in to a wallet; send two requests';
    return invalidFields(['email', 'phoneNumber'].map((field) => ({ field, message })));
  }
  if (email === null) return ok();
  const holder = await reads.find(WALLET_CREDENTIALS, 'signInEmail', [email.toLowerCase()]);
  return holder === null || tied.some(({ id }) => id === holder.id) ? ok() : fail(EMAIL_TAKEN);
}

async function firstWallet(reads: Reads, customerId: Id<'Customer'>): Promise<Id<'InternalAccount'> | null> {
  const accounts = await accountsOf(reads, customerId);
  return accounts.find(({ type }) => type === 'EMBEDDED_WALLET')?.id ?? null;
}
