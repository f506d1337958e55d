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
  update,
  type UseCase,
} from '../kernel/index.js';
import { type WalletCredential, WALLET_CREDENTIALS } from './credential.js';
import { EMAIL_TAKEN, livingCredentials, signInEmailOf } from './credential-service.js';
import { challenge, done, redeem, retryOf, type Signed, type SignedRetryPorts } from './signed-retry.js';
import type { SignedCall } from './stamp.js';

/** `signed` is missing of callers who can bring no signature, such as the hosted page. */
export type SignedCustomerPatch = CustomerPatch & { readonly signed?: SignedCall | undefined };

type UpdateCustomer = UseCase<CustomerPatch, Customer>;

const SET_CHANGED = domainError('EMAIL_OTP_CREDENTIAL_SET_CHANGED');
const SYNC_FAILED = domainError('EMAIL_OTP_CREDENTIAL_SYNC_FAILED');

/** What a change of a customer does to the credentials that its codes are sent to. */
interface ContactChange {
  readonly customer: Customer;
  /** The new address or number; null where it stays. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** Living credentials on what changes. */
  readonly tied: readonly WalletCredential[];
}

const changed = (given: string | null | undefined, present: string | null): string | null =>
  given === null || given === undefined || given === present ? null : given;

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

/** A change of a customer for callers who bring no signature: what needs one is refused with WALLET_SIGNATURE_MISSING. */
export const unsignedUpdate =
  (updateCustomer: UpdateCustomer): UpdateCustomer =>
  async (tx, ctx, input) => {
    const change = await contactChange(tx, input);
    if (!change.ok) return change;
    if (change.value.tied.length > 0) return err('WALLET_SIGNATURE_MISSING');
    return updateCustomer(tx, ctx, input);
  };

/**
 * A change of a customer (interface, `PATCH /customers/{id}`). A new address or number whose customer signs in to a
 * wallet by the old one is signed by a session of that wallet, and taken over by its credential in the same unit.
 * The errors of a change; 401 WALLET_SIGNATURE_MISSING where it needs a signature of a caller who can bring none;
 * INVALID_INPUT where address and number change in one; 409 EMAIL_OTP_EMAIL_ALREADY_EXISTS,
 * EMAIL_OTP_CREDENTIAL_SET_CHANGED where the wallet has other credentials than when it was asked to sign; 424
 * EMAIL_OTP_CREDENTIAL_SYNC_FAILED where a credential could not take it over.
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
    if (account === null) return err('WALLET_SIGNATURE_INVALID');
    const operation = { operation: 'customer.update', path: customerId, account, body: input } as const;
    const credentials = change.tied.map(({ id }) => id).sort();
    if (retry.value === null) return ok(challenge(ports, tx, ctx, operation, { credentials }));

    const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
    if (!redeemed.ok) return redeemed;
    const asked = redeemed.value.pending.state?.['credentials'];
    if (JSON.stringify(asked) !== JSON.stringify(credentials)) return fail(SET_CHANGED);
    const updated = await updateCustomer(tx, ctx, input);
    if (!updated.ok) return updated;
    for (const credential of change.tied) takeOver(tx, ctx, credential, updated.value);
    return ok(done(updated.value));
  };
}

/** Codes that were sent to the place before are void. */
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
  if (email !== null && phoneNumber !== null && tied.length > 0) {
    const message = 'sign in to a wallet: change one at a time';
    return invalidFields(['email', 'phoneNumber'].map((field) => ({ field, message })));
  }
  if (email === null || !tied.some(({ type }) => type === 'EMAIL_OTP')) return ok();
  const holder = await reads.find(WALLET_CREDENTIALS, 'signInEmail', [email.toLowerCase()]);
  return holder === null || tied.some(({ id }) => id === holder.id) ? ok() : fail(EMAIL_TAKEN);
}

async function firstWallet(reads: Reads, customerId: Id<'Customer'>): Promise<Id<'InternalAccount'> | null> {
  const accounts = await accountsOf(reads, customerId);
  return accounts.find(({ type }) => type === 'EMBEDDED_WALLET')?.id ?? null;
}
