import type { JWK } from 'jose';

/** Loaded with the first token, because a start does not need it. */
export const jose = () => import('jose');

/** Signatures that only the issuer can make, with their type of key and curve: no shared secrets, and never `none`. */
const KEY_OF: Readonly<Record<string, { readonly kty: string; readonly crv?: string }>> = {
  ES256: { kty: 'EC', crv: 'P-256' },
  ES384: { kty: 'EC', crv: 'P-384' },
  ES512: { kty: 'EC', crv: 'P-521' },
  RS256: { kty: 'RSA' },
  RS384: { kty: 'RSA' },
  RS512: { kty: 'RSA' },
  PS256: { kty: 'RSA' },
  PS384: { kty: 'RSA' },
  PS512: { kty: 'RSA' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
  Ed25519: { kty: 'OKP', crv: 'Ed25519' },
};
/** So many keys are tried for one token. */
const MOST_TRIED = 20;

export const isKnownAlgorithm = (algorithm: string): boolean => Object.hasOwn(KEY_OF, algorithm);

export interface TokenHeader {
  readonly algorithm: string;
  /** The id of the key that has signed the token; null if the issuer does not say. */
  readonly keyId: string | null;
}

/** Two names of the same algorithm (RFC 9864). */
const named = (algorithm: unknown): unknown => (algorithm === 'Ed25519' ? 'EdDSA' : algorithm);

/** Whether a published key is one for signatures by this algorithm (RFC 7517, section 4). */
function suits(key: JWK, algorithm: string): boolean {
  const { kty, crv } = KEY_OF[algorithm]!;
  if (key.kty !== kty || (crv !== undefined && key.crv !== crv)) return false;
  if (key.alg !== undefined && named(key.alg) !== named(algorithm)) return false;
  if (key.use !== undefined && key.use !== 'sig') return false;
  return key.key_ops === undefined || (Array.isArray(key.key_ops) && key.key_ops.includes('verify'));
}

/** The keys that may have signed a token: that of its id, and those without an id. */
const candidates = (keys: readonly JWK[], { algorithm, keyId }: TokenHeader): readonly JWK[] =>
  keys
    .filter((key) => keyId === null || key.kid === undefined || key.kid === keyId)
    .filter((key) => suits(key, algorithm))
    .slice(0, MOST_TRIED);

/** Whether a published key of its issuer has signed the token. */
export async function isSignedBy(keys: readonly JWK[], token: string, header: TokenHeader): Promise<boolean> {
  const { compactVerify, importJWK } = await jose();
  for (const key of candidates(keys, header)) {
    try {
      const imported = await importJWK({ ...key, alg: header.algorithm }, header.algorithm);
      await compactVerify(token, imported, { algorithms: [header.algorithm] });
      return true;
    } catch {
      // A key that cannot be read is as good as none: another one of the set may have signed the token.
    }
  }
  return false;
}
