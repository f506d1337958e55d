import { flag, text, type Settings } from './setting.js';

/** By what customers prove who they are. */
export const AUTHENTICATION_SETTINGS = {
  CORRIDOR_OIDC_ISSUERS: {
    schema: text(
      /^(https?:\/\/[^\s,]+ https?:\/\/[^\s,]+(, *|$))*$/,
      'must be pairs of web addresses, issuer and key set with a space between them, with commas between the pairs',
    ),
    default:
      'https://accounts.google.com https://www.googleapis.com/oauth2/v3/certs, https://appleid.apple.com https://appleid.apple.com/auth/keys',
    meaning:
      'Issuers of identity tokens that sign in to wallets in production: address of each and of its key set, with a space between the two and commas between issuers',
  },
  CORRIDOR_PASSKEY_ORIGINS: {
    schema: text(/^([^\s,]+(, *|$))*$/, 'must be origins with commas between them'),
    default: '',
    meaning:
      'Origins whose passkeys sign in to wallets and authorize payments, with commas between them; by default wallets take those of any https origin, each from its own alone, and payments those of the public address',
  },
  CORRIDOR_PASSKEY_DOMAIN: {
    schema: text(/^[A-Za-z0-9.-]+$/, 'must be a domain'),
    default: null,
    meaning:
      'Domain that passkeys of strong customer authentication are bound to, that of the origins or one above it; by default that of the first origin, or of the public address where no origin is named',
  },
  CORRIDOR_SCA_SESSIONS: {
    schema: flag,
    default: 'false',
    meaning:
      "Show internal accounts and transactions of a customer of the EEA, alone or in a list, and change its factors, only within five minutes of the customer's login",
  },
} as const satisfies Settings;
