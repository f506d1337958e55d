import type { Refusals } from '../../kit/operation.js';
import { pathId } from '../../kit/schemas.js';

export const TAG = 'Stablecoins';

export const stablecoinId = pathId('Stablecoin', 'REFERENCE_NOT_FOUND');

/** Refusals of everything that uses the credentials of a link. */
export const UNUSABLE_LINK: Refusals = {
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: 'The issuer refuses the credentials of the linked account.',
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: 'The issuer reports that access to the linked account was withdrawn.',
};

/** Refusals of everything that calls the issuer. */
export const UNREACHED_ISSUER: Refusals = {
  NOT_IMPLEMENTED: 'This host has no connection to the issuer in this environment.',
  SERVICE_UNAVAILABLE: 'The issuer did not answer or failed, or the host is starting, stopping or overloaded.',
};
