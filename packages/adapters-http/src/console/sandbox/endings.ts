// Generated from the tables of the sandbox by `npm run docs:write`; do not edit.
/** A table of endings of identifiers that choose an outcome in the sandbox. */
export interface Endings {
  readonly title: string;
  /** What has the ending. */
  readonly about: string;
  readonly names: readonly [string, string];
  readonly rows: readonly (readonly [ending: string, outcome: string])[];
}

/** Every table, in the order of docs/sandbox.md. */
export const ENDINGS = {
  payoutsWithAConversion: {
    title: 'Payouts with a conversion',
    about:
      'The primary identifier of the destination account (its account number, IBAN, address and so on) decides the outcome of a payment that executes a quote.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['002', 'at once: failed (QUOTE_EXECUTION_FAILED, refund reason TRANSACTION_FAILED)'],
      ['003', 'at once: pending → after 360 s: delivered'],
      ['004', 'at once: failed (ACCOUNT_CANNOT_RECEIVE, refund reason TRANSACTION_FAILED)'],
      ['005', 'at once: delivered → after 30 s: returned in full'],
      ['006', 'at once: failed (QUOTE_EXECUTION_FAILED, refund reason USER_CANCELLATION)'],
      [
        '007',
        'at once: failed (QUOTE_EXECUTION_FAILED, refund reason TRANSACTION_FAILED; the rail keeps the money, so the refund fails)',
      ],
      ['008', 'at once: delivered → after 30 s: returned with one percent less'],
      ['009', 'at once: delivered → after 30 s: returned with more than was sent'],
      ['any other', 'at once: delivered'],
    ],
  },
  transfersOut: {
    title: 'Transfers out',
    about: 'The primary identifier of the destination account decides the outcome of a transfer in one currency.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['002', 'at once: failed (QUOTE_EXECUTION_FAILED, refund reason TRANSACTION_FAILED)'],
      ['003', 'at once: failed (ACCOUNT_INVALID, refund reason TRANSACTION_FAILED)'],
      ['004', 'at once: failed (ACCOUNT_CANNOT_RECEIVE, refund reason TRANSACTION_FAILED)'],
      ['005', 'at once: pending → after 30 s: failed (QUOTE_EXECUTION_FAILED, refund reason TRANSACTION_FAILED)'],
      ['008', 'at once: delivered → after 30 s: returned with one percent less'],
      ['009', 'at once: delivered → after 30 s: returned with more than was sent'],
      ['any other', 'at once: delivered'],
    ],
  },
  pulls: {
    title: 'Pulls',
    about:
      'The primary identifier of the account that pays decides the outcome of a collection, for a transfer in or for a quote.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['002', 'at once: failed (INSUFFICIENT_FUNDS)'],
      ['003', 'at once: failed (ACCOUNT_CLOSED)'],
      ['004', 'at once: failed (REJECTED)'],
      ['005', 'at once: pending → after 30 s: failed (TIMED_OUT)'],
      ['008', 'at once: collected → after 30 s: returned'],
      ['any other', 'at once: collected'],
    ],
  },
  refunds: {
    title: 'Refunds',
    about: 'When a rail sends money back to its sender, the account of the sender decides the outcome.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['008', 'at once: pending → after 30 s: completed'],
      ['009', 'at once: pending → after 30 s: failed'],
      ['any other', 'at once: completed'],
    ],
  },
  verificationOfTheBeneficiary: {
    title: 'Verification of the beneficiary',
    about:
      "The primary identifier of a new bank account decides the outcome of the name check, the account's beneficiaryVerificationStatus.",
    names: ['Ending', 'Outcome'],
    rows: [
      ['102', 'NOT_MATCHED'],
      ['103', 'PARTIAL_MATCH'],
      ['104', 'PENDING'],
      ['105', 'the request is refused with INVALID_BANK_ACCOUNT'],
      ['106', 'UNSUPPORTED'],
      ['107', 'CHECKED_BY_RECEIVING_FI'],
      ['any other', 'MATCHED'],
    ],
  },
  kycAndKyb: {
    title: 'KYC and KYB',
    about:
      'The full name of a person, the last name of a beneficial owner, or the registration number of a business decides the outcome of a verification.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['001', 'waits until an operator decides with corridor kyc decide'],
      ['002', 'rejected'],
      ['003', 'a document must be replaced (POOR_QUALITY_DOCUMENT); then approved'],
      ['any other', 'approved'],
    ],
  },
  livenessChecks: {
    title: 'Liveness checks',
    about:
      "The customer's full name decides the verdict of the liveness check that resets a lost factor of strong customer authentication.",
    names: ['Ending', 'Verdict'],
    rows: [
      ['001', 'REVIEW'],
      ['002', 'REJECTED'],
      ['any other', 'PASSED'],
    ],
  },
  documents: {
    title: 'Documents',
    about: 'The documentNumber decides whether an uploaded document is accepted.',
    names: ['Ending', 'Error code'],
    rows: [
      ['002', 'SUSPECTED_FRAUD'],
      ['003', 'LOW_QUALITY'],
      ['004', 'DATA_MISMATCH'],
      ['005', 'EXPIRED'],
      ['006', 'INCOMPLETE'],
      ['any other', 'accepted'],
    ],
  },
  oneTimeCodes: {
    title: 'One-time codes',
    about: 'The sandbox sends the same code every time.',
    names: ['Purpose', 'Code'],
    rows: [
      ["Verification of the customer's email", '123456'],
      ["Verification of the customer's phone", '123456'],
      ['Strong customer authentication by SMS', '123456'],
      ['Strong customer authentication by authenticator app', '123456, or the code of the app'],
      ['Login to an embedded wallet by email or SMS', '000000'],
    ],
  },
  emailAddressesOfWallets: {
    title: 'Email addresses of wallets',
    about: 'The new email address of a customer decides whether the EMAIL_OTP credential of its wallet moves to it.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['009', 'the signed change is refused with EMAIL_OTP_CREDENTIAL_SYNC_FAILED'],
      ['any other', 'the credential moves to the new address'],
    ],
  },
  cardOrders: {
    title: 'Card orders',
    about: 'The platformCardId decides the outcome of a card order.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['001', 'stays in PROCESSING'],
      ['002', 'rejected'],
      ['005', 'issued after 30 s'],
      ['any other', 'issued at once'],
    ],
  },
  cardSpending: {
    title: 'Card spending',
    about: "The ending of the merchant's descriptor decides the outcome of a card authorization.",
    names: ['Ending', 'Outcome'],
    rows: [
      ['002', 'declined (INSUFFICIENT_FUNDS)'],
      ['003', 'declined (CARD_PAUSED)'],
      ['005', 'approved; the funding source confirms the pull after 30 s'],
      ['006', 'approved; the pull from the funding source fails'],
      ['any other', 'approved if the funding source covers the amount'],
    ],
  },
  stablecoinProviderAccounts: {
    title: 'Stablecoin provider accounts',
    about: 'The apiClientId decides whether the issuer accepts the linked account.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['002', 'the link is refused: STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
      ['003', 'the link is accepted; its first use is refused: STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
      ['004', 'the link is accepted; its first use is refused: STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
      ['any other', 'accepted'],
    ],
  },
  stablecoinRegistration: {
    title: 'Stablecoin registration',
    about: 'The networkTokenIdentifier decides how a registered token is issued.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['001', 'at once: PENDING_REVIEW → after 10 s: PROVISIONING → after 30 s: PROVISIONED'],
      ['002', 'at once: PENDING_REVIEW → after 30 s: REJECTED'],
      ['003', 'the issuer does not know the token: refused with INVALID_INPUT'],
      ['004', 'at once: PROVISIONING → after 30 s: FAILED'],
      ['any other', 'at once: PROVISIONED'],
    ],
  },
  mintsAndBurns: {
    title: 'Mints and burns',
    about:
      'The bank account of an order decides its outcome; for an order without one, the providerTokenIdentifier does.',
    names: ['Ending', 'Outcome'],
    rows: [
      ['002', 'at once: failed (PROVIDER_REJECTED)'],
      ['003', 'at once: pending → after 360 s: completed'],
      ['004', 'at once: processing → after 30 s: failed (PROVIDER_FAILED)'],
      ['005', 'at once: pending → after 10 s: processing → after 30 s: completed'],
      ['006', 'never funded: expires after 24 hours'],
      ['any other', 'at once: pending → after 1 s: completed'],
    ],
  },
  umaReceivers: {
    title: 'UMA receivers',
    about:
      'The sandbox has an institution of its own, sandbox.uma.money. The name of the receiver decides the outcome of a payment.',
    names: ['UMA address', 'Outcome'],
    rows: [
      ['$success.usd@sandbox.uma.money', 'completed'],
      ['$pending.long.usd@sandbox.uma.money', 'pending for 360 s, then completed'],
      ['$fail.compliance.usd@sandbox.uma.money', 'failed (COMPLIANCE_REJECTED)'],
    ],
  },
} as const satisfies Readonly<Record<string, Endings>>;
