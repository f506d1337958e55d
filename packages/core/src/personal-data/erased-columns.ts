import type { AnyKind } from '../kernel/index.js';

/** What the erasing of a customer does with the records of a kind that an export has. */
export type Erasing =
  | {
      readonly how: 'COLUMNS';
      /** Overwritten by null, an empty list, or the text `erased`. */
      readonly erased: readonly string[];
      /** JSON of which ids, amounts and the members in `SPOKEN` stay; its other texts become `erased`. */
      readonly reduced: readonly string[];
      /** Texts that stay if they are the id of a record. */
      readonly ids: readonly string[];
      /** What the ledger and later messages need: ids, amounts, currencies, times and states. */
      readonly kept: readonly string[];
    }
  /** The records are deleted. */
  | { readonly how: 'REMOVED' }
  /** Erased in their own way, because seals cover them. */
  | { readonly how: 'SEALED' };

interface Decided {
  readonly erased?: string;
  readonly reduced?: string;
  readonly ids?: string;
  readonly kept?: string;
}

const REMOVED = { how: 'REMOVED' } as const;
const SEALED = { how: 'SEALED' } as const;

const namesOf = (columns = ''): readonly string[] => columns.split(/\s+/).filter((name) => name !== '');

const columns = ({ erased, reduced, ids, kept }: Decided): Erasing => ({
  ...{ how: 'COLUMNS', erased: namesOf(erased), reduced: namesOf(reduced) },
  ...{ ids: namesOf(ids), kept: namesOf(kept) },
});

