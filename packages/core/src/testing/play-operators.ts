import { utf8ToBytes } from '@noble/hashes/utils.js';
import { scaPorts } from '@corridor/adapters-rails/identity';
import { base64url, err, type Instant, ok, readAll, type Result } from '../kernel/index.js';
import { OPERATOR_LOG, OPERATORS, type SignedIn } from '../operators/index.js';
import type { Totp, WebAuthnJson } from '../sca/index.js';
import { type FactorStart, HashRefused, type HashTurn, type Passwords, type ProviderSignIn } from '../sign-in/index.js';
import type { Client, Started } from '../sign-in/enrol.js';
import type { Proof } from '../sign-in/proof.js';
import type { Passkeys } from '../wallets/index.js';
import { isOfTest } from './operators.js';
import { type PlayCore, playCore, valueOf } from './play-core.js';

export const ROOT = { source: 'MASTER_KEY', name: 'deploy', requestId: 'command' } as const;
export const CLIENT: Client = { requestId: 'request', address: '192.0.2.7', browser: 'Firefox on Linux' };
export const PASSWORD = 'plum tractor quietly 41';
const ORIGIN = 'http://localhost:8080';
export const STEP_SECONDS = 30;

const codeAt = (at: Instant): string => String(Math.floor(at / 1000 / STEP_SECONDS) % 1_000_000).padStart(6, '0');

/** Codes that depend on the time alone. */
const totp: Totp = {
  base32Of: (hex) => hex.toUpperCase(),
  create: (issuer, account) => ({ hex: 'ab'.repeat(20), base32: 'ABAB', uri: `otpauth://totp/${issuer}:${account}` }),
  stepOf: (_secret, code, at) => (code === codeAt(at) ? Math.floor(at / 1000 / STEP_SECONDS) : null),
};

const encoded = (text: string): string => base64url(utf8ToBytes(text));

/** A passkey signs a challenge by repeating it behind its id. */
const passkeys: Passkeys = {
  register: async ({ credentialId, clientDataJson }, challenge) =>
    clientDataJson === challenge
      ? ok({
          ...{ credentialId, publicKey: 'key', counter: 0, transports: [] },
          origin: credentialId === 'of another origin' ? 'https://evil.example' : ORIGIN,
          rpId: credentialId === 'of another site' ? 'evil.example' : 'localhost',
          userVerified: credentialId !== 'unverified',
        })
      : err('INVALID_SIGNATURE', 'another challenge'),
  authenticate: async (passkey, { credentialId, signature, authenticatorData }, text) =>
    signature === encoded(credentialId + text)
      ? ok({ ...passkey, counter: Number(authenticatorData) })
      : err('INVALID_SIGNATURE', 'another challenge'),
};

