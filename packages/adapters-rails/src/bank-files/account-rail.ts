import { type Environment, type Instant, plusSeconds, toIso } from '@corridor/core';
import { ibanNotation, instructionRails, PAYMENT_ACCOUNTS } from '@corridor/core/internal';
import {
  accountField,
  type FundingRefund,
  type FundingRequest,
  type PayoutFailure,
  type PayoutInstruction,
  type PayoutStatus,
  type Rail,
  type RailRefundStatus,
} from '@corridor/core/ports';
import type { AccountInfo, PaymentInstruction } from '@corridor/core/records';
import { isIban } from '../accounts/bank-numbers.js';
import { BIC } from '../iso20022/bic.js';
import type { BankMessages } from '../iso20022/index.js';
import type { CreditTransferScheme, PostalAddress } from '../iso20022/messages.js';
import { purposeCodeOf } from '../iso20022/purposes.js';
import { executionDate, localInstant } from '../iso20022/target-calendar.js';
import { type BankAccount, type BankFilesEntry, EUR, LARGEST_TRANSFER } from './entry.js';
import { transferOf } from './file-records.js';
import { payoutStatusOf, refundStatusOf } from './payment-status.js';
import type { NewPayment, Payments } from './payments.js';
import { isInReach, isPayable } from './sepa-reach.js';

export interface AccountRailPorts {
  readonly name: string;
  readonly environment: Environment;
  readonly entry: BankFilesEntry;
  readonly account: BankAccount;
  readonly payments: Payments;
  readonly messages: () => Promise<BankMessages>;
  /** Throws if the rail may not be used, because its account is another one than before. */
  readonly ready: () => Promise<void>;
}

const DAY_SECONDS = 86_400;
const INSTANT_SECONDS = 10;

/** The rail of one account: SEPA credit transfers out of it, and money that payers send to it. */
export function accountRail(ports: AccountRailPorts): Rail {
  const { name, environment, entry, payments, ready } = ports;

  async function deliver(instruction: PayoutInstruction): Promise<PayoutStatus> {
    await ready();
    const known = await payments.get(instruction.reference);
    if (known !== null) return payoutStatusOf(known);
    const payment = payoutOf(ports, instruction);
    const reason = await unpayable(ports, payment, instruction.submittedAt);
    if (reason !== null) return { state: 'failed', reason, refundReason: 'TRANSACTION_FAILED', refundable: true };
    return payoutStatusOf(await payments.submit(payment));
  }

  return {
    name,
    environment,
    simulated: false,
    capabilities: {
      accountTypes: ['EUR_ACCOUNT'],
      currencies: [EUR],
      paymentRails: entry.paymentRails,
      push: true,
      pull: false,
      pullsFrom: [],
      receive: true,
      followsWallets: false,
      cancellable: true,
      settlementSeconds: entry.paymentRails.includes('SEPA') ? DAY_SECONDS : INSTANT_SECONDS,
    },
    payouts: {
      submit: deliver,
      // A payment that is not stored is stored now: core has submitted it.
      status: deliver,
      cancel: async (instruction) => {
        await ready();
        return (await payments.cancel(payoutOf(ports, instruction))) ? 'cancelled' : 'too-late';
      },
      lookUp: async (account) => {
        const iban = ibanOf(account);
        return isIban(iban) && isInReach(iban, entry) ? 'reachable' : 'unreachable';
      },
      settlesAt: (paymentRail, submittedAt) => settlesAt(entry, schemeOf(entry, paymentRail), submittedAt),
      isPayable: (account, paymentRail, submittedAt) =>
        isPayable(ibanOf(account), entry, schemeOf(entry, paymentRail), dayOf(submittedAt)),
    },
    pulls: null,
    funding: {
      networks: (currency) => (currency === EUR ? [null] : []),
      addressSpace: null,
      instructions: (request) => instructionsOf(ports.account, request),
      refund: async (refund, now) => {
        await ready();
        return sendBack(ports, refund, now);
      },
    },
    networkFees: null,
  };
}

function schemeOf({ paymentRails }: BankFilesEntry, paymentRail: string | null): CreditTransferScheme {
  if (paymentRail === 'SEPA' || paymentRail === 'SEPA_INSTANT') return paymentRail;
  return paymentRails[0]!;
}

const LAST_MINUTE = '23:59';

/**
 * An instant payment settles when its file is sent. Another one settles on its execution date, of which the bank reports
 * by the end of the day.
 */
function settlesAt(
  { timeZone, cutOff, batch }: BankFilesEntry,
  scheme: CreditTransferScheme,
  submittedAt: Instant,
): Instant {
  const { everySeconds, minPayments, waitSeconds } = batch;
  const filedAt = plusSeconds(submittedAt, everySeconds);
  // Other payments do not wait beyond the cut-off.
  if (scheme === 'SEPA_INSTANT') {
    return plusSeconds(filedAt, INSTANT_SECONDS + (minPayments === 1 ? 0 : waitSeconds));
  }
  return localInstant(executionDate({ now: filedAt, timeZone, cutOff, scheme }), LAST_MINUTE, timeZone);
}

