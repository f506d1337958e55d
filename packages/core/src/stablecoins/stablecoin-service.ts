import { type Cursors, err, isId, ok, type Page, type PageRequest, type Query, readPage } from '../kernel/index.js';
import { STABLECOIN_OPERATIONS, type StablecoinOperation } from './operation.js';
import { type ProviderAccountStatus, PROVIDER_ACCOUNTS, type StablecoinProviderAccount } from './provider-account.js';
import { type Stablecoin, STABLECOINS } from './stablecoin.js';
import type { StablecoinOperationType, StablecoinProviderName } from './vocabulary.js';

/** 404 STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND. */
export const getProviderAccount: Query<{ readonly id: string }, StablecoinProviderAccount> = async (
  reads,
  _ctx,
  { id },
) => {
  const link = isId('StablecoinProviderAccount', id) ? await reads.get(PROVIDER_ACCOUNTS, id) : null;
  return link === null ? err('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND') : ok(link);
};

export interface ProviderAccountFilter {
  readonly provider?: StablecoinProviderName | undefined;
  readonly status?: ProviderAccountStatus | undefined;
}

/** Newest first. INVALID_INPUT for an invalid cursor. */
export const listProviderAccounts =
  (cursors: Cursors): Query<ProviderAccountFilter & PageRequest, Page<StablecoinProviderAccount>> =>
  (reads, _ctx, { provider, status, ...page }) =>
    readPage(reads, cursors, PROVIDER_ACCOUNTS, { where: { provider, status }, order: 'desc' }, page);

/** 404 REFERENCE_NOT_FOUND. */
export const getStablecoin: Query<{ readonly id: string }, Stablecoin> = async (reads, _ctx, { id }) => {
  const coin = isId('Stablecoin', id) ? await reads.get(STABLECOINS, id) : null;
  return coin === null ? err('REFERENCE_NOT_FOUND', 'no such stablecoin') : ok(coin);
};

export interface StablecoinFilter {
  readonly provider?: StablecoinProviderName | undefined;
  readonly issuanceStatus?: string | undefined;
  readonly svcOperationsStatus?: string | undefined;
}

/** Newest first. INVALID_INPUT for an invalid cursor. */
export const listStablecoins =
  (cursors: Cursors): Query<StablecoinFilter & PageRequest, Page<Stablecoin>> =>
  (reads, _ctx, { provider, issuanceStatus, svcOperationsStatus, ...page }) => {
    const where = {
      provider,
      issuanceStatus: issuanceStatus as Stablecoin['issuanceStatus'] | undefined,
      svcOperationsStatus: svcOperationsStatus as Stablecoin['svcOperationsStatus'] | undefined,
    };
    return readPage(reads, cursors, STABLECOINS, { where, order: 'desc' }, page);
  };

/** 404 REFERENCE_NOT_FOUND. */
export const getStablecoinOperation: Query<{ readonly id: string }, StablecoinOperation> = async (
  reads,
  _ctx,
  { id },
) => {
  const operation = isId('StablecoinOperation', id) ? await reads.get(STABLECOIN_OPERATIONS, id) : null;
  return operation === null ? err('REFERENCE_NOT_FOUND', 'no such stablecoin operation') : ok(operation);
};

export interface StablecoinOperationFilter {
  readonly stablecoinId: string;
  readonly operationType?: StablecoinOperationType | undefined;
}

/** The operations of one stablecoin, newest first. 404 REFERENCE_NOT_FOUND; INVALID_INPUT for an invalid cursor. */
export const listStablecoinOperations =
  (cursors: Cursors): Query<StablecoinOperationFilter & PageRequest, Page<StablecoinOperation>> =>
  async (reads, ctx, { stablecoinId, operationType, ...page }) => {
    const coin = await getStablecoin(reads, ctx, { id: stablecoinId });
    if (!coin.ok) return coin;
    const where = { stablecoinId: coin.value.id, operationType };
    return readPage(reads, cursors, STABLECOIN_OPERATIONS, { where, order: 'desc' }, page);
  };