/** A core with operators whose codes depend on the time alone, and whose passkeys sign by repeating the challenge. */
export async function playOperators(
  provider: ProviderSignIn | null = null,
  /** Shares its database and its clock, as another host. */
  beside?: { readonly storage: PlayCore['storage']; readonly clock: PlayCore['clock'] },
) {
  let verified = 0;
  const turns: HashTurn[] = [];
  let isBusy = false;
  const passwords: Passwords = {
    isListed: async (text) => text === 'sunflower',
    hash: async (password) => `hash of ${password}`,
    verify: async (password, hash, turn) => {
      if (isBusy) throw new HashRefused('too many hashes wait');
      verified += 1;
      turns.push(turn);
      return hash === `hash of ${password}`;
    },
  };
  const shared = beside === undefined ? {} : { storage: beside.storage, clock: beside.clock };
  const played = await playCore(
    { sca: { ...scaPorts(), totp }, operators: { passwords, passkeys, provider }, ...shared },
    { existing: beside !== undefined },
  );
  const { core, clock, storage } = played;
  const { operators } = core;

  const invited = async (name: string, role: 'VIEWER' | 'OPERATOR' | 'APPROVER' | 'ADMIN' = 'OPERATOR') =>
    valueOf(await operators.invite({ name, role }, ROOT));
  const begun = async (link: string, method: 'PASSWORD' | 'PASSKEY'): Promise<FactorStart> =>
    valueOf(await operators.beginEnrolment(link, method, CLIENT));
  const code = () => codeAt(clock.now());
  const passwordFactor = (setupId: string, over: { password?: string; code?: string } = {}) =>
    ({ method: 'PASSWORD', setupId, password: PASSWORD, code: code(), ...over }) as const;
  const passkeyFactor = (start: FactorStart, id = 'passkey-1') => {
    const challenge = (start as Extract<FactorStart, { method: 'PASSKEY' }>).options['challenge'];
    const credential = { id, response: { clientDataJSON: challenge, attestationObject: 'object' } };
    return { method: 'PASSKEY', setupId: start.setupId, credential, name: 'Laptop' } as const;
  };
  /** Moves to the next code, because each code is accepted once. */
  const nextCode = (): string => {
    clock.advance(STEP_SECONDS);
    return code();
  };
  const withPassword = async (name: string, role?: 'OPERATOR' | 'ADMIN') => {
    const { link } = await invited(name, role);
    const start = await begun(link, 'PASSWORD');
    return valueOf(await operators.enrol(link, passwordFactor(start.setupId), CLIENT));
  };
  const withPasskey = async (name: string) => {
    const { link } = await invited(name);
    return valueOf(await operators.enrol(link, passkeyFactor(await begun(link, 'PASSKEY')), CLIENT));
  };
  const signIn = (name: string, over: { password?: string; code?: string } = {}) =>
    operators.signIn({ name, password: PASSWORD, code: code(), ...over }, CLIENT);
  const signInFrom = (device: string | null, name: string, over: { password?: string; code?: string } = {}) =>
    operators.signIn({ name, password: PASSWORD, code: code(), ...over }, { ...CLIENT, device });
  const callerOf = async ({ text }: Pick<Started, 'text'>): Promise<SignedIn> =>
    valueOf(await operators.signedIn(text, 'CONSOLE'));
  const log = async () => (await storage.units.read(null, (reads) => readAll(reads, OPERATOR_LOG))).filter(isOfTest);
  const account = async (id: string) => (await storage.units.read(null, (reads) => reads.get(OPERATORS, id)))!;
  /** The assertion of a passkey over the challenge of a sign-in. */
  const assertion = (options: WebAuthnJson, operatorId: string, over: { id?: string; counter?: number } = {}) => {
    const { id = 'passkey-1', counter = 0 } = over;
    const text = atob(String(options['challenge']).replaceAll('-', '+').replaceAll('_', '/'));
    const response = {
      clientDataJSON: 'data',
      authenticatorData: String(counter),
      signature: encoded(id + text),
      userHandle: encoded(operatorId),
    };
    return { id, response };
  };
  const byPasskey = async (operatorId: string, over: { id?: string; counter?: number } = {}) => {
    const { challengeId, options } = valueOf(await operators.beginSignIn(CLIENT));
    return operators.signInWithPasskey({ challengeId, credential: assertion(options, operatorId, over) }, CLIENT);
  };
  const byCode = (over: { currentPassword?: string; currentCode?: string } = {}) =>
    ({ method: 'PASSWORD', currentPassword: PASSWORD, currentCode: over.currentCode ?? nextCode(), ...over }) as const;
  const bySignature = async (caller: SignedIn, over: { id?: string; counter?: number } = {}) => {
    const { challengeId, options } = valueOf(await operators.beginProof(caller, 'request'));
    return { method: 'PASSKEY', challengeId, credential: assertion(options, caller.operator.id, over) } as const;
  };
  /** A right proof that the operator is present: a password with the next code, or a signature of the first passkey. */
  const proofOf = async (caller: SignedIn): Promise<Proof> => {
    const { passwordHash, passkeys: held } = await account(caller.operator.id);
    return passwordHash === null
      ? bySignature(caller, { id: held[0]!.credentialId })
      : byCode({ currentPassword: passwordHash.replace('hash of ', '') });
  };
  const credentialOf = async (caller: SignedIn, label: string, client = CLIENT) =>
    operators.createCommandLineCredential(caller, label, await proofOf(caller), client);
  return {
    ...{ byCode, bySignature, proofOf, credentialOf },
    ...{ core, clock, storage, operators, invited, begun, code, passwordFactor, passkeyFactor, nextCode },
    ...{ withPassword, withPasskey, signIn, callerOf, log, account, assertion, byPasskey },
    ...{ turns, signInFrom },
    verified: () => verified,
    beBusy: (busy: boolean) => void (isBusy = busy),
  };
}

export const errorOf = (result: Result<unknown>) => {
  if (result.ok) throw new Error('the result is ok');
  return result.error;
};
export const fieldsOf = (result: Result<unknown>) =>
  ((errorOf(result).details?.['errors'] ?? []) as readonly { field: string }[]).map(({ field }) => field);
