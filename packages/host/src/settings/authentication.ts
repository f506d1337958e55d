import { flag, present, text, type Settings } from './setting.js';

/** How customers and operators prove their identity. */
export const AUTHENTICATION_SETTINGS = {
  CORRIDOR_OIDC_ISSUERS: {
    schema: text(
      /^(https?:\/\/[^\s,]+ https?:\/\/[^\s,]+(, *|$))*$/,
      'must be comma-separated pairs of addresses: issuer, space, key set',
    ),
    default:
      'https://accounts.google.com https://www.googleapis.com/oauth2/v3/certs, https://appleid.apple.com https://appleid.apple.com/auth/keys',
    meaning:
      'Issuers of identity tokens that sign in to wallets in production: comma-separated pairs of the issuer and the address of its key set, with a space in between',
  },
  CORRIDOR_PASSKEY_ORIGINS: {
    schema: text(/^([^\s,]+(, *|$))*$/, 'must be comma-separated origins'),
    default: '',
    meaning:
      'Comma-separated origins whose passkeys sign in to wallets and authorize payments. Default: wallets accept passkeys of any https origin, each from its own origin only; payments accept those of the public address',
  },
  CORRIDOR_PASSKEY_TOP_ORIGINS: {
    schema: text(/^([^\s,]+(, *|$))*$/, 'must be comma-separated origins'),
    default: '',
    meaning:
      'Comma-separated origins whose pages may hold a page with passkeys in a frame. Default: none, a passkey that is made or used in a frame of another origin is refused',
  },
  CORRIDOR_PASSKEY_DOMAIN: {
    schema: text(/^[A-Za-z0-9.-]+$/, 'must be a domain'),
    default: null,
    meaning:
      'Domain that passkeys of strong customer authentication are bound to: the domain of the origins or a parent of it. Default: the domain of the first origin, or of the public address if no origin is configured',
  },
  CORRIDOR_SCA_SESSIONS: {
    schema: flag,
    default: 'false',
    meaning:
      'Require a login of the customer in the last five minutes to read internal accounts and transactions of an EEA customer, and to change its factors',
  },
  CORRIDOR_OPERATOR_SIGN_IN_FILE: {
    schema: present,
    default: null,
    meaning:
      'JSON file with the OpenID Connect provider by which operators sign in to the console, and what its groups give. Default: operators sign in with passkeys and passwords alone',
  },
} as const satisfies Settings;