/** By the name of each record kind that an export has. A test compares it with the declared columns. */
const ERASING: Readonly<Record<string, Erasing>> = {
  customers: columns({
    erased:
      'platformCustomerId platformAccountId description region email phoneNumber umaAddress address fullName birthDate nationality idType sealedIdentifier countryOfIssuance dueDiligence businessInfo sealedTaxId endUserTermsConsent',
    kept: 'customerType currencies kycStatus contactEmail contactPhone identityReviews blockedAs ownLimits isDeleted',
  }),
  beneficial_owners: columns({
    erased:
      'firstName middleName lastName birthDate nationality email phoneNumber idType sealedIdentifier countryOfIssuance',
    reduced: 'address',
    kept: 'customerId roles ownershipPpm kycStatus deletedAt',
  }),
  documents: columns({
    erased: 'country sealedDocumentNumber issuingAuthority fileName contentDigest',
    kept: 'documentHolder customerId documentType side contentType size blobKey uploadedAt revision submittedWith deletedAt',
  }),
  verifications: columns({
    erased: 'errors proposal sealedNumber',
    kept: 'customerId verificationStatus provider isChange link renews',
  }),
  internal_accounts: columns({
    erased: 'fundingPaymentInstructions walletAddresses',
    kept: 'customerId type status currency reference fundingRails privateEnabled owner ownerType ownerUnderReview',
  }),
  balances: columns({ kept: 'currency available held' }),
  external_accounts: columns({
    erased: 'platformAccountId identity beneficiaryVerifiedName ownershipChallenge ownershipProof trustChallenge',
    reduced: 'accountInfo',
    kept: 'customerId owner ownerType status currency ownershipType defaultUmaDepositAccount beneficiaryVerificationStatus trustedAt duplicateOf isDeleted blockedAs',
  }),
  quotes: columns({
    erased: 'platformCustomerId paymentInstructions description remittanceInformation paymentRequest sca',
    // The settlement of a payment to a UMA address says in which asset the ledger moved it.
    reduced: 'source destination uma',
    ids: 'destinationId',
    kept: 'status expiresAt customerId pulledFrom sendingCurrency receivingCurrency totalSendingAmount totalReceivingAmount exchangeRate rateBasis termsIds platformFee serviceFee serviceFeeBps serviceFixedFee reference fundingRail rail paymentRail settlementSeconds dailyVolume transactionId purposeOfPayment agentId',
  }),
  transactions: columns({
    erased:
      'platformCustomerId description remittanceInformation paymentInstructions cancelReason paymentRequest spentRequest counterparty',
    reduced: 'source destination card',
    ids: 'senderIdentifier receiverIdentifier',
    kept: 'type status direction customerId sentAmount sentCurrency receivedAmount receivedCurrency exchangeRate rateTerms fees platformFees quoteId purposeOfPayment failureReason reference rail fundingRail paymentRail railSelectionMode submittedAt pullSubmittedAt collectedAt cancelRequestedAt expectedSettlementAt settledAt receiptDeliveryConfirmedAt dailyVolumeId limitUse refundStatus refundReference refundReason refundInitiatedAt refundSettledAt corrections agentId issuerToken holdEndsAt answerId',
  }),
  arrivals: columns({
    erased: 'sealedRemitter',
    kept: 'rail paymentId reference currency amount valueDate outcome transactionId depositId',
  }),
  deposits: columns({
    kept: 'status rail reference currency amount ownerId returnAs returnedAs bounces reversalId creditedAs cameFor',
  }),
  rail_messages: columns({ erased: 'content', kept: 'rail messageId kind subject effect' }),
  rail_steps: columns({ kept: 'subject request step rail reference' }),
  failed_attempts: columns({ erased: 'attempts', kept: 'subject work count' }),
  lookups: columns({
    erased: 'receiver vasp counterparty',
    kept: 'receiverType customerId expiresAt supportedCurrencies requiredPayerDataFields',
  }),
  uma_receipts: columns({
    erased: 'payeeData travelRule invoice',
    kept: 'status vasp accountId currency amount layer asset settlementCurrency settlementAmount rail reference eventId askUntil paymentHash expiresAt requiredFields isSimulated notifiedAt',
  }),
  travel_rule_transfers: columns({
    erased: 'sealedParties contentDigest answerReason',
    kept: 'status direction connection reference subject customerId hosting institution network currency amount isProven transactionHash awaitedUntil answeredAt',
  }),
  stablecoin_operations: columns({
    erased: 'fundingInstructions failureReason description',
    reduced: 'source destination',
    kept: 'stablecoinId operationType status amount netAmount provider providerEnvironment stablecoinProviderAccountId owner collectedFrom deliveredTo baseCurrency currency heldAmount quoteId estimatedDelivery expiresAt providerStatus submittedAt limitUse',
  }),
  agents: REMOVED,
  agent_actions: columns({
    erased: 'platformCustomerId stamp rejectionReason',
    reduced: 'transfer',
    kept: 'agentId customerId status type quoteId wasAsked transactionId spent',
  }),
  cards: columns({
    erased: 'platformCardId last4 expMonth expYear sealedPassword',
    kept: 'cardholderId state stateReason form brand fundingSources currency maxSpendPerTransaction controls processorRef issuerRef stateChanges fundingChanges',
  }),
  card_refunds: columns({ kept: 'transactionId currency amount reversedAt messageId parts' }),
  card_disputes: columns({
    erased: 'explanation networkReason',
    kept: 'transactionId cardId customerId processor clearingId networkCaseId currency amount reason status openedBy dueAt decidedAt endedAt received provisional paid writtenOff fees changes',
  }),
  card_log: columns({ erased: 'merchant', kept: 'cardId what reason amount currency issuerToken actor requestId' }),
  wallet_credentials: REMOVED,
  wallet_sessions: REMOVED,
  delegated_keys: REMOVED,
  sca_enrollments: REMOVED,
  sca_guards: REMOVED,
  sca_resets: columns({ erased: 'reference', kept: 'customerId factor status expiresAt completedAt' }),
  invitations: columns({
    erased: 'inviterUma inviteeUma firstName code url',
    kept: 'status environment inviterId amountToSend currency expiresAt claimedAt quoteId quoteErrorCode',
  }),
  events: SEALED,
  blocks: columns({
    erased: 'payee secondPayee thirdPayee reason caseReference notes endReason endReference',
    kept: 'subject status tellPlatform blockedBy endedBy endApprovedBy endedAt',
  }),
  legal_holds: columns({
    erased: 'reason caseReference releaseReason releaseReference',
    kept: 'customerId status heldBy releasedBy releaseApprovedBy releasedAt',
  }),
  screenings: columns({
    erased: 'identity sealedQuestion',
    kept: 'status subject occasion provider listVersion answer matches answeredAt',
  }),
  screening_matches: columns({
    erased: 'identity sealedDetails decision',
    kept: 'status party role list entry entryVersion listVersion decidedBy approvedBy decidedAt',
  }),
  screened_parties: REMOVED,
  screening_cases: columns({ erased: 'title closeReason', kept: 'status openedBy outcome closedBy closedAt' }),
  screening_case_links: columns({ kept: 'caseId subject customerId addedBy' }),
  notes: columns({ erased: 'text', kept: 'subject author readers' }),
  assignments: columns({ kept: 'subject operatorId' }),
  exceptions: columns({
    erased: 'reason note',
    kept: 'kind status subject reference rail currency amount resolution resolvedBy approvedBy resolvedAt entryId leg direction moved recovered isUntold',
  }),
  operator_log: SEALED,
};

/** What erasing does with the records of a kind; null for a kind that no export has. */
export const erasingOf = ({ name }: Pick<AnyKind, 'name'>): Erasing | null => ERASING[name] ?? null;
