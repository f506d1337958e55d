import { type Api, expecting } from '../support/api.js';
import { activeCard } from '../support/cards.js';
import { AUDIENCE, identityIssuer, nonceOf } from '../support/identity-issuer.js';
import { accountOf, createCustomer } from '../support/scenario.js';
import { type SoftAuthenticator, softAuthenticator } from '../support/soft-authenticator.js';
import {
  call,
  type Challenge,
  challengeOf,
  type Credential,
  enableWallets,
  encryptedCode,
  type Key,
  newKey,
  type OwnedWallet,
  openWallet,
  REQUEST_ID,
  SANDBOX_CODE,
  sendCode,
  type Session,
  signed,
  signInByCode,
  stampHeaders,
  tryCode,
} from '../support/wallet-owner.js';
import { exampleId } from './example-ids.js';
import { named, type Prepared, replaced, type Scenario, type Scenarios } from './run-examples.js';

const enabled = new WeakSet<Api>();

/** A customer with a wallet. */
export async function openedWallet(api: Api): Promise<OwnedWallet> {
  if (!enabled.has(api)) await enableWallets(api);
  enabled.add(api);
  return openWallet(api);
}

interface Owner extends OwnedWallet {
  readonly api: Api;
  /** The key of the session. */
  readonly key: Key;
  readonly session: Session;
}

/** A wallet whose owner has signed in. */
async function signedIn(api: Api): Promise<Owner> {
  const wallet = await openedWallet(api);
  const key = newKey();
  return { ...wallet, api, key, session: await signInByCode(api, wallet.email, key) };
}

type Texts = Readonly<Record<string, string>>;

const idsOf = ({ customer, account, email, session }: Owner): Texts => ({
  [exampleId('Customer')]: customer.id,
  [exampleId('InternalAccount')]: account.id,
  [exampleId('AuthMethod')]: email.id,
  [exampleId('Session')]: session.id,
});

/** The texts of an object of an example, replaced by those of another one. */
const inPlaceOf = (example: object, actual: object): Texts =>
  Object.fromEntries(
    Object.entries(example)
      .filter(([name, text]) => typeof text === 'string' && name in actual)
      .map(([name, text]) => [text as string, (actual as Record<string, string>)[name]!]),
  );

const bodyOf = <T>({ body }: { readonly body: unknown }): T => body as T;

type Calls = readonly ['POST' | 'PATCH' | 'DELETE', (owner: Owner, replace: Texts) => string];
type More = (owner: Owner, example: Parameters<Scenario>[1]) => Promise<Texts>;

const nothing: More = async () => ({});

/** The first call of a signed operation. `more` gives further values to replace. */
const firstCall =
  (more: More = nothing): Scenario =>
  async ({ api }, example) => {
    const owner = await signedIn(api);
    return { replace: { ...idsOf(owner), ...(await more(owner, example)) } };
  };

/** The second call: the owner has signed the answer of the first. `calls` says where to send them. */
const secondCall =
  ([method, pathOf]: Calls, more: More = nothing): Scenario =>
  async ({ api }, example) => {
    const owner = await signedIn(api);
    const replace = { ...idsOf(owner), ...(await more(owner, example)) };
    const body = replaced(example.body as object | undefined, replace);
    const challenge = await challengeOf(api, method, pathOf(owner, replace), body);
    return { replace, headers: await stampHeaders(owner.key, challenge) };
  };

/** The owner's phone as a second credential. */
const phone: More = async ({ api, account, key }) => {
  const body = { type: 'SMS_OTP', accountId: account.id };
  const { id } = await expecting(201, signed<Credential>(api, key, 'POST', '/auth/credentials', body));
  return { [exampleId('AuthMethod', 2)]: id };
};

/** A new passkey in place of the one of the example. */
const attested: More = async (_owner, example) => {
  const { challenge, attestation } = bodyOf<{ readonly challenge: string; readonly attestation: object }>(example);
  return inPlaceOf(attestation, softAuthenticator().register(challenge));
};

