import { type Answer, type Api, expecting } from './api.js';
import { addAccount, createCustomer, fundedAccount, quotePayout } from './scenario.js';
import type { Assertion, Attestation, SoftAuthenticator } from './soft-authenticator.js';
import type { Customer, ExternalAccount, InternalAccount, Quote } from './wire.js';

/** The sandbox's code for all customers. */
export const SCA_CODE = '123456';

export interface ScaChallenge {
  readonly id: string;
  readonly expiresAt: string;
  readonly factor: string;
  readonly availableFactors: readonly string[];
  readonly purpose?: string;
  readonly passkeyAssertionOptions?: RequestOptions;
  readonly passkeyAllowedOrigins?: readonly string[];
}

/** The options for `navigator.credentials.get`, as far as an authenticator reads them. */
export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials: readonly { readonly id: string }[];
  readonly userVerification: string;
}

export type AskedQuote = Quote & { readonly scaChallenge?: ScaChallenge };

export interface Regulated {
  readonly customer: Customer;
  readonly usd: InternalAccount;
  readonly payee: ExternalAccount;
}

let customers = 0;

export async function verifyPhone(api: Api, customerId: string): Promise<void> {
  await expecting(204, api.post(`/customers/${customerId}/verify-phone`));
  await expecting(200, api.post(`/customers/${customerId}/verify-phone/confirm`, { code: SCA_CODE }));
}

/** A customer in the EEA with a verified phone, 10,000 dollars, and an external account to pay to. */
export async function regulatedCustomer(api: Api): Promise<Regulated> {
  customers += 1;
  const customer = await createCustomer(api, {
    region: 'DE',
    phoneNumber: `+49151${String(10_000_000 + customers)}`,
    currencies: ['USD', 'EUR'],
  });
  await verifyPhone(api, customer.id);
  const usd = await fundedAccount(api, customer.id, 'USD', 1_000_000);
  return { customer, usd, payee: await addAccount(api, customer.id, 'EUR') };
}

/** A payment of this many cents that waits for the authorization of its payer. */
export async function askedQuote(
  api: Api,
  { usd, payee }: Pick<Regulated, 'usd' | 'payee'>,
  { amount = 10_000, scaFactor }: { readonly amount?: number; readonly scaFactor?: string } = {},
): Promise<AskedQuote & { readonly scaChallenge: ScaChallenge }> {
  const quote = await quotePayout(api, { from: usd.id, to: payee.id, amount });
  const body = scaFactor === undefined ? {} : { scaFactor };
  const asked = await expecting(200, api.post<AskedQuote>(`/quotes/${quote.id}/execute`, body));
  if (asked.status !== 'PENDING_AUTHORIZATION' || asked.scaChallenge === undefined) {
    throw new Error(`the quote has no challenge: ${JSON.stringify(asked)}`);
  }
  return asked as AskedQuote & { readonly scaChallenge: ScaChallenge };
}

export const authorize = (api: Api, quoteId: string, proof: object): Promise<Answer<AskedQuote>> =>
  api.post<AskedQuote>(`/quotes/${quoteId}/authorize`, proof);

/** The form of a browser's `PublicKeyCredential.toJSON`. */
export const registrationJson = ({ credentialId, clientDataJson, attestationObject, transports }: Attestation) => ({
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
  response: { clientDataJSON: clientDataJson, attestationObject, transports },
});

export const assertionJson = ({ credentialId, clientDataJson, authenticatorData, signature }: Assertion) => ({
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: clientDataJson, authenticatorData, signature, userHandle: null },
});

/** A passkey's answer to a challenge, from its own page. */
export const passkeyProof = (authenticator: SoftAuthenticator, { challenge }: Pick<RequestOptions, 'challenge'>) => ({
  passkeyAssertion: assertionJson(authenticator.assert(Buffer.from(challenge, 'base64url'))),
  origin: authenticator.origin,
});

interface PasskeyStart {
  readonly options: { readonly challenge: string; readonly rp: { readonly id: string } };
  readonly allowedOrigins: readonly string[];
  readonly relyingPartyId: string;
}

export const startPasskey = (api: Api, customerId: string): Promise<PasskeyStart> =>
  expecting(200, api.post<PasskeyStart>(`/sca/factors?customerId=${customerId}`, { type: 'PASSKEY' }));

export const confirmFactor = <T>(api: Api, customerId: string, body: object): Promise<Answer<T>> =>
  api.post<T>(`/sca/factors/confirm?customerId=${customerId}`, body);

/** Enrolls the passkey; returns the id for its deletion. */
export async function enrollPasskey(api: Api, customerId: string, authenticator: SoftAuthenticator): Promise<string> {
  const { options } = await startPasskey(api, customerId);
  const credential = registrationJson(authenticator.register(options.challenge));
  const { factor } = await expecting(
    200,
    confirmFactor<{ factor: { credentialId: string } }>(api, customerId, {
      type: 'PASSKEY',
      origin: authenticator.origin,
      credential,
    }),
  );
  return factor.credentialId;
}