function payoutOf(
  { name, entry, account }: AccountRailPorts,
  { reference, account: payee, amount, paymentRail, purposeOfPayment, remittanceInformation }: PayoutInstruction,
): NewPayment {
  return {
    kind: 'payout',
    ...{ reference, amount, rail: name, iban: account.iban },
    scheme: schemeOf(entry, paymentRail),
    purposeCode: purposeCodeOf(purposeOfPayment),
    creditor: {
      name: nameOf(payee),
      iban: ibanOf(payee),
      bic: bicOf(payee),
      address: addressOf(payee),
    },
    remittanceText: remittanceInformation,
  };
}

const ibanOf = (account: AccountInfo): string => ibanNotation(accountField(account, 'iban') ?? '');

function nameOf({ beneficiary, ...account }: AccountInfo): string {
  const named = [beneficiary?.['fullName'], beneficiary?.['legalName'], account['accountHolderName']];
  return named.find((name): name is string => typeof name === 'string') ?? '';
}

/** SEPA needs no BIC, so that one of another form is left out. */
function bicOf(account: AccountInfo): string | null {
  const bic = accountField(account, 'swiftCode')?.toUpperCase() ?? null;
  return bic !== null && BIC.test(bic) ? bic : null;
}

function addressOf({ beneficiary }: AccountInfo): PostalAddress | null {
  const address = beneficiary?.address;
  const country = address?.country ?? beneficiary?.['countryOfResidence'];
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return null;
  return {
    country,
    townName: address?.city ?? null,
    postCode: address?.postalCode || null,
    street: address?.line1 ?? null,
    secondLine: address?.line2 ?? null,
    buildingNumber: null,
    subdivision: address?.state ?? null,
  };
}

const dayOf = (at: Instant): string => toIso(at).slice(0, 10);

/** Why no bank would take the payment; null if one would. */
async function unpayable(
  { entry, messages }: AccountRailPorts,
  payment: NewPayment,
  submittedAt: Instant,
): Promise<PayoutFailure | null> {
  if (payment.amount > LARGEST_TRANSFER) return 'LIMIT_EXCEEDED';
  if (!isPayable(payment.creditor.iban, entry, payment.scheme, dayOf(submittedAt))) return 'ACCOUNT_INVALID';
  const { invalidInCreditTransfer } = await messages();
  // Ids are drawn when the payment is stored.
  const ids = { instructionId: 'x', endToEndId: 'x', uetr: '00000000-0000-4000-8000-000000000000' };
  return invalidInCreditTransfer(transferOf({ ...payment, ...ids })) === null ? null : 'ACCOUNT_INVALID';
}

const EUR_ACCOUNT = PAYMENT_ACCOUNTS.find(({ type }) => type === 'EUR_ACCOUNT')!;

/** The account with the reference of the payer, which must arrive with the money. */
function instructionsOf(
  { iban, bic }: BankAccount,
  { currency, reference, cryptoNetwork }: FundingRequest,
): readonly PaymentInstruction[] | null {
  if (currency !== EUR || cryptoNetwork !== null) return null;
  return [
    {
      instructionsNotes: `Put ${reference} into the remittance information of the payment.`,
      isPlatformAccount: null,
      accountOrWalletInfo: {
        accountType: 'EUR_ACCOUNT',
        paymentRails: instructionRails(EUR_ACCOUNT),
        iban,
        ...(bic !== null && { swiftCode: bic }),
        reference,
      },
    },
  ];
}

/** SEPA demands a name; not every bank reports the one of the sender. */
const UNNAMED = 'Sender of the payment';

/** Sends received money back to the IBAN that its entry named, out of the account that received it. */
async function sendBack(
  ports: AccountRailPorts,
  { reference, amount, arrival }: FundingRefund,
  now: Instant,
): Promise<RailRefundStatus> {
  const known = await ports.payments.get(reference);
  if (known !== null) return refundStatusOf(known);
  const { name, entry, account, payments } = ports;
  const remitter = arrival?.remitter ?? null;
  const valueDate = arrival?.valueDate ?? null;
  const iban = ibanNotation(remitter?.account ?? '');
  if (!isIban(iban) || !isInReach(iban, entry))
    return { state: 'failed', reason: 'the account of the sender is not an IBAN of SEPA' };
  const own = [...entry.accounts.map((each) => each.iban), ...entry.ownAccounts];
  if (own.includes(iban)) return { state: 'failed', reason: 'the sender is an account of the service' };
  const payment: NewPayment = {
    kind: 'refund',
    ...{ reference, amount, rail: name, iban: account.iban },
    scheme: schemeOf(entry, null),
    purposeCode: null,
    creditor: { name: remitter?.name ?? UNNAMED, iban, bic: null, address: null },
    remittanceText: valueDate === null ? 'Return of your payment' : `Return of your payment of ${valueDate}`,
  };
  const { sepaText } = await ports.messages();
  const isNamed = sepaText(payment.creditor.name, 70) !== null;
  const named = isNamed ? payment : { ...payment, creditor: { ...payment.creditor, name: UNNAMED } };
  const failure = await unpayable(ports, named, now);
  if (failure !== null) return { state: 'failed', reason: `the money cannot be sent back: ${failure}` };
  return refundStatusOf(await payments.submit(named));
}
