import { base64url, type Random } from '../kernel/index.js';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** The token of a link, or the secret of a browser's session. Only its digest is stored. */
export const newLinkSecret = (random: Random): string => base64url(random.bytes(SECRET_BYTES));

export const isLinkSecret = (text: string): boolean => SECRET.test(text);
