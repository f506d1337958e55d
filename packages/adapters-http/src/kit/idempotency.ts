import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { Answer, Core, DomainError, IdempotencyClaim, Result } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import { type AnswerSeal, canonicalText, fail, idsIn } from '@corridor/core/internal';
import type { Caller } from './operation.js';

export const MAX_KEY_LENGTH = 255;

/**
 * Distinguishes requests under the same idempotency key by body and query. JSON is compared as parsed, so that
 * whitespace and the order of fields make no difference; a form is compared by its parts.
 */
export function bodyDigest(body: Buffer | object | undefined, query = ''): string {
  const text = Buffer.isBuffer(body) ? body : Buffer.from(canonicalText(body));
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return hash('sha256', query === '' ? text : Buffer.concat([Buffer.from(`?${parameters}\n`), text]), 'base64url');
}

/** The ids of the records that a request names, in its path, its query and its JSON or form. */
export const idsOfRequest = (
  params: Readonly<Record<string, string>>,
  query: string,
  body: Buffer | object | undefined,
): readonly string[] =>
  idsIn(
    [
      ...Object.values(params),
      ...new URLSearchParams(query).values(),
      Buffer.isBuffer(body) ? '' : canonicalText(body),
    ].join('\n'),
  );

/** A digest of the header with the stamp of a wallet's owner. A missing one has a digest of its own. */
export const stampDigest = (header: string | readonly string[] | undefined): string =>
  hash('sha256', String(header ?? ''), 'base64url');

const CIPHER = 'aes-256-gcm';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/**
 * Encrypts stored responses that contain a secret, with a key derived from the caller's own secret: neither the
 * database nor the host's master key is enough to read them. Form: base64url of iv, tag, ciphertext.
 */
export function answerSeal(clientSecret: string, tokenId: string): AnswerSeal {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, tokenId, 'corridor remembered answer', 32));
  return {
    seal(body) {
      const iv = randomBytes(IV_LENGTH);
      const cipher = createCipheriv(CIPHER, key, iv);
      const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(text) {
      const sealed = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_LENGTH));
      decipher.setAuthTag(sealed.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH));
      return decipher.update(sealed.subarray(IV_LENGTH + TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/**
 * The claim of a request whose only credential is a code. The claim contains the code as a digest. The response is
 * encrypted with a key derived from the code and the idempotency key, which are stored nowhere.
 */
export const claimOfCode = (
  operation: string,
  code: string,
  key: string,
  names: readonly string[],
): IdempotencyClaim => ({
  credential: hash('sha256', code, 'base64url'),
  operation,
  key,
  bodyDigest: bodyDigest(undefined),
  names,
  seal: answerSeal(`${code}\n${key}`, operation),
  isKeySecret: true,
});

/**
 * The stored response under the caller's key, or CONFLICT if the key was used for another request; `error` without a
 * key, or if no response is stored under it.
 */
export function earlierAnswer(core: Core, { ctx, claim }: Caller, error: DomainError): Promise<Result<Answer>> {
  const refused = Promise.resolve(fail(error));
  return claim === null ? refused : core.commands.run(ctx, () => refused, undefined, neverRendered, claim);
}

const neverRendered = (): never => {
  throw new Bug('a refused request has no output to render');
};
