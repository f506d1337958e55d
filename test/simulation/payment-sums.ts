import type { RailAnswers } from './rail-answers.js';
import type { Unit } from './transitions.js';

type Row = Readonly<Record<string, unknown>>;
type Leg = 'FUNDING' | 'DELIVERY';

/** What all entries about one payment or deposit have moved, by what they moved. */
interface Sums {
  /** By leg and currency: what the clearing accounts of rails received (negative) and paid (positive). */
  readonly outside: Map<string, bigint>;
  /** By currency. */
  readonly loss: Map<string, bigint>;
  readonly ownFunds: Map<string, bigint>;
  /** By account and currency: money that waited in transit or in suspense, and that operators gave to the service. */
  readonly kept: Map<string, bigint>;
  /** By currency: what banks took back of their own accord, and what was refunded. Both can be true of the same money. */
  readonly takenBack: Map<string, bigint>;
  readonly refunded: Map<string, bigint>;
  /** By currency: what banks kept of money that came back. It does not count as paid out. */
  readonly charged: Map<string, bigint>;
  isFundingLost: boolean;
}

const noSums = (): Sums => ({
  outside: new Map(),
  loss: new Map(),
  ownFunds: new Map(),
  kept: new Map(),
  takenBack: new Map(),
  refunded: new Map(),
  charged: new Map(),
  isFundingLost: false,
});

/**
 * What the postings say about each payment and deposit, without the records of what operators decided: no more goes back
 * to a payer than came, no more comes or is paid out than there is, and the service gains nothing.
 */
export interface PaymentSums {
  /** Returns findings about the payments and deposits that the unit moved money of. */
  committed(unit: Unit): readonly string[];
}

const OF_DELIVERY: readonly unknown[] = ['SETTLEMENT', 'SETTLEMENT_REVERSAL', 'BANK_CHARGE'];
const BY_BANK: readonly unknown[] = ['FUNDING_LOST', 'DEPOSIT_REVERSAL'];
const AS_REFUND: readonly unknown[] = ['FUNDING_REFUND', 'SUSPENSE_RETURN', 'REFUND_BOUNCED'];
const BY_OPERATOR: readonly unknown[] = ['EXCEPTION_PAID_ELSEWHERE', 'EXCEPTION_WRITTEN_OFF'];
const AS_PAID: readonly unknown[] = ['ADJUSTED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'];
/** The references of contradictions about refunds and returns of deposits that a rail reports as sent. */
const SENT_BACK = /^Refund:.* completed( \(rest\))?$|^Deposit:/;
const PAYMENTS: readonly unknown[] = ['OUTGOING', 'INCOMING'];

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void =>
  void sums.set(key, (sums.get(key) ?? 0n) + amount);

