import {
  PASSKEY_CREATED_EXAMPLE,
  PASSKEY_PROOF_EXAMPLE,
  TOTP_SECRET_EXAMPLE,
} from '../../packages/adapters-http/src/api/sca/examples.js';
import { type Api, expecting } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import {
  askedQuote,
  type AskedQuote,
  confirmFactor,
  passkeyProof,
  type Regulated,
  registrationJson,
  regulatedCustomer,
  type RequestOptions,
  SCA_CODE,
  type ScaChallenge,
  startPasskey,
} from '../support/regulated-customer.js';
import { type SoftAuthenticator, softAuthenticator } from '../support/soft-authenticator.js';
import { exampleId } from './example-ids.js';
import type { Area, Prepared, Scenario } from './run-examples.js';

type Replacements = Readonly<Record<string, unknown>>;

const of = (customerId: string): string => `?customerId=${customerId}`;

const replacing = ({ customer, usd, payee }: Regulated, more: Replacements = {}): Prepared => ({
  replace: {
    [exampleId('Customer')]: customer.id,
    [exampleId('InternalAccount')]: usd.id,
    [exampleId('ExternalAccount')]: payee.id,
    ...more,
  },
});

const regulated: Scenario = async ({ api }) => replacing(await regulatedCustomer(api));

/** A scenario of a customer of the EEA: what it prepares goes in place of the values of the example. */
const withCustomer =
  (prepare: (api: Api, mine: Regulated) => Promise<Replacements>): Scenario =>
  async ({ api }) => {
    const mine = await regulatedCustomer(api);
    return replacing(mine, await prepare(api, mine));
  };

const startApp = async (api: Api, { customer }: Regulated): Promise<string> => {
  const { secret } = await expecting(
    200,
    api.post<{ secret: string }>(`/sca/factors${of(customer.id)}`, { type: 'TOTP' }),
  );
  return secret;
};

/** Enrolls an authenticator app; returns the id of the factor. */
async function enrollApp(api: Api, mine: Regulated): Promise<string> {
  const secret = await startApp(api, mine);
  await expecting(200, confirmFactor(api, mine.customer.id, { type: 'TOTP', secret, code: SCA_CODE }));
  const { factors } = await expecting(
    200,
    api.get<{ factors: readonly { factor: string; credentialId?: string }[] }>('/sca/factors', {
      customerId: mine.customer.id,
    }),
  );
  return factors.find(({ factor }) => factor === 'TOTP')!.credentialId!;
}

/** A passkey in software for the origin of the host, and its registration. */
async function createPasskey(api: Api, { customer }: Regulated) {
  const { options, allowedOrigins, relyingPartyId } = await startPasskey(api, customer.id);
  const [origin = ''] = allowedOrigins;
  const authenticator = softAuthenticator({ origin, rpId: relyingPartyId });
  return { authenticator, origin, credential: registrationJson(authenticator.register(options.challenge)) };
}

async function enrollPasskey(api: Api, mine: Regulated): Promise<SoftAuthenticator> {
  const { authenticator, origin, credential } = await createPasskey(api, mine);
  await expecting(200, confirmFactor(api, mine.customer.id, { type: 'PASSKEY', origin, credential }));
  return authenticator;
}

/** The values of a passkey's answer, in place of those of the example. */
function answering(authenticator: SoftAuthenticator, options: RequestOptions): Replacements {
  const { passkeyAssertion: made, origin } = passkeyProof(authenticator, options);
  const { passkeyAssertion: shown } = PASSKEY_PROOF_EXAMPLE;
  return {
    [PASSKEY_PROOF_EXAMPLE.origin]: origin,
    [shown.id]: made.id,
    [shown.response.clientDataJSON]: made.response.clientDataJSON,
    [shown.response.authenticatorData]: made.response.authenticatorData,
    [shown.response.signature]: made.response.signature,
  };
}

interface LoginStart {
  readonly challengeId: string;
  readonly passkeyOptions: RequestOptions;
}

const startLogin = (api: Api, { customer }: Regulated, factor: string): Promise<LoginStart> =>
  expecting(200, api.post<LoginStart>(`/sca/login/start${of(customer.id)}`, { factor }));

const startReset = async (api: Api, { customer }: Regulated, factor: string): Promise<string> => {
  const { resetId } = await expecting(
    201,
    api.post<{ resetId: string }>(`/sca/factors/reset${of(customer.id)}`, { factor }),
  );
  await eventually(`the liveness check of ${resetId} passes`, async () => {
    const reset = await expecting(
      200,
      api.get<{ status: string }>(`/sca/factors/reset/${resetId}`, { customerId: customer.id }),
    );
    return reset.status === 'LIVENESS_PASSED';
  });
  return resetId;
};

const passedReset = withCustomer(async (api, mine) => {
  await enrollApp(api, mine);
  return { [exampleId('ScaReset')]: await startReset(api, mine, 'TOTP') };
});

const pathOf = ({ payee }: Regulated): string => `/customers/external-accounts/${payee.id}`;

const startChange = async (api: Api, mine: Regulated, change: 'trust' | 'untrust'): Promise<ScaChallenge> => {
  const { scaChallenge } = await expecting(200, api.post<{ scaChallenge: ScaChallenge }>(`${pathOf(mine)}/${change}`));
  return scaChallenge;
};

