import { walletPorts } from '@corridor/adapters-rails/identity';
import { p256 } from '@noble/curves/nist.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { accountsOf, type InternalAccount } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import {
  type BaseRecord,
  domainError,
  fail,
  instant,
  invalidFields,
  type KindOf,
  ok,
  type PreparedUseCase,
  readAll,
  type Reads,
  type Result,
} from '../kernel/index.js';
import type {
  Challenge,
  Done,
  IdentityClaims,
  Passkey,
  Signed,
  SignedCall,
  VerifyCredential,
  WalletCredential,
  WalletPorts,
} from '../wallets/index.js';
import { HELD_HANDLE, STAMP_SCHEME, UNSIGNED } from '../wallets/index.js';
import { livingCredentials } from '../wallets/credential-service.js';
import { activeSessions, type SessionView } from '../wallets/session-service.js';
import { playCore, valueOf } from './play-core.js';
import { fixedClock, reversingSealer } from './ports.js';

/** A key of a wallet's owner. */
export interface OwnerKey {
  /** Compressed hex. */
  readonly publicKey: string;
  readonly uncompressed: string;
  readonly stamp: (text: string) => string;
}

export function newKey(): OwnerKey {
  const secret = p256.utils.randomSecretKey();
  const publicKey = bytesToHex(p256.getPublicKey(secret, true));
  const stamp = (text: string): string => {
    const signature = bytesToHex(p256.sign(utf8ToBytes(text), secret, { format: 'der' }));
    return btoa(JSON.stringify({ publicKey, scheme: STAMP_SCHEME, signature }));
  };
  return { publicKey, uncompressed: bytesToHex(p256.getPublicKey(secret, false)), stamp };
}

export const challengeIn = <T>(result: Result<Signed<T>>): Challenge => {
  const answer = valueOf(result);
  if (answer.kind !== 'challenge') throw new Error('no challenge');
  return answer;
};
export const doneIn = <T>(result: Result<Signed<T>>): T => {
  const answer = valueOf(result);
  if (answer.kind !== 'done') throw new Error('a challenge');
  return (answer as Done<T>).value;
};
export const signedBy = (key: OwnerKey, { payloadToSign, requestId }: Challenge): SignedCall => ({
  stamp: key.stamp(payloadToSign),
  requestId,
});

/** Makes both calls of a signed operation. */
export async function bySigning<T>(
  key: OwnerKey,
  call: (signed: SignedCall) => Promise<Result<Signed<T>>>,
): Promise<T> {
  return doneIn(await call(signedBy(key, challengeIn(await call(UNSIGNED)))));
}

/** A token of an issuer that custody's play adapter reads: the claims as JSON. */
export const identityToken = (claims: Partial<IdentityClaims>): string => JSON.stringify(claims);

/** An attestation that registers a passkey of this id for this challenge. */
export const attestationOf = (credentialId: string, challenge: string) => ({
  credentialId,
  clientDataJson: 'e30',
  attestationObject: `attests ${challenge}`,
  transports: ['internal'],
});

/** An assertion of a passkey over this text, with this counter. */
export const assertionOf = (credentialId: string, text: string, counter: number) => ({
  credentialId,
  clientDataJson: 'e30',
  authenticatorData: String(counter),
  signature: `signs ${text}`,
});

export const passkeyOf = (credentialId: string, counter = 0): Passkey => ({
  credentialId,
  publicKey: 'a2V5',
  counter,
  transports: ['internal'],
  origin: 'https://purse.example',
  rpId: 'purse.example',
  userVerified: true,
});

/**
 * Adapters whose answers tests can state: bundles, session keys and exports are texts that name the keys they are for;
 * identity tokens are their claims; passkeys sign by repeating the text.
 */
