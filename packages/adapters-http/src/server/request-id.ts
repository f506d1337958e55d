import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** The caller's `X-Request-Id` if it is safe in a log line and a header, else a new id. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && ACCEPTED.test(header) ? header : randomUUID();
