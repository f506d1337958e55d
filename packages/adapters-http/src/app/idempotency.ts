import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { Answer, Core, DomainError, Result } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import { type AnswerSeal, canonicalText, fail } from '@corridor/core/internal';
import type { Caller } from './operation.js';

export const MAX_KEY_LENGTH = 255;

/**
 * What tells one request from another under the same idempotency key: its body, and its query where it has one. JSON is
 * compared as it was parsed, so that white space and the order of fields make no difference; a form by its parts.
 */
export function bodyDigest(body: Buffer | object | undefined, query = ''): string {
  const text = Buffer.isBuffer(body) ? body : Buffer.from(canonicalText(body));
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return hash('sha256', query === '' ? text : Buffer.concat([Buffer.from(`?${parameters}\n`), text]), 'base64url');
}

const CIPHER = 'aes-256-gcm';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/**
 * Seals answers that show a secret once under a key that only the caller's own credential yields: who has the
 * database, and even the host's master key, cannot read them. Form: base64url of iv, tag, ciphertext.
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
 * What was answered under the caller's key before, or CONFLICT where the key belongs to another request; `error` where
 * there is no key, or nothing was answered under it.
 */
export function earlierAnswer(core: Core, { ctx, claim }: Caller, error: DomainError): Promise<Result<Answer>> {
  const refused = Promise.resolve(fail(error));
  return claim === null ? refused : core.commands.run(ctx, () => refused, undefined, neverRendered, claim);
}

const neverRendered = (): never => {
  throw new Bug('a refusal has no answer to render');
};