/** A passkey of the owner as a second credential. */
async function addPasskey({ api, account, key }: Owner, authenticator: SoftAuthenticator): Promise<string> {
  const challenge = Buffer.from('a challenge of the platform').toString('base64url');
  const attestation = authenticator.register(challenge);
  const body = { type: 'PASSKEY', accountId: account.id, nickname: 'Phone', challenge, attestation };
  return (await expecting(201, signed<Credential>(api, key, 'POST', '/auth/credentials', body))).id;
}

async function tokenWith(claims: Readonly<Record<string, unknown>>): Promise<string> {
  const issuer = await identityIssuer();
  try {
    return await issuer.token({ iss: 'https://accounts.example.com', aud: AUDIENCE, ...claims });
  } finally {
    await issuer.close();
  }
}

const identityToken: More = async (_owner, example) => ({
  [bodyOf<{ readonly oidcToken: string }>(example).oidcToken]: await tokenWith({}),
});

/** A wallet without a credential, because its customer got an email address later. */
const withoutCredential: Scenario = async ({ api }) => {
  await openedWallet(api);
  const { id } = await createCustomer(api, { currencies: ['USDB'] });
  const account = await accountOf(api, id, 'USDB');
  const email = `late-${crypto.randomUUID()}@example.com`;
  await expecting(200, api.patch(`/customers/${id}`, { customerType: 'INDIVIDUAL', email }));
  return named({ InternalAccount: account.id });
};

const encryptedCodeOf = async (
  { api, email, key }: Pick<Owner, 'api' | 'email' | 'key'>,
  example: Parameters<Scenario>[1],
): Promise<Texts> => {
  const { encryptedOtpBundle } = bodyOf<{ readonly encryptedOtpBundle: string }>(example);
  const sent = await sendCode(api, email.id);
  return { [encryptedOtpBundle]: await encryptedCode(sent, SANDBOX_CODE, key.publicKey) };
};

const signsInByPasskey: Scenario = async ({ api }, example) => {
  const owner = await signedIn(api);
  const authenticator = softAuthenticator();
  const id = await addPasskey(owner, authenticator);
  const { challenge, requestId } = await expecting(
    200,
    api.post<{ readonly challenge: string; readonly requestId: string }>(`/auth/credentials/${id}/challenge`, {
      clientPublicKey: newKey().publicKey,
    }),
  );
  const { assertion } = bodyOf<{ readonly assertion: object }>(example);
  const replace = {
    [exampleId('AuthMethod', 2)]: id,
    ...inPlaceOf(assertion, authenticator.assert(Buffer.from(challenge, 'utf8'))),
  };
  return { replace, headers: { [REQUEST_ID]: requestId } };
};

const signsInByToken: Scenario = async ({ api }, example) => {
  const { account, key } = await signedIn(api);
  const body = { type: 'OAUTH', accountId: account.id, oidcToken: await tokenWith({}) };
  const { id } = await expecting(201, signed<Credential>(api, key, 'POST', '/auth/credentials', body));
  const { oidcToken, clientPublicKey } = bodyOf<{ readonly oidcToken: string; readonly clientPublicKey: string }>(
    example,
  );
  const replace = {
    [exampleId('AuthMethod', 2)]: id,
    [oidcToken]: await tokenWith({ nonce: nonceOf(clientPublicKey) }),
  };
  return { replace };
};

const card: More = async ({ api, customer, account }) => ({
  [exampleId('Card')]: (await activeCard(api, customer.id, [account.id])).id,
});

const DELEGATED_KEYS = '/auth/delegated-keys';

/** The three calls that create a delegated key, up to the given one. */
async function keyHeaders({ api, key }: Owner, body: object, last: 'creation' | 'policy') {
  const creation = await stampHeaders(key, await challengeOf(api, 'POST', DELEGATED_KEYS, body));
  if (last === 'creation') return creation;
  const policy = await expecting(202, call<Challenge>(api, 'POST', DELEGATED_KEYS, body, creation));
  return stampHeaders(key, policy);
}

const signsKey =
  (last: 'creation' | 'policy'): Scenario =>
  async ({ api }, example) => {
    const owner = await signedIn(api);
    const replace = { ...idsOf(owner), ...(await card(owner, example)) };
    return { replace, headers: await keyHeaders(owner, replaced(example.body as object, replace), last) };
  };

