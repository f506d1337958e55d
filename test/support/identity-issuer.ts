import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An issuer of OIDC tokens on loopback, with its key set. */
export interface Issuer {
  readonly url: string;
  readonly jwksUrl: string;
  /** The number of requests for its keys. */
  asked(): number;
  /** A token that is signed now, with these claims in place of the usual ones. */
  token(claims?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Signs with a new key from now on. The old key is no longer published. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

export const AUDIENCE = 'purse-app';

/** The nonce that binds a token to the key of the requesting client. */
export const nonceOf = (clientPublicKey: string): string => createHash('sha256').update(clientPublicKey).digest('hex');

export async function identityIssuer(): Promise<Issuer> {
  let asked = 0;
  let current = await newSigner(1);
  const server = createServer((_request, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [current.publicJwk] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let keys = 1;
  return {
    url,
    jwksUrl: `${url}/jwks`,
    asked: () => asked,
    token: (claims = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: url, aud: AUDIENCE, sub: 'owner-1', iat: now, exp: now + 300, email: 'ada@example.com' };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: current.publicJwk.kid ?? '' })
        .sign(current.privateKey);
    },
    async rotate() {
      keys += 1;
      current = await newSigner(keys);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function newSigner(number: number) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid: `key-${number}`, use: 'sig', alg: 'RS256' };
  return { privateKey, publicJwk };
}
