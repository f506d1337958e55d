import { ENVIRONMENTS } from '@corridor/core';
import {
  type BurnRail,
  BURN_RAILS,
  ISSUANCE,
  type IssuanceStatus,
  PROVIDER_ACCOUNT,
  type ProviderAccountStatus,
  STABLECOIN_NETWORKS,
  STABLECOIN_OPERATION,
  STABLECOIN_OPERATION_TYPES,
  STABLECOIN_PROVIDERS,
  STABLECOIN_QUOTE,
  type StablecoinOperationStatus,
  type StablecoinProviderName,
  type StablecoinQuoteStatus,
  TOKEN_OPERATIONS,
} from '@corridor/core/records';
import { MAX_AMOUNT, MAX_DESCRIPTION, statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { meanings, oneOf, pageOf, pageQuery, recordId, statuses, text, timestamp } from '../../kit/schemas.js';

const MAX_IDENTIFIER = 255;
const MAX_SECRET = 1024;
/**
 * Maximum number of digits of an amount. Longer numbers are out of range; the core checks the range of shorter ones.
 */
const MAX_DIGITS = 30;

const EXAMPLE_AMOUNT = '250000000';
const DIGITS = /^[0-9]+$/;

const provider = z.enum(STABLECOIN_PROVIDERS).meta({
  id: 'StablecoinProvider',
  description: meanings<StablecoinProviderName>({
    BRALE: 'the issuing company Brale; the sandbox simulates it',
    EVM: 'a token contract that the operator of this host issues on an EVM chain',
  }),
});
const network = z.enum(STABLECOIN_NETWORKS).meta({
  id: 'StablecoinNetwork',
  description: 'The chain of the token: `SPARK` with the provider `BRALE`, the others with `EVM`.',
});
const issuanceStatus = z.enum(statesOf(ISSUANCE)).meta({
  id: 'StablecoinIssuanceStatus',
  description: meanings<IssuanceStatus>({
    PENDING_REVIEW: 'the issuer reviews the token; `PROVISIONING`, `PROVISIONED`, `REJECTED` or `FAILED` follows',
    PROVISIONING: 'the issuer sets the token up; `PROVISIONED`, `REJECTED` or `FAILED` follows',
    PROVISIONED: 'the token exists and can be minted; final',
    REJECTED: 'the issuer refuses to issue the token; final',
    FAILED: 'the issuer could not set the token up; final',
  }),
});
const operationsStatuses = statuses(TOKEN_OPERATIONS, [
  'NOT_ENABLED',
  'PENDING_APPROVAL',
  'ENABLING',
  'ENABLED',
  'DISABLED',
]);
const operationsStatus = operationsStatuses.meta({
  id: 'StablecoinSvcOperationsStatus',
  description: meanings<z.output<typeof operationsStatuses>>({
    NOT_ENABLED: 'mints and burns are refused; `ENABLED` follows when the issuer has provisioned the token',
    PENDING_APPROVAL: 'reserved; not used, because Corridor needs no approval of its own',
    ENABLING: 'reserved; not used',
    ENABLED: 'the token can be minted and burned; final',
    DISABLED: 'reserved; not used',
  }),
});
const providerEnvironment = z.enum(ENVIRONMENTS).meta({
  id: 'StablecoinProviderEnvironment',
  description: 'The environment of the platform: in the `SANDBOX`, money and tokens are simulated.',
});
const accountStatus = z.enum(statesOf(PROVIDER_ACCOUNT)).meta({
  id: 'StablecoinProviderAccountStatus',
  description: meanings<ProviderAccountStatus>({
    ACTIVE: 'the issuer accepts the credentials; `INVALID` or `REVOKED` can follow at every call to the issuer',
    INVALID: 'the issuer refused the credentials later; link the account again to make it `ACTIVE`',
    REVOKED: 'the issuer reported that access was withdrawn; link the account again to make it `ACTIVE`',
  }),
});
const operationType = z.enum(STABLECOIN_OPERATION_TYPES).meta({
  id: 'StablecoinOperationType',
  description: meanings<(typeof STABLECOIN_OPERATION_TYPES)[number]>({
    MINT: 'money becomes tokens',
    BURN: 'tokens become money in a bank account',
  }),
});
const burnRail = z.enum(BURN_RAILS).describe(
  meanings<BurnRail>({
    WIRE: 'a wire',
    ACH_CREDIT: 'an ACH credit',
    SAME_DAY_ACH_CREDIT: 'an ACH credit of the same day',
    RTP_CREDIT: 'a real-time payment',
  }),
);

const identifier = text(MAX_IDENTIFIER);

/** An amount in smallest units of the token, as a string of digits. The output is a bigint. */
const amount = (exception = '') =>
  z
    .string()
    .regex(DIGITS)
    .max(MAX_DIGITS)
    .meta({
      description:
        `Smallest units of the token, as a string of digits from 1 to ${MAX_AMOUNT}: with 6 decimals, \`250000000\` is ` +
        `250 tokens. Its worth must be a whole number of smallest units of the base currency${exception}.`,
      examples: [EXAMPLE_AMOUNT],
    })
    .transform((digits) => BigInt(digits));

const answeredAmount = z.string().regex(DIGITS);
const description = z
  .string()
  .max(MAX_DESCRIPTION)
  .optional()
  .describe('A note of the platform, returned with the operation. The issuer does not receive it.');
const internalAccountId = recordId('InternalAccount').describe(
  'Pays. Needs the owner of the destination, the status `ACTIVE`, and a balance that covers the whole `amount`.',
);
const debitedAccountId = recordId('ExternalAccount').describe(
  'The bank account that the issuer debits: in the base currency, and of the owner of the destination.',
);
const stablecoinId = z.string().describe('The registered token that is minted or burned.');
const providerAccountLink = z.string().describe('The linked issuer account whose credentials are used.');

/** Fields that every record of this folder has. */
const times = {
  createdAt: timestamp.describe('When the record was created, in UTC.'),
  updatedAt: timestamp.describe('When the record last changed, in UTC.'),
};

export const linkRequest = z
  .object({
    provider: provider.describe('The issuer that keeps the account. One without a connection on this host is 501.'),
    apiClientId: identifier.describe('The public half of the API credentials that the issuer has given you.'),
    apiClientSecret: text(MAX_SECRET).meta({
      writeOnly: true,
      description: 'The secret half. It is stored encrypted, used for calls to the issuer, and never returned.',
    }),
    providerAccountId: identifier
      .optional()
      .describe(
        'The id of your account at the issuer, if you want to make sure that the credentials are of this account. ' +
          'Default: the account of the credentials.',
      ),
  })
  .meta({ id: 'StablecoinProviderAccountLinkRequest' });

export const providerAccount = z
  .object({
    id: z.string().describe('Name it as `stablecoinProviderAccountId` when you register tokens.'),
    provider: provider.describe('The issuer that keeps the account.'),
    providerAccountId: z.string().describe("The issuer's own id of the account. It can be linked once."),
    providerEnvironment: providerEnvironment.describe('Where the link works: the environment of your platform.'),
    status: accountStatus.describe('Whether the credentials can be used. Only an `ACTIVE` link mints and burns.'),
    lastVerifiedAt: timestamp
      .optional()
      .describe('When the issuer last accepted credentials at a link, in UTC. Later calls do not change it.'),
    ...times,
  })
  .meta({ id: 'StablecoinProviderAccount' });
export const providerAccountList = pageOf('StablecoinProviderAccountListResponse', providerAccount);
export const providerAccountFilter = z.object({
  provider: provider.optional().describe('Only accounts at this issuer.'),
  status: accountStatus.optional().describe('Only links in this state, such as `INVALID` to find those to link again.'),
  ...pageQuery,
});

export const registerRequest = z
  .object({
    providerTokenIdentifier: identifier.describe(
      "The issuer's id of the token. With the provider `EVM`, the name of the issuer's entry on this host.",
    ),
    networkTokenIdentifier: identifier.describe(
      'How the chain names the token: the address of its contract on an EVM chain, the token identifier on Spark.',
    ),
    network: network.describe('The chain on which the issuer issues the token.'),
    stablecoinProviderAccountId: recordId('StablecoinProviderAccount')
      .optional()
      .describe(
        'The linked account that issues it. Default: the only `ACTIVE` link; required if several are `ACTIVE`.',
      ),
  })
  .meta({ id: 'StablecoinRegisterRequest' });

export const stablecoin = z
  .object({
    id: z.string().describe('Name it in the paths of quotes, mints and burns.'),
    name: z.string().describe('What the issuer calls the token, such as `Acme Dollar`.'),
    symbol: z.string().describe('The short name that the issuer gave, such as `USDB`.'),
    baseCurrency: z.string().describe('The ISO 4217 code of the money behind the token: one token is worth one unit.'),
    network: network.describe('The chain on which the token exists.'),
    decimals: z
      .int()
      .describe(
        'Digits after the point: with 6, one token is `1000000`. Amounts of mints and burns count these units.',
      ),
    issuanceStatus: issuanceStatus.describe('How far the issuer is with the token. Corridor asks until it is final.'),
    svcOperationsStatus: operationsStatus.describe('Whether mints and burns are accepted: only while it is `ENABLED`.'),
    networkTokenIdentifier: z.string().describe('How the chain names the token, as it was registered.'),
    currency: z
      .string()
      .optional()
      .describe('The currency of internal accounts that hold the token. Absent if only external wallets can hold it.'),
    provider: provider.describe('Who issues the token.'),
    stablecoinProviderAccountId: providerAccountLink,
    providerEnvironment: providerEnvironment.describe(
      'Where the token is registered: the environment of your platform.',
    ),
    providerTokenIdentifier: z.string().describe("The issuer's id of the token, as it was registered."),
    ...times,
  })
  .meta({ id: 'Stablecoin' });
export const stablecoinList = pageOf('StablecoinListResponse', stablecoin);
export const stablecoinFilter = z.object({
  issuanceStatus: issuanceStatus.optional().describe('Only tokens in this state at their issuer.'),
  svcOperationsStatus: operationsStatus
    .optional()
    .describe('Only tokens in this state, such as `ENABLED` for those that can be minted now.'),
  provider: provider.optional().describe('Only tokens of this issuer.'),
  ...pageQuery,
});

const fundingSource = oneOf('StablecoinMintFundingSource', 'type', [
  z.object({ type: z.literal('WIRE') }).meta({
    id: 'StablecoinWireFundingSource',
    description: 'You send a wire to the issuer, as `fundingInstructions` of the operation say.',
  }),
  z
    .object({ type: z.literal('ACH_DEBIT'), externalAccountId: debitedAccountId })
    .meta({ id: 'StablecoinAchDebitFundingSource', description: 'The issuer debits a bank account by ACH.' }),
  z.object({ type: z.literal('SAME_DAY_ACH_DEBIT'), externalAccountId: debitedAccountId }).meta({
    id: 'StablecoinSameDayAchDebitFundingSource',
    description: 'The issuer debits a bank account by ACH on the same day.',
  }),
  z
    .object({ type: z.literal('SVC_INTERNAL_ACCOUNT'), accountId: internalAccountId })
    .meta({ id: 'StablecoinSvcInternalFundingSource', description: 'An internal account in the base currency pays.' }),
  z
    .object({
      type: z.literal('PROVIDER_INTERNAL_BALANCE'),
      sourceTokenIdentifier: identifier.describe("The issuer's id of the token that is given in exchange."),
      cryptoNetwork: identifier.describe("The chain of that token, by the issuer's name for it."),
    })
    .meta({
      id: 'StablecoinProviderBalanceFundingSource',
      description: 'Another token of your balance at the issuer is exchanged for the new ones.',
    }),
]);

export const mintRequest = z
  .object({
    amount: amount(', except with the funding source `PROVIDER_INTERNAL_BALANCE`'),
    fundingSource: fundingSource.describe(
      'What pays for the tokens. An issuer may support only some types; another one is 400 with the field.',
    ),
    destination: z
      .object({
        accountId: recordId('InternalAccount', 'ExternalAccount').describe(
          "An internal account in the token's `currency`, or an external wallet on the token's network.",
        ),
      })
      .meta({ id: 'StablecoinMintDestination' })
      .describe('Who receives the tokens: the same customer, or the platform itself, that pays for them.'),
    description,
  })
  .meta({ id: 'StablecoinMintRequest' });

const burnSource = oneOf('StablecoinBurnSource', 'type', [
  z.object({ type: z.literal('EXTERNAL_ACCOUNT') }).meta({
    id: 'StablecoinExternalAccountBurnSource',
    description: 'A wallet outside sends the tokens to the address in `fundingInstructions` of the operation.',
  }),
  z
    .object({ type: z.literal('SVC_INTERNAL_ACCOUNT'), accountId: internalAccountId })
    .meta({ id: 'StablecoinSvcInternalBurnSource', description: 'An internal account that holds the token pays.' }),
  z.object({ type: z.literal('PROVIDER_INTERNAL_BALANCE') }).meta({
    id: 'StablecoinProviderBalanceBurnSource',
    description: 'Tokens of your balance at the issuer are burned.',
  }),
]);

export const burnRequest = z
  .object({
    amount: amount(),
    source: burnSource.describe(
      'Where the tokens come from. An issuer may support only some types; another one is 400 with the field.',
    ),
    destination: z
      .object({
        type: z.literal('EXTERNAL_ACCOUNT'),
        externalAccountId: recordId('ExternalAccount').describe(
          'The bank account that the issuer pays: in the base currency, and of the owner of an internal source.',
        ),
        rail: burnRail.describe('How the issuer pays. It decides the fees and the time; some issuers lack some rails.'),
      })
      .meta({ id: 'StablecoinBurnDestination' })
      .describe('Where the issuer sends the money.'),
    description,
  })
  .meta({ id: 'StablecoinBurnRequest' });

export const stablecoinQuote = z
  .object({
    id: z.string().describe('Execute the quote by this id before `expiresAt`.'),
    stablecoinId,
    operationType: operationType.describe('What the execution starts: a mint or a burn.'),
    status: z.enum(statesOf(STABLECOIN_QUOTE)).describe(
      meanings<StablecoinQuoteStatus>({
        PENDING: 'can be executed until `expiresAt`; nothing is held yet',
        EXECUTED: 'its mint or burn was created; final',
        EXPIRED: '`expiresAt` has passed; final',
      }),
    ),
    amount: answeredAmount.describe('The requested smallest units of the token, before fees.'),
    fees: answeredAmount.describe(
      "The issuer's charge in smallest units of the token, taken off `amount`; `0` if free.",
    ),
    netAmount: answeredAmount.describe(
      '`amount` − `fees`: the tokens that a mint creates, or the worth of what a burn pays out.',
    ),
    stablecoinOperationId: z
      .string()
      .optional()
      .describe('The mint or burn that the execution created; absent before.'),
    createdAt: timestamp.describe('When the issuer stated the fees, in UTC.'),
    expiresAt: timestamp.describe('Until when the quote can be executed, in UTC.'),
  })
  .meta({ id: 'StablecoinQuote' });

export const operationSource = z
  .object({
    type: z
      .enum([
        'WIRE',
        'ACH_DEBIT',
        'SAME_DAY_ACH_DEBIT',
        'EXTERNAL_ACCOUNT',
        'SVC_INTERNAL_ACCOUNT',
        'PROVIDER_INTERNAL_BALANCE',
      ])
      .describe('The kind of payer, as requested: `fundingSource.type` of a mint, `source.type` of a burn.'),
    externalAccountId: z
      .string()
      .optional()
      .describe('The debited bank account, for `ACH_DEBIT` and `SAME_DAY_ACH_DEBIT`.'),
    accountId: z.string().optional().describe('The paying internal account, for `SVC_INTERNAL_ACCOUNT`.'),
    sourceTokenIdentifier: z
      .string()
      .optional()
      .describe('The token that was given in exchange, for a mint from `PROVIDER_INTERNAL_BALANCE`.'),
    cryptoNetwork: z
      .string()
      .optional()
      .describe('The chain of the exchanged token, for a mint from `PROVIDER_INTERNAL_BALANCE`.'),
  })
  .meta({ id: 'StablecoinOperationSource' });

const fundingInstructions = z
  .looseObject({
    rail: z.string().optional().describe('How to send money, such as `WIRE`; absent if tokens are to be sent.'),
    network: z.string().optional().describe('The chain on which to send tokens.'),
    address: z.string().optional().describe('The wallet of the issuer that waits for the tokens.'),
    valueType: z.string().optional().describe('What to send: a currency such as `USD`, or the symbol of a token.'),
  })
  .meta({
    id: 'StablecoinFundingInstructions',
    description:
      "How to pay the issuer. Further fields are the issuer's own, such as `accountNumber`, `routingNumber` and " +
      '`reference` of a wire; the payment needs all of them.',
  });

export const estimatedDelivery = z
  .object({
    rail: z.string().optional().describe('How the issuer pays out; absent for a mint.'),
    amount: answeredAmount
      .optional()
      .describe('What arrives after fees: tokens of a mint, or money of a burn, in smallest units of `currency`.'),
    currency: z.string().optional().describe('The symbol of the token for a mint, the base currency for a burn.'),
    timing: z
      .string()
      .optional()
      .describe("The usual duration in the issuer's own words, such as `SAME_DAY`; absent if it states none."),
  })
  .meta({ id: 'StablecoinEstimatedDelivery' });

export const stablecoinOperation = z
  .object({
    id: z.string().describe('The issuer knows the order by this id too.'),
    stablecoinId,
    operationType: operationType.describe('Whether tokens are created or destroyed.'),
    status: z
      .enum(statesOf(STABLECOIN_OPERATION))
      .meta({
        id: 'StablecoinOperationStatus',
        description: meanings<StablecoinOperationStatus>({
          CREATED: 'its payment is held if an internal account pays; the order goes to the issuer at once',
          PENDING_FUNDING: 'the issuer waits for the money or tokens until `expiresAt`; pay by `fundingInstructions`',
          PENDING_PROVIDER: 'the issuer has accepted the order and has not begun',
          PROCESSING: 'the issuer executes the order',
          COMPLETED: 'tokens are minted, or burned and paid out; final',
          FAILED: 'nothing was minted or burned, and a hold was released; `failureReason` says why; final',
          EXPIRED: 'the money or tokens did not arrive in time; final',
        }),
      })
      .describe('How far the order is. Read the operation until it is `COMPLETED`, `FAILED` or `EXPIRED`.'),
    amount: answeredAmount.describe(
      'Smallest units of the token before fees: what a mint is paid for, or the tokens that a burn destroys.',
    ),
    provider: provider.describe('The issuer that executes the order.'),
    providerEnvironment: providerEnvironment.describe('Where the order is executed: the environment of your platform.'),
    stablecoinProviderAccountId: providerAccountLink,
    source: operationSource.optional().describe('What pays, as it was requested.'),
    fundingInstructions: fundingInstructions
      .optional()
      .describe('How to pay. Present from `PENDING_FUNDING` on, if a wire or a wallet outside pays.'),
    destination: z
      .object({
        accountId: z.string().describe('The account that receives: tokens of a mint, money of a burn.'),
        rail: burnRail.optional().describe('How the issuer pays out; absent for a mint.'),
      })
      .meta({ id: 'StablecoinOperationDestination' })
      .optional()
      .describe('Who receives the tokens or the money, as it was requested.'),
    estimatedDelivery: estimatedDelivery
      .optional()
      .describe('What arrives, and when, as the issuer stated at creation.'),
    expiresAt: timestamp
      .optional()
      .describe('Until when the issuer waits for the payment, in UTC. Present with `fundingInstructions`.'),
    providerStatus: z
      .string()
      .optional()
      .describe("The last state in the issuer's own words; absent until it has received the order."),
    failureReason: z
      .string()
      .optional()
      .describe(
        'Present if `FAILED`: `ACCOUNT_INVALID` if an account was deleted before the order was sent, ' +
          '`PROVIDER_ACCOUNT_INVALID` or `PROVIDER_ACCOUNT_REVOKED` if the issuer refused the credentials, or a code of ' +
          'the issuer.',
      ),
    description: z.string().optional().describe('The note of the request.'),
    ...times,
  })
  .meta({ id: 'StablecoinOperation' });
export const stablecoinOperationList = pageOf('StablecoinOperationListResponse', stablecoinOperation);
export const stablecoinOperationFilter = z.object({
  operationType: operationType.optional().describe('Only mints, or only burns. Default: both.'),
  ...pageQuery,
});
