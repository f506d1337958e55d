import { timingSafeEqual } from 'node:crypto';
import type { Digest } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';

const FIELD = 'csrf';

/** The token of the forms of one session. It is derived from the secret of the session, and does not reveal it. */
export const csrfToken = (digest: Digest, sessionText: string): string => digest.sha256(`console form ${sessionText}`);

export const csrfField = (token: string): Html => html`<input type="hidden" name="${FIELD}" value="${token}" />`;

/** Whether a form carries the token of the session. */
export function isCsrf(form: URLSearchParams, token: string): boolean {
  const [given, expected] = [Buffer.from(form.get(FIELD) ?? ''), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