export function playWalletPorts(clock = fixedClock()) {
  const { signer } = walletPorts({ sealer: reversingSealer, clock });
  const issued = { key: newKey(), targets: 0 };
  const ports: WalletPorts = {
    signer: {
      ...signer,
      issueSessionKey: async (client) => ({ publicKey: issued.key.publicKey, encryptedKey: `key for ${client}` }),
      createTarget: async ({ organizationId, signedBy: by }) => {
        issued.targets += 1;
        const handle = reversingSealer.seal(`target ${issued.targets}`, HELD_HANDLE);
        return { bundle: `target ${issued.targets} for ${organizationId} by ${by.publicKey}`, handle };
      },
      openBundle: async (target, bundle) => {
        const [to, text = null] = bundle.split('|');
        return to === reversingSealer.open(target, HELD_HANDLE) ? text : null;
      },
      exportWallet: async (handle, { organizationId, signedBy: by, clientPublicKey }) =>
        JSON.stringify({ words: reversingSealer.open(handle, HELD_HANDLE), organizationId, by, clientPublicKey }),
    },
    identityTokens: {
      read: async (token) => {
        const claims = { issuer: 'https://id.example', audience: 'purse', subject: 'ada', email: null, nonce: null };
        const read = JSON.parse(token) as Partial<IdentityClaims> & { readonly unreadable?: boolean };
        if (read.unreadable === true) return invalidFields([{ field: 'oidcToken' }]);
        return ok({
          ...claims,
          issuedAt: clock.now(),
          expiresAt: instant(clock.now() + 300_000),
          notBefore: null,
          ...read,
        });
      },
    },
    passkeys: {
      register: async ({ credentialId, attestationObject, transports }, challenge) =>
        attestationObject === `attests ${challenge}`
          ? ok({ ...passkeyOf(credentialId), transports })
          : invalidFields([{ field: 'attestation' }]),
      authenticate: async (passkey, { credentialId, authenticatorData, signature }, text) =>
        credentialId === passkey.credentialId && signature === `signs ${text}`
          ? ok({ ...passkey, counter: Number(authenticatorData) })
          : fail(domainError('INVALID_SIGNATURE')),
    },
  };
  return { ports, issued };
}

export interface OwnedWallet {
  readonly customer: Customer;
  readonly account: InternalAccount;
}

/** A code's answer by a client: `bundle` came with the code. */
export const codeBundle = (bundle: string | null, fields: object): string =>
  `${String(bundle).split(' for ')[0]}|${JSON.stringify(fields)}`;

type Verification = (signed: SignedCall) => VerifyCredential;

/** A core with Embedded Wallets, and what tests do with them. */
export async function playWallets(over: Parameters<typeof playCore>[0] = {}) {
  const clock = over.clock ?? fixedClock();
  const { ports, issued } = playWalletPorts(clock);
  const play = await playCore({ wallets: ports, ...over, clock }, { currencies: ['USDB', 'EUR'] });
  const { core, storage, tenant } = play;
  valueOf(await play.run(core.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));

  const reads = <T>(query: (of: Reads) => Promise<T>): Promise<T> => storage.units.read(tenant, query);
  /** Both steps of a use case, with time for other units of work between them. */
  async function prepared<I, P, O>(
    { prepare, finish }: PreparedUseCase<I, P, O>,
    input: I,
    between: () => Promise<unknown> = async () => undefined,
  ): Promise<Result<O>> {
    const ready = await prepare(play.context(), input);
    if (!ready.ok) return ready;
    await between();
    return play.run(finish, ready.value);
  }
  const credentials = ({ account }: OwnedWallet) => reads((of) => livingCredentials(of, account.id));

  /** Requests a code and sends the right one with this key. What remains is the signature. */
  async function enterCode(
    { id, type }: WalletCredential,
    publicKey: string,
  ): Promise<readonly [Challenge, Verification]> {
    const asked = valueOf(await prepared(core.wallets.challengeCredential, { id }));
    const bundle = asked.kind === 'code' ? asked.bundle : null;
    const encryptedOtpBundle = codeBundle(bundle, { otp_code: '000000', public_key: publicKey });
    const proof = { type: type as 'EMAIL_OTP', encryptedOtpBundle };
    const verification: Verification = (signed) => ({ id, proof, signed });
    return [challengeIn(await prepared(core.wallets.verifyCredential, verification(UNSIGNED))), verification];
  }

  return {
    play,
    issued,
    reads,
    prepared,
    credentials,
    enterCode,
    record: <T extends BaseRecord>(kind: KindOf<T>, id: string): Promise<T | null> => reads((of) => of.get(kind, id)),
    all: <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> => reads((of) => readAll(of, kind)),
    sessions: ({ account }: OwnedWallet) => reads((of) => activeSessions(of, play.context(), account.id)),
    /** Creates an owner with a wallet. */
    async open(details: object): Promise<OwnedWallet> {
      const input = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US', ...details };
      const customer = valueOf(await play.run(core.customers.create, { currencies: ['USDB', 'EUR'], ...input }));
      const accounts = await reads((of) => accountsOf(of, customer.id));
      return { customer, account: accounts.find(({ type }) => type === 'EMBEDDED_WALLET')! };
    },
    /** Opens a session of the wallet's first credential for this key. */
    async signIn(wallet: OwnedWallet, key: OwnerKey): Promise<SessionView> {
      const [challenge, verification] = await enterCode((await credentials(wallet))[0]!, key.publicKey);
      return doneIn(await prepared(core.wallets.verifyCredential, verification(signedBy(key, challenge))));
    },
  };
}

export type PlayWallets = Awaited<ReturnType<typeof playWallets>>;
