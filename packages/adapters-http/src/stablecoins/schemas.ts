import { ENVIRONMENTS } from '@corridor/core';
import {
  BURN_RAILS,
  ISSUANCE,
  PROVIDER_ACCOUNT,
  STABLECOIN_NETWORKS,
  STABLECOIN_OPERATION,
  STABLECOIN_OPERATION_TYPES,
  STABLECOIN_PROVIDERS,
  STABLECOIN_QUOTE,
  TOKEN_OPERATIONS,
} from '@corridor/core/records';
import { MAX_AMOUNT, MAX_DESCRIPTION, statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { oneOf, pageOf, pageQuery, recordId, statuses, text, timestamp } from '../app/schemas.js';

const MAX_IDENTIFIER = 255;
const MAX_SECRET = 1024;
/**
 * Maximum number of digits of an amount. Longer numbers are out of range; the core checks the range of shorter ones.
 */
const MAX_DIGITS = 30;

const EXAMPLE_AMOUNT = '250000000';
const DIGITS = /^[0-9]+$/;

const provider = z.enum(STABLECOIN_PROVIDERS).meta({ id: 'StablecoinProvider' });
const network = z.enum(STABLECOIN_NETWORKS).meta({ id: 'StablecoinNetwork' });
const issuanceStatus = z.enum(statesOf(ISSUANCE)).meta({ id: 'StablecoinIssuanceStatus' });
const operationsStatus = statuses(TOKEN_OPERATIONS, [
  'NOT_ENABLED',
  'PENDING_APPROVAL',
  'ENABLING',
  'ENABLED',
  'DISABLED',
]).meta({ id: 'StablecoinSvcOperationsStatus' });
const providerEnvironment = z.enum(ENVIRONMENTS).meta({ id: 'StablecoinProviderEnvironment' });
const accountStatus = z.enum(statesOf(PROVIDER_ACCOUNT)).meta({ id: 'StablecoinProviderAccountStatus' });
const operationType = z.enum(STABLECOIN_OPERATION_TYPES).meta({ id: 'StablecoinOperationType' });
const burnRail = z.enum(BURN_RAILS);

const identifier = text(MAX_IDENTIFIER);

/** An amount in smallest units of the token, as a string of digits. The output is a bigint. */
const amount = z
  .string()
  .regex(DIGITS)
  .max(MAX_DIGITS)
  .transform((digits) => BigInt(digits))
  .meta({ description: `Smallest units of the stablecoin, from 1 to ${MAX_AMOUNT}`, examples: [EXAMPLE_AMOUNT] });

const answeredAmount = z.string().regex(DIGITS);
const description = z.string().max(MAX_DESCRIPTION).optional();
const internalAccountId = recordId('InternalAccount');
const externalAccountId = recordId('ExternalAccount');

export const linkRequest = z
  .object({
    provider,
    apiClientId: identifier,
    apiClientSecret: text(MAX_SECRET).meta({ writeOnly: true }),
    providerAccountId: identifier.optional(),
  })
  .meta({ id: 'StablecoinProviderAccountLinkRequest' });

export const providerAccount = z
  .object({
    id: z.string(),
    provider,
    providerAccountId: z.string(),
    providerEnvironment,
    status: accountStatus,
    lastVerifiedAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'StablecoinProviderAccount' });
export const providerAccountList = pageOf('StablecoinProviderAccountListResponse', providerAccount);
export const providerAccountFilter = z.object({
  provider: provider.optional(),
  status: accountStatus.optional(),
  ...pageQuery,
});

export const registerRequest = z
  .object({
    providerTokenIdentifier: identifier,
    networkTokenIdentifier: identifier,
    network,
    stablecoinProviderAccountId: recordId('StablecoinProviderAccount').optional(),
  })
  .meta({ id: 'StablecoinRegisterRequest' });

export const stablecoin = z
  .object({
    id: z.string(),
    name: z.string(),
    symbol: z.string(),
    baseCurrency: z.string(),
    network,
    decimals: z.int(),
    issuanceStatus,
    svcOperationsStatus: operationsStatus,
    networkTokenIdentifier: z.string(),
    currency: z
      .string()
      .optional()
      .meta({ description: 'Currency of the accounts that hold the token; absent if no accounts are kept in it' }),
    provider,
    stablecoinProviderAccountId: z.string(),
    providerEnvironment,
    providerTokenIdentifier: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Stablecoin' });
export const stablecoinList = pageOf('StablecoinListResponse', stablecoin);
export const stablecoinFilter = z.object({
  issuanceStatus: issuanceStatus.optional(),
  svcOperationsStatus: operationsStatus.optional(),
  provider: provider.optional(),
  ...pageQuery,
});

const fundingSource = oneOf('StablecoinMintFundingSource', 'type', [
  z.object({ type: z.literal('WIRE') }).meta({ id: 'StablecoinWireFundingSource' }),
  z.object({ type: z.literal('ACH_DEBIT'), externalAccountId }).meta({ id: 'StablecoinAchDebitFundingSource' }),
  z
    .object({ type: z.literal('SAME_DAY_ACH_DEBIT'), externalAccountId })
    .meta({ id: 'StablecoinSameDayAchDebitFundingSource' }),
  z
    .object({ type: z.literal('SVC_INTERNAL_ACCOUNT'), accountId: internalAccountId })
    .meta({ id: 'StablecoinSvcInternalFundingSource' }),
  z
    .object({
      type: z.literal('PROVIDER_INTERNAL_BALANCE'),
      sourceTokenIdentifier: identifier,
      cryptoNetwork: identifier,
    })
    .meta({ id: 'StablecoinProviderBalanceFundingSource' }),
]);

export const mintRequest = z
  .object({
    amount,
    fundingSource,
    destination: z
      .object({ accountId: recordId('InternalAccount', 'ExternalAccount') })
      .meta({ id: 'StablecoinMintDestination' }),
    description,
  })
  .meta({ id: 'StablecoinMintRequest' });

const burnSource = oneOf('StablecoinBurnSource', 'type', [
  z.object({ type: z.literal('EXTERNAL_ACCOUNT') }).meta({ id: 'StablecoinExternalAccountBurnSource' }),
  z
    .object({ type: z.literal('SVC_INTERNAL_ACCOUNT'), accountId: internalAccountId })
    .meta({ id: 'StablecoinSvcInternalBurnSource' }),
  z.object({ type: z.literal('PROVIDER_INTERNAL_BALANCE') }).meta({ id: 'StablecoinProviderBalanceBurnSource' }),
]);

export const burnRequest = z
  .object({
    amount,
    source: burnSource,
    destination: z
      .object({ type: z.literal('EXTERNAL_ACCOUNT'), externalAccountId, rail: burnRail })
      .meta({ id: 'StablecoinBurnDestination' }),
    description,
  })
  .meta({ id: 'StablecoinBurnRequest' });

export const stablecoinQuote = z
  .object({
    id: z.string(),
    stablecoinId: z.string(),
    operationType,
    status: z.enum(statesOf(STABLECOIN_QUOTE)),
    amount: answeredAmount,
    fees: answeredAmount,
    netAmount: answeredAmount,
    stablecoinOperationId: z.string().optional(),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'StablecoinQuote' });

export const operationSource = z
  .object({
    type: z.enum([
      'WIRE',
      'ACH_DEBIT',
      'SAME_DAY_ACH_DEBIT',
      'EXTERNAL_ACCOUNT',
      'SVC_INTERNAL_ACCOUNT',
      'PROVIDER_INTERNAL_BALANCE',
    ]),
    externalAccountId: z.string().optional(),
    accountId: z.string().optional(),
    sourceTokenIdentifier: z.string().optional(),
    cryptoNetwork: z.string().optional(),
  })
  .meta({ id: 'StablecoinOperationSource' });

const fundingInstructions = z
  .object({
    rail: z.string().optional(),
    network: z.string().optional(),
    address: z.string().optional(),
    valueType: z.string().optional(),
  })
  .catchall(z.string())
  .meta({ id: 'StablecoinFundingInstructions' });

export const estimatedDelivery = z
  .object({
    rail: z.string().optional(),
    amount: answeredAmount.optional().meta({ description: 'In smallest units of the delivered currency' }),
    currency: z.string().optional(),
    timing: z.string().optional(),
  })
  .meta({ id: 'StablecoinEstimatedDelivery' });

export const stablecoinOperation = z
  .object({
    id: z.string(),
    stablecoinId: z.string(),
    operationType,
    status: z.enum(statesOf(STABLECOIN_OPERATION)).meta({ id: 'StablecoinOperationStatus' }),
    amount: answeredAmount,
    provider,
    providerEnvironment,
    stablecoinProviderAccountId: z.string(),
    source: operationSource.optional(),
    fundingInstructions: fundingInstructions.optional(),
    destination: z
      .object({ accountId: z.string(), rail: burnRail.optional() })
      .meta({ id: 'StablecoinOperationDestination' })
      .optional(),
    estimatedDelivery: estimatedDelivery.optional(),
    expiresAt: timestamp.optional(),
    providerStatus: z.string().optional(),
    failureReason: z.string().optional(),
    description: z.string().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'StablecoinOperation' });
export const stablecoinOperationList = pageOf('StablecoinOperationListResponse', stablecoinOperation);
export const stablecoinOperationFilter = z.object({ operationType: operationType.optional(), ...pageQuery });
