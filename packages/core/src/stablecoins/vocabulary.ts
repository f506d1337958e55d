/** The names of issuers in the API. */
export const STABLECOIN_PROVIDERS = ['BRALE', 'EVM'] as const;
export type StablecoinProviderName = (typeof STABLECOIN_PROVIDERS)[number];

export const STABLECOIN_NETWORKS = ['SPARK', 'BASE', 'POLYGON', 'ETHEREUM'] as const;
export type StablecoinNetwork = (typeof STABLECOIN_NETWORKS)[number];

export const STABLECOIN_OPERATION_TYPES = ['MINT', 'BURN'] as const;
export type StablecoinOperationType = (typeof STABLECOIN_OPERATION_TYPES)[number];

/** The payment sources of a mint. */
export const MINT_SOURCES = [
  'WIRE',
  'ACH_DEBIT',
  'SAME_DAY_ACH_DEBIT',
  'SVC_INTERNAL_ACCOUNT',
  'PROVIDER_INTERNAL_BALANCE',
] as const;
export type MintSourceType = (typeof MINT_SOURCES)[number];

/** The sources of the tokens of a burn. */
export const BURN_SOURCES = ['EXTERNAL_ACCOUNT', 'SVC_INTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'] as const;
export type BurnSourceType = (typeof BURN_SOURCES)[number];

/** The payout rails of a burn. */
export const BURN_RAILS = ['WIRE', 'ACH_CREDIT', 'SAME_DAY_ACH_CREDIT', 'RTP_CREDIT'] as const;
export type BurnRail = (typeof BURN_RAILS)[number];

export const MAX_DESCRIPTION = 1024;