export function createPaymentSums(answers: RailAnswers): PaymentSums {
  const exceptions = new Map<string, Row>();
  /** Transactions and deposits. */
  const subjects = new Map<string, Row>();
  /** By subject. */
  const arrived = new Map<string, bigint>();
  /** By entry: its cause. */
  const causes = new Map<string, string>();
  /** By the payment as which a deposit was credited: the deposit. A later reversal is booked on the payment. */
  const credited = new Map<string, string>();
  const all = new Map<string, Sums>();

  const depositOf = (subject: string): string => credited.get(subject) ?? subject;

  /** The payment or deposit that an entry is about. A debt is about the payment whose entry made it. */
  function subjectOf(cause: string): string {
    const exception = exceptions.get(cause);
    if (exception === undefined) return depositOf(cause);
    if (exception['kind'] !== 'RECEIVABLE_OVERDUE') return depositOf(String(exception['subject']));
    const owed = causes.get(String(exception['reference']).replace(/\/\d+$/, ''));
    return owed === undefined ? cause : subjectOf(owed);
  }

  function sumsOf(subject: string): Sums {
    const sums = all.get(subject) ?? noSums();
    all.set(subject, sums);
    return sums;
  }

  function legOf({ kind, cause }: Row): Leg {
    const exception = exceptions.get(String(cause));
    if (exception !== undefined) return exception['leg'] === 'DELIVERY' ? 'DELIVERY' : 'FUNDING';
    return OF_DELIVERY.includes(kind) ? 'DELIVERY' : 'FUNDING';
  }

  /** What operators booked as paid because a rail reported money as sent that it had not to send; not more than was paid. */
  function sentAgain(subject: string, leg: Leg, currency: string, paid: bigint): bigint {
    const reported = [...exceptions.values()].filter(
      (one) =>
        depositOf(String(one['subject'])) === subject &&
        one['currency'] === currency &&
        one['direction'] === 'OUT' &&
        AS_PAID.includes(one['resolution']) &&
        (leg === 'DELIVERY' ? one['leg'] === 'DELIVERY' : SENT_BACK.test(String(one['reference']))),
    );
    const most = reported.reduce((sum, { amount }) => sum + (amount as bigint), 0n);
    return larger(0n, smaller(most, paid));
  }

  /** Adds the lines of one entry. */
  function addEntry(lines: readonly Row[]): string {
    const { entryId, cause, kind } = lines[0]!;
    causes.set(String(entryId), String(cause));
    const subject = subjectOf(String(cause));
    const sums = sumsOf(subject);
    if (kind === 'FUNDING_LOST') sums.isFundingLost = true;
    const waited = lines.some(
      ({ account, amount }) => /^(?:in-transit|suspense):/.test(String(account)) && (amount as bigint) < 0n,
    );
    for (const line of lines) {
      const currency = String(line['currency']);
      const amount = line['amount'] as bigint;
      const account = /^(clearing|loss|own-funds):/.exec(String(line['account']))?.[1];
      if (account === 'clearing') add(sums.outside, `${legOf(line)} ${currency}`, amount);
      if (account === 'clearing' && kind === 'BANK_CHARGE') add(sums.charged, currency, amount);
      if (account === 'clearing' && BY_BANK.includes(kind)) add(sums.takenBack, currency, amount);
      if (account === 'clearing' && AS_REFUND.includes(kind)) add(sums.refunded, currency, amount);
      if (account === 'loss') add(sums.loss, currency, amount);
      if (account === 'own-funds') add(sums.ownFunds, currency, amount);
      if (account !== undefined && waited && BY_OPERATOR.includes(kind))
        add(sums.kept, `${account} ${currency}`, amount);
    }
    return subject;
  }

  function inspect(subject: string): readonly string[] {
    const record = subjects.get(subject);
    const sums = all.get(subject);
    if (record === undefined || sums === undefined) return [];
    const { loss, ownFunds, outside, kept, isFundingLost } = sums;
    const limits: Limit[] = [];
    for (const [currency, amount] of loss) {
      const most = isFundingLost ? 0n : (kept.get(`loss ${currency}`) ?? 0n);
      limits.push({ amount, most, what: `${currency} were gained in loss` });
    }
    for (const [currency, amount] of ownFunds) {
      const most = kept.get(`own-funds ${currency}`) ?? 0n;
      limits.push({ amount, most, what: `${currency} were gained in own funds` });
    }
    for (const [key, amount] of outside) {
      const [leg, currency] = key.split(' ') as [Leg, string];
      const own = amount - sentAgain(subject, leg, currency, amount);
      limits.push(
        ...(leg === 'FUNDING'
          ? fundingLimits(sums, currency, own, fundedOf(record, currency, arrived.get(subject) ?? 0n))
          : deliveryLimits(sums, currency, own, deliveredOf(record, currency), answers.returned('payout', subject))),
      );
    }
    return limits
      .filter((limit) => limit.amount > limit.most)
      .map(
        (limit) =>
          `the postings of ${subject} say that ${limit.amount} ${limit.what}, which is more than ${limit.most}`,
      );
  }

  return {
    committed({ writes }) {
      const entries = new Map<unknown, Row[]>();
      for (const { kind, before, after } of writes) {
        const id = String(after['id']);
        if (kind === 'exceptions') exceptions.set(id, after);
        if (kind === 'transactions' || kind === 'deposits') subjects.set(id, after);
        if (kind === 'deposits' && typeof after['creditedAs'] === 'string')
          credited.set(after['creditedAs'], String(after['id']));
        if (kind === 'arrivals')
          arrived.set(String(after['transactionId'] ?? after['depositId']), after['amount'] as bigint);
        if (kind !== 'postings' || before !== null) continue;
        entries.set(after['entryId'], [...(entries.get(after['entryId']) ?? []), after]);
      }
      const moved = new Set([...entries.values()].map(addEntry));
      return [...moved].flatMap(inspect);
    },
  };
}

/** An amount, and the most that it may be. */
interface Limit {
  readonly amount: bigint;
  readonly most: bigint;
  readonly what: string;
}

function fundingLimits(
  { takenBack, refunded }: Sums,
  currency: string,
  amount: bigint,
  whole: bigint | null,
): readonly Limit[] {
  if (whole === null) return [];
  const twice = smaller(takenBack.get(currency) ?? 0n, refunded.get(currency) ?? 0n);
  return [
    { amount, most: twice, what: `${currency} went back beyond what came` },
    { amount: -amount, most: whole, what: `${currency} came` },
  ];
}

/** `back` is the most that a rail said to have come back by one return. */
function deliveryLimits(
  { charged }: Sums,
  currency: string,
  amount: bigint,
  whole: bigint | null,
  back: bigint,
): readonly Limit[] {
  if (whole === null) return [];
  const more = larger(back - whole, 0n);
  return [
    { amount: amount - (charged.get(currency) ?? 0n), most: whole, what: `${currency} were paid out` },
    { amount: -amount, most: more, what: `${currency} came back beyond what was paid out` },
  ];
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** What a payment delivers; null for what is delivered otherwise, such as by another institution. */
function deliveredOf({ type, receivedCurrency, receivedAmount, rateTerms }: Row, currency: string): bigint | null {
  const settlement = (rateTerms as { readonly settlement?: unknown } | null)?.settlement ?? null;
  if (type !== 'OUTGOING' || settlement !== null || receivedCurrency !== currency) return null;
  return receivedAmount as bigint;
}

/** What comes for a payment or deposit; null for what comes otherwise, such as by card or from another institution. */
function fundedOf(record: Row, currency: string, came: bigint): bigint | null {
  const { type, source, currency: ofDeposit, amount } = record;
  if (type === undefined) return ofDeposit === currency ? (amount as bigint) : null;
  const isOfInstitution = (source as { readonly sourceType?: unknown } | null)?.sourceType === 'UMA_ADDRESS';
  if (!PAYMENTS.includes(type) || isOfInstitution) return null;
  if ((record['sentCurrency'] ?? record['receivedCurrency']) !== currency) return null;
  return larger(((record['sentAmount'] ?? record['receivedAmount']) as bigint | null) ?? 0n, came);
}
