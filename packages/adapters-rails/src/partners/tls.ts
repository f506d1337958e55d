import type { Environment } from '@corridor/core';

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** Whether requests must be encrypted: in production, unless the other side runs on the same machine. */
export const needsTls = (url: string, environment: Environment): boolean =>
  environment === 'PRODUCTION' && !LOOPBACK.test(new URL(url).hostname);
