import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENT_ACTIONS, AGENTS } from '../agents/index.js';
import { BLOCKS } from '../blocks/index.js';
import { CARD_DISPUTES, CARD_LOG, CARD_REFUNDS, CARDS } from '../cards/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { EVENTS, FAILED_ATTEMPTS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { BALANCES } from '../ledger/index.js';
import { ASSIGNMENTS, NOTES } from '../notes/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { LOOKUPS, QUOTES } from '../quotes/index.js';
import { LEGAL_HOLDS } from '../retention/index.js';
import { SCA_ENROLLMENTS, SCA_GUARDS, SCA_RESETS } from '../sca/index.js';
import {
  SCREENED_PARTIES,
  SCREENING_CASE_LINKS,
  SCREENING_CASES,
  SCREENING_MATCHES,
  SCREENINGS,
} from '../screening/index.js';
import { STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { ARRIVALS, DEPOSITS, RAIL_MESSAGES, RAIL_STEPS, TRANSACTIONS } from '../transactions/index.js';
import { TRAVEL_RULE_TRANSFERS } from '../travel-rule/index.js';
import { INVITATIONS, UMA_RECEIPTS } from '../uma/index.js';
import { BENEFICIAL_OWNERS, DOCUMENTS, VERIFICATIONS } from '../verification/index.js';
import { DELEGATED_KEYS, WALLET_CREDENTIALS, WALLET_SESSIONS } from '../wallets/index.js';
import { forAuthority, forPerson, type PlaceOfData } from './place.js';

const RAIL_PLACES: readonly PlaceOfData[] = [
  forPerson(ARRIVALS, 'who sent money: name and account, sealed; amount and reference', {
    given: 'currency amount valueDate reference transactionId depositId',
    withheld: 'rail paymentId outcome',
    never: 'sealedRemitter',
    why: 'the sender is another person: the person gets the name and the last characters of the account, as a statement has them; the authority gets both in full',
  }),
  forPerson(DEPOSITS, 'money under a reference of the person that was not credited', {
    given: 'currency amount reference',
    withheld: 'status rail ownerId returnAs returnedAs bounces reversalId creditedAs cameFor',
    why: 'the state shows whether operators hold the money',
  }),
  forAuthority(RAIL_MESSAGES, 'messages of banks about a payment, and of KYC providers about the person', {
    withheld: 'rail messageId kind subject effect content',
    why: 'they are the exchange between the service and its bank or provider; their outcome is in the payment, or in a block of which the person must not learn',
  }),
  forAuthority(RAIL_STEPS, 'requests to banks about a payment', {
    withheld: 'subject request step rail reference',
    why: 'they are the exchange between the service and its bank; their outcome is in the payment',
  }),
  forAuthority(FAILED_ATTEMPTS, 'why requests about a payment were not answered', {
    withheld: 'subject work count attempts',
    why: 'they are faults between the service and its bank',
  }),
];

/** What operators write and decide about a person. */
const INTERNAL_PLACES: readonly PlaceOfData[] = [
  forAuthority(BLOCKS, 'blocks of the person and of its external accounts, with reasons, cases and operators', {
    withheld:
      'subject payee secondPayee thirdPayee status reason caseReference notes tellPlatform blockedBy endReason endReference endedBy endApprovedBy endedAt',
    why: 'the person must not learn of a block, also of an ended one',
  }),
  forAuthority(LEGAL_HOLDS, 'legal holds of the person, with reasons, cases and operators', {
    withheld:
      'customerId status reason caseReference heldBy releaseReason releaseReference releasedBy releaseApprovedBy releasedAt',
    why: 'they show that a case exists',
  }),
  forAuthority(
    SCREENINGS,
    'questions to screening providers about the person and its payments (sealed), and the answers',
    {
      withheld: 'status subject occasion provider listVersion answer matches answeredAt',
      never: 'identity sealedQuestion',
      why: 'the person must not learn of a match; the authority gets the question opened',
    },
  ),
  forAuthority(SCREENING_MATCHES, 'entries of lists that the person matches (sealed), and what operators decided', {
    withheld: 'status party role list entry entryVersion listVersion decidedBy approvedBy decidedAt decision',
    never: 'identity sealedDetails',
    why: 'the person must not learn of a match; the authority gets the details opened',
  }),
  forAuthority(SCREENED_PARTIES, 'when the person, its owners and its external accounts were last screened', {
    withheld: 'party role customerId listVersion isClear screeningId screenedAt',
    never: 'identity',
    why: 'the person must not learn of a match',
  }),
  forAuthority(SCREENING_CASES, 'cases of operators about the person: titles, reasons and outcomes', {
    withheld: 'status title openedBy outcome closeReason closedBy closedAt',
    why: 'they are suspicions, and the person must not learn of them',
  }),
  forAuthority(SCREENING_CASE_LINKS, 'that a case is about the person, a payment or a hit', {
    withheld: 'caseId subject customerId addedBy',
    why: 'they show that a case exists',
  }),
  forAuthority(NOTES, 'notes of operators about the person, its payments, exceptions and cases', {
    withheld: 'subject text author readers',
    why: 'notes can name suspicions and other persons',
  }),
  forAuthority(ASSIGNMENTS, 'which operator looks after the person, a payment or an exception', {
    withheld: 'subject operatorId',
    why: 'it shows that a case exists',
  }),
  forAuthority(EXCEPTIONS, 'cases about money of the person: reasons, resolutions, notes and operators', {
    withheld:
      'kind status subject reference rail currency amount reason resolution resolvedBy approvedBy resolvedAt note entryId leg direction moved recovered isUntold',
    why: 'reasons and approvals are internal; what they moved is in the statement',
  }),
  forAuthority(OPERATOR_LOG, 'actions of operators on records of the person: inputs, and records before and after', {
    withheld: 'operatorId operatorName source outcome action subject input before after request requestedBy requestId',
    never: 'salt erasedDigest',
    why: 'inputs have reasons and cases of blocks, and approvals. Inputs of searches belong to no record and are not exported: their names are masked',
  }),
];

const USE_PLACES: readonly PlaceOfData[] = [
  forPerson(AGENTS, 'the name of software that acts for the person, and its policy', {
    given: 'name customerId isPaused isConnected policy',
    never: 'tokenDigest codeDigest codeExpiresAt isCodeRedeemed gate latch',
    why: 'digests of secrets, and guards without meaning outside',
  }),
  forPerson(AGENT_ACTIONS, 'payments that an agent asked for, with their texts', {
    given: 'agentId customerId platformCustomerId status type quoteId transfer wasAsked transactionId spent',
    withheld: 'rejectionReason',
    never: 'stamp',
    why: 'the reason of a refusal can be a block; the stamp is a signature that could be repeated',
  }),
  forPerson(CARDS, 'the cards of the person', {
    given:
      'cardholderId platformCardId state stateReason form brand last4 expMonth expYear fundingSources currency maxSpendPerTransaction controls',
    withheld: 'processorRef issuerRef stateChanges fundingChanges',
    never: 'sealedPassword',
    why: 'references of the issuer; the password is a secret',
  }),
  forPerson(CARD_REFUNDS, 'what merchants gave back', {
    given: 'transactionId currency amount reversedAt',
    withheld: 'messageId parts',
    why: 'the parts name exceptions',
  }),
  forPerson(CARD_DISPUTES, 'card payments that the person contests, and what the person says about them', {
    given:
      'transactionId cardId customerId currency amount reason explanation status openedBy endedAt provisional paid',
    withheld: 'processor clearingId networkCaseId networkReason dueAt decidedAt received writtenOff fees changes',
    why: 'references of the network and what it says; the books of the service',
  }),
  forPerson(CARD_LOG, 'declined and verified uses of a card with their merchants, and looks at its number', {
    given: 'cardId what amount currency merchant',
    withheld: 'reason issuerToken actor requestId',
    why: 'the reason of a decline can be a block; references of the network and of requests',
  }),
  forPerson(WALLET_CREDENTIALS, 'addresses, numbers and identities by which the owner of a wallet signs in', {
    given: 'accountId type status nickname signInEmail contact identity',
    never: 'livingIn slot passkey otpTarget',
    why: 'keys of authentication',
  }),
  forPerson(WALLET_SESSIONS, 'when the owner of a wallet signed in', {
    given: 'accountId credentialId type nickname status expiresAt',
    never: 'livingIn passkeyId publicKey clientKey',
    why: 'keys of authentication',
  }),
  forPerson(DELEGATED_KEYS, 'keys by which cards spend from a wallet', {
    given: 'cardId fundingSourceId accountId nickname status',
    never: 'publicKey keyHandle slot',
    why: 'keys of authentication',
  }),
  forPerson(SCA_ENROLLMENTS, 'the factors of strong authentication', {
    given: 'customerId type status confirmBefore',
    never: 'slot sealedSecret usedStep recoveryCodes registration passkey',
    why: 'keys of authentication',
  }),
  forPerson(SCA_GUARDS, 'the IP address of the last sign-in, and failures', {
    given: 'wrongProofs failedLogins lockedUntil sessionUntil lastLoginAddress',
    never: 'loginChallenge',
    why: 'the challenge is a secret of an open sign-in',
  }),
  forPerson(SCA_RESETS, 'lost factors and their replacement', {
    given: 'customerId factor status expiresAt completedAt',
    withheld: 'reference',
    why: 'the reference is that of the examination',
  }),
  forPerson(INVITATIONS, 'whom the person invited, by first name and UMA address', {
    given:
      'status environment inviterUma inviterId inviteeUma firstName amountToSend currency expiresAt claimedAt quoteId url',
    withheld: 'quoteErrorCode',
    never: 'code',
    why: 'the reason of a refusal can be a block; the code is a secret until the invitation is claimed',
  }),
];

/** The record kinds that an export reads, with each of their columns. */
export const EXPORTED_PLACES: readonly PlaceOfData[] = [
  forPerson(
    CUSTOMERS,
    'identity, contacts, addresses, numbers (sealed), due diligence, accepted terms with IP address',
    {
      given:
        'platformCustomerId platformAccountId description customerType region currencies email phoneNumber umaAddress kycStatus contactEmail contactPhone address fullName birthDate nationality idType countryOfIssuance dueDiligence businessInfo endUserTermsConsent identityReviews isDeleted',
      withheld: 'blockedAs ownLimits',
      never: 'sealedIdentifier sealedTaxId',
      why: 'whether the person is blocked, and its own limits; the sealed numbers are given opened',
    },
  ),
  forPerson(
    BENEFICIAL_OWNERS,
    'identity, contacts, addresses and numbers (sealed) of the owners that a business named',
    {
      given:
        'customerId roles ownershipPpm firstName middleName lastName birthDate nationality email phoneNumber address idType countryOfIssuance kycStatus deletedAt',
      never: 'sealedIdentifier',
      why: 'the business named its owners; the sealed number is given opened',
    },
  ),
  forPerson(DOCUMENTS, 'documents with their numbers (sealed); their content is in the export as files', {
    given:
      'documentHolder customerId documentType side country issuingAuthority fileName contentType size contentDigest uploadedAt revision submittedWith deletedAt',
    never: 'sealedDocumentNumber blobKey',
    why: 'the place of the content; the sealed number is given opened',
  }),
  forPerson(VERIFICATIONS, 'verifications, with proposed changes of the identity and their numbers (sealed)', {
    given: 'customerId verificationStatus isChange proposal',
    withheld: 'errors provider link renews',
    never: 'sealedNumber',
    why: 'errors about sanctions, fraud and criminal records are hits: the person gets the other ones; the sealed number is given opened',
  }),
  forPerson(INTERNAL_ACCOUNTS, 'accounts of the person, with their payment instructions', {
    given:
      'customerId type status currency reference fundingPaymentInstructions walletAddresses privateEnabled owner ownerType',
    withheld: 'fundingRails ownerUnderReview',
    why: 'whether the owner is under review is also true for a blocked one',
  }),
  forPerson(BALANCES, 'balances of these accounts, and what they owe the service', {
    given: 'currency available held',
  }),
  forPerson(EXTERNAL_ACCOUNTS, 'accounts outside: holder, number, bank and address', {
    given:
      'customerId owner ownerType status currency platformAccountId ownershipType defaultUmaDepositAccount trustedAt duplicateOf isDeleted ownershipProof',
    withheld: 'accountInfo beneficiaryVerificationStatus beneficiaryVerifiedName blockedAs',
    never: 'identity ownershipChallenge trustChallenge',
    why: 'accounts of other persons: the person gets the name and the last characters of the account, as a statement has them, and own accounts in full; whether the account is blocked',
  }),
  forPerson(QUOTES, 'quotes: parties, amounts, texts', {
    given:
      'status expiresAt customerId platformCustomerId source destination destinationId pulledFrom sendingCurrency receivingCurrency totalSendingAmount totalReceivingAmount exchangeRate platformFee serviceFee paymentInstructions reference paymentRail settlementSeconds transactionId description remittanceInformation purposeOfPayment paymentRequest agentId',
    withheld: 'rateBasis termsIds serviceFeeBps serviceFixedFee fundingRail rail dailyVolume uma',
    never: 'sca',
    why: "the receiving institution's data about its own customer, and how the service prices and routes; the authorization is given without its challenge",
  }),
  forPerson(TRANSACTIONS, 'payments and uses of cards: parties, counterparty, amounts, remittance text, merchant', {
    given:
      'type status direction customerId platformCustomerId source destination senderIdentifier receiverIdentifier sentAmount sentCurrency receivedAmount receivedCurrency exchangeRate fees platformFees quoteId description remittanceInformation purposeOfPayment reference paymentInstructions paymentRail expectedSettlementAt settledAt refundStatus refundReason refundInitiatedAt refundSettledAt paymentRequest agentId',
    withheld:
      'rateTerms failureReason card rail fundingRail railSelectionMode submittedAt pullSubmittedAt collectedAt cancelRequestedAt cancelReason receiptDeliveryConfirmedAt dailyVolumeId limitUse refundReference corrections spentRequest counterparty issuerToken holdEndsAt answerId',
    why: "another institution's data about its own customer, and the exchange with banks; the person gets the reason of a failure unless it is a hit (`COMPLIANCE_REJECTED`), what the network reported of a use of a card, and the names of the other side in the statement",
  }),
  ...RAIL_PLACES,
  forPerson(LOOKUPS, 'whom the person looked up', {
    given: 'receiverType receiver customerId expiresAt supportedCurrencies requiredPayerDataFields vasp',
    withheld: 'counterparty',
    why: "the receiving institution's data about its own customer",
  }),
  forPerson(
    UMA_RECEIPTS,
    'payments from other institutions: the data of the person that they received, and those of the payer (sealed)',
    {
      given:
        'status vasp accountId currency amount settlementCurrency settlementAmount expiresAt payeeData requiredFields notifiedAt',
      withheld: 'layer asset rail reference eventId askUntil paymentHash invoice isSimulated',
      never: 'travelRule',
      why: 'the travel-rule data are those of another person; the authority gets them opened',
    },
  ),
  forPerson(
    TRAVEL_RULE_TRANSFERS,
    'who sends and who receives on a chain, with addresses and numbers (sealed), as other institutions got it',
    {
      given:
        'status direction reference subject customerId hosting institution network currency amount transactionHash',
      withheld: 'connection isProven awaitedUntil answeredAt answerReason',
      never: 'sealedParties contentDigest',
      why: 'the parties are also other persons, and the answer of another institution can be a hit; the authority gets the parties opened',
    },
  ),
  forPerson(STABLECOIN_OPERATIONS, 'mints and burns of the person', {
    given:
      'stablecoinId operationType status amount netAmount source destination owner collectedFrom deliveredTo baseCurrency currency heldAmount quoteId fundingInstructions estimatedDelivery expiresAt description',
    withheld:
      'provider providerEnvironment stablecoinProviderAccountId providerStatus failureReason submittedAt limitUse',
    why: 'the exchange with the issuer',
  }),
  ...USE_PLACES,
  forPerson(EVENTS, 'what each record was when it changed (`snapshot`), also in the archive', {
    given: 'type resource available held',
    withheld: 'status queuedAt attempts deliveredAt lastError tries',
    never: 'snapshot nextAttemptAt clockOffset leaseUntil trace salt erasedDigest',
    why: 'events about blocks and exceptions; of a snapshot, the columns that the export has of its record; the delivery to the platform',
  }),
  ...INTERNAL_PLACES,
];