async function trust(api: Api, mine: Regulated): Promise<void> {
  await startChange(api, mine, 'trust');
  await expecting(200, api.post(`${pathOf(mine)}/trust/confirm`, { code: SCA_CODE }));
}

const nothingMore = async (): Promise<void> => undefined;

const changedByCode = (change: 'trust' | 'untrust', before: typeof trust = nothingMore): Scenario =>
  withCustomer(async (api, mine) => {
    await before(api, mine);
    const { id } = await startChange(api, mine, change);
    return { [exampleId('Request')]: id };
  });

const changedByPasskey = (change: 'trust' | 'untrust', before: typeof trust = nothingMore): Scenario =>
  withCustomer(async (api, mine) => {
    await before(api, mine);
    const authenticator = await enrollPasskey(api, mine);
    const { passkeyAssertionOptions } = await startChange(api, mine, change);
    return answering(authenticator, passkeyAssertionOptions!);
  });

const asked = withCustomer(async (api, mine) => {
  const { id, scaChallenge } = await askedQuote(api, mine);
  return { [exampleId('Quote')]: id, [exampleId('Request')]: scaChallenge.id };
});

export const AUTHENTICATION: Area = {
  tags: ['Strong Customer Authentication'],
  scenarios: {
    listScaFactors: withCustomer(async (api, mine) => ({ [exampleId('ScaFactor')]: await enrollApp(api, mine) })),
    startScaFactorEnrollment: regulated,
    'confirmScaFactorEnrollment confirm-an-authenticator-app': withCustomer(async (api, mine) => ({
      [TOTP_SECRET_EXAMPLE]: await startApp(api, mine),
    })),
    'confirmScaFactorEnrollment confirm-a-passkey': withCustomer(async (api, mine) => {
      const { origin, credential } = await createPasskey(api, mine);
      const { credential: shown } = PASSKEY_CREATED_EXAMPLE;
      return {
        [PASSKEY_CREATED_EXAMPLE.origin]: origin,
        [shown.id]: credential.id,
        [shown.response.clientDataJSON]: credential.response.clientDataJSON,
        [shown.response.attestationObject]: credential.response.attestationObject,
      };
    }),
    deleteScaFactor: withCustomer(async (api, mine) => ({ [exampleId('ScaFactor')]: await enrollApp(api, mine) })),
    startScaLogin: regulated,
    'startScaLogin log-in-with-a-passkey': withCustomer(async (api, mine) => {
      await enrollPasskey(api, mine);
      return {};
    }),
    'completeScaLogin complete-a-login-with-a-code-by-sms': withCustomer(async (api, mine) => ({
      [exampleId('Request')]: (await startLogin(api, mine, 'SMS_OTP')).challengeId,
    })),
    'completeScaLogin log-in-with-an-authenticator-app': withCustomer(async (api, mine) => {
      await enrollApp(api, mine);
      return {};
    }),
    'completeScaLogin complete-a-login-with-a-passkey': withCustomer(async (api, mine) => {
      const authenticator = await enrollPasskey(api, mine);
      return answering(authenticator, (await startLogin(api, mine, 'PASSKEY')).passkeyOptions);
    }),
    recordSecurityEvent: regulated,
    startTwoFactorReset: withCustomer(async (api, mine) => {
      await enrollApp(api, mine);
      return {};
    }),
    getTwoFactorResetStatus: passedReset,
    completeTwoFactorReset: passedReset,
    'completeTwoFactorReset replace-a-lost-phone': withCustomer(async (api, mine) => ({
      [exampleId('ScaReset')]: await startReset(api, mine, 'SMS_OTP'),
    })),
    startBeneficiaryTrust: regulated,
    'confirmBeneficiaryTrust trust-with-a-code': changedByCode('trust'),
    'confirmBeneficiaryTrust trust-with-a-passkey': changedByPasskey('trust'),
    startBeneficiaryUntrust: withCustomer(async (api, mine) => {
      await trust(api, mine);
      return {};
    }),
    'confirmBeneficiaryUntrust end-the-trust-with-a-code': changedByCode('untrust', trust),
    'confirmBeneficiaryUntrust end-the-trust-with-a-passkey': changedByPasskey('untrust', trust),
    authorizeQuote: asked,
    'authorizeQuote authorize-with-a-passkey': withCustomer(async (api, mine) => {
      const authenticator = await enrollPasskey(api, mine);
      const { id, scaChallenge } = await askedQuote(api, mine, { scaFactor: 'PASSKEY' });
      return { [exampleId('Quote')]: id, ...answering(authenticator, scaChallenge.passkeyAssertionOptions!) };
    }),
    'authorizeQuote authorize-a-payment-that-its-payer-funds': withCustomer(async (api, { customer, payee }) => {
      const { id, scaChallenge } = await expecting(
        202,
        api.post<AskedQuote>('/quotes', {
          source: { sourceType: 'REALTIME_FUNDING', customerId: customer.id, currency: 'USD' },
          destination: { destinationType: 'ACCOUNT', accountId: payee.id },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000,
        }),
      );
      return { [exampleId('Quote')]: id, [exampleId('Request')]: scaChallenge!.id };
    }),
    resendQuoteScaCode: asked,
  },
};