const delegatedKey: Scenario = async ({ api }, example) => {
  const owner = await signedIn(api);
  const cards = await card(owner, example);
  const body = { cardId: cards[exampleId('Card')], internalAccountId: owner.account.id, nickname: 'Card' };
  const { id } = await expecting(
    201,
    call<{ readonly id: string }>(api, 'POST', DELEGATED_KEYS, body, await keyHeaders(owner, body, 'policy')),
  );
  return { replace: { ...idsOf(owner), ...cards, [exampleId('DelegatedKey')]: id } };
};

const code: Scenario = async ({ api }, example): Promise<Prepared> => {
  const wallet = await openedWallet(api);
  const replace = await encryptedCodeOf({ ...wallet, api, key: newKey() }, example);
  return { replace: { ...replace, [exampleId('AuthMethod')]: wallet.email.id } };
};

const signsCode: Scenario = async ({ api }, example): Promise<Prepared> => {
  const { email } = await openedWallet(api);
  const key = newKey();
  const { body, answer } = await tryCode(api, await sendCode(api, email.id), SANDBOX_CODE, key);
  const { encryptedOtpBundle } = bodyOf<{ readonly encryptedOtpBundle: string }>(example);
  const replace = { [exampleId('AuthMethod')]: email.id, ...inPlaceOf({ encryptedOtpBundle }, body) };
  return { replace, headers: await stampHeaders(key, answer.body) };
};

const account = ({ account: { id } }: Owner): string => `/internal-accounts/${id}`;
const session = ({ session: { id } }: Owner): string => `/auth/sessions/${id}`;
const second = (_owner: Owner, replace: Texts): string => `/auth/credentials/${replace[exampleId('AuthMethod', 2)]!}`;
const CREDENTIALS: Calls = ['POST', () => '/auth/credentials'];

export const OF_WALLETS: Scenarios = {
  'updateInternalAccount ask-for-privacy-first-call': firstCall(),
  'updateInternalAccount ask-for-privacy-second-call': secondCall(['PATCH', account]),
  'exportInternalAccount export-the-mnemonic-first-call': firstCall(),
  'exportInternalAccount export-the-mnemonic-second-call': secondCall(['POST', (owner) => `${account(owner)}/export`]),
  listAuthCredentials: firstCall(),
  'createAuthCredential add-the-first-credential': withoutCredential,
  'createAuthCredential add-a-phone-number-first-call': firstCall(),
  'createAuthCredential add-a-phone-number-second-call': secondCall(CREDENTIALS),
  'createAuthCredential add-a-passkey-second-call': secondCall(CREDENTIALS, attested),
  'createAuthCredential add-an-identity-of-an-issuer-second-call': secondCall(CREDENTIALS, identityToken),
  'revokeAuthCredential revoke-a-credential-first-call': firstCall(phone),
  'revokeAuthCredential revoke-a-credential-second-call': secondCall(['DELETE', second], phone),
  'verifyAuthCredential send-the-encrypted-code-first-call': code,
  'verifyAuthCredential open-a-session-with-a-code-second-call': signsCode,
  'verifyAuthCredential open-a-session-with-a-passkey': signsInByPasskey,
  'verifyAuthCredential open-a-session-with-an-identity-token': signsInByToken,
  'challengeAuthCredential send-a-new-code': firstCall(),
  'challengeAuthCredential get-the-challenge-for-a-passkey': firstCall(async (owner) => ({
    [exampleId('AuthMethod', 2)]: await addPasskey(owner, softAuthenticator()),
  })),
  listAuthSessions: firstCall(),
  'revokeAuthSession revoke-a-session-first-call': firstCall(),
  'revokeAuthSession revoke-a-session-second-call': secondCall(['DELETE', session]),
  'refreshAuthSession refresh-a-session-first-call': firstCall(),
  'refreshAuthSession refresh-a-session-second-call': secondCall(['POST', (owner) => `${session(owner)}/refresh`]),
  listDelegatedKeys: delegatedKey,
  'createDelegatedKey ask-for-the-key-first-call': firstCall(card),
  'createDelegatedKey sign-the-creation-second-call': signsKey('creation'),
  'createDelegatedKey sign-the-policy-third-call': signsKey('policy'),
  getDelegatedKeyById: delegatedKey,
  revokeDelegatedKey: delegatedKey,
};
