import type { BookingMessage, Rails } from '../accounts/index.js';
import type { CardConnection } from '../cards/index.js';
import {
  type Context,
  type CurrencyCode,
  domainError,
  err,
  type FieldError,
  invalidFields,
  isHouse,
  newRecord,
  ok,
  type PreparedUseCase,
  type Result,
  splitTenant,
  type Tx,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { chart, type Line, post, sumPositions } from '../ledger/index.js';
import { isLedgerCurrency, MAX_COMPUTED } from '../money/index.js';
import { operatorText, type Planned } from '../operators/index.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { BOOKED_BY_HAND, type Booking, BOOKING_ENTRY, type BookingKind, BOOKINGS } from './booking.js';
import { addOutsidePayment, valueDateError } from './outside-payment.js';
import { exceedsOwnMoney, type Funds, fundsBesides } from './own-money.js';
import { bookedLines, type SignedBy, type TreasuryPorts } from './resolve-exception.js';

export interface BookTreasury {
  readonly kind: BookingKind;
  readonly reference: string;
  readonly rail: string;
  readonly currency: string;
  readonly amount: bigint;
  /** The bought side of a trade; of a transfer, only the rail that it reaches. */
  readonly boughtRail?: string | undefined;
  readonly boughtCurrency?: string | undefined;
  readonly boughtAmount?: bigint | undefined;
  /**
   * The value date at the bank, YYYY-MM-DD; of a withdrawal, a charge or a trade only, and required if it takes more than
   * the service's own money.
   */
  readonly valueDate?: string | undefined;
  readonly note?: string | undefined;
}

/** A booking with the service's funds apart from what bookings by hand took; null outside of the house tenant. */
export interface PreparedBooking extends BookTreasury {
  readonly besides: Funds | null;
}

/** The stored form: null for absent fields. */
interface RecordedBooking extends Pick<BookTreasury, 'kind' | 'reference' | 'rail' | 'currency' | 'amount'> {
  readonly boughtRail: string | null;
  readonly boughtCurrency: string | null;
  readonly boughtAmount: bigint | null;
  readonly valueDate: string | null;
  readonly note: string | null;
}

const recorded = (input: BookTreasury): RecordedBooking => ({
  kind: input.kind,
  reference: input.reference,
  rail: input.rail,
  currency: input.currency,
  amount: input.amount,
  boughtRail: input.boughtRail ?? null,
  boughtCurrency: input.boughtCurrency ?? null,
  boughtAmount: input.boughtAmount ?? null,
  valueDate: input.valueDate ?? null,
  note: input.note ?? null,
});

type BookPorts = TreasuryPorts & {
  readonly rails: Rails;
  /** Whose clearing accounts hold money of the service, too. */
  readonly processors: readonly Processor[];
  readonly units: UnitOfWork;
};

/** A card processor. */
type Processor = Pick<CardConnection, 'name' | 'environment'>;

/** Reads outside of the unit what other tenants' entries have made of the service's own money. */
const preparedBy =
  ({ units }: BookPorts) =>
  async <I extends BookTreasury>({ tenant }: Context, input: I): Promise<Result<I & PreparedBooking>> => {
    if (!isHouse(tenant)) return ok({ ...input, besides: null });
    const of = { environment: splitTenant(tenant).environment, currency: input.currency };
    return ok({ ...input, besides: fundsBesides(await sumPositions(units), of) });
  };

/**
 * What a booking is about to move. One that takes more than the service's own money needs a second operator, and its
 * value date. 403 FORBIDDEN in any tenant but the house tenant; 400 INVALID_INPUT with every invalid field; 409
 * CONFLICT if the reference was booked before.
 */
export const planBooking = (ports: BookPorts): PreparedUseCase<BookTreasury, PreparedBooking, Planned> => ({
  prepare: preparedBy(ports),
  async finish(tx, ctx, asked) {
    const planned = await plan(tx, ctx, ports, asked);
    return planned.ok ? ok(planned.value.planned) : planned;
  },
});

/** Books a movement of the service's own money with an entry in the house tenant. The errors of `planBooking`. */
export const bookTreasury = (
  ports: BookPorts,
): PreparedUseCase<BookTreasury & SignedBy, PreparedBooking & SignedBy, Booking> => ({
  prepare: preparedBy(ports),
  async finish(tx, ctx, { by, approvedBy = null, ...asked }) {
    const planned = await plan(tx, ctx, ports, asked);
    if (!planned.ok) return planned;
    const unit = { tx, ctx, ids: ports.ids };
    const booking = add(unit, recorded(asked), operatorText(by), approvedBy === null ? null : operatorText(approvedBy));
    if (planned.value.exceeds) {
      const { id: cause, rail, reference, currency, amount, bookedBy, approvedBy: second } = booking;
      const payment = { cause, rail, reference, currency, amount, bookedBy, approvedBy: second };
      addOutsidePayment(unit, { ...payment, valueDate: booking.valueDate!, isOnRail: true });
    }
    return ok(booking);
  },
});

interface Plan {
  readonly planned: Planned;
  /** Whether it takes more than the service's own money. */
  readonly exceeds: boolean;
}

async function plan(
  tx: Tx,
  ctx: Context,
  { rails, processors }: BookPorts,
  asked: PreparedBooking,
): Promise<Result<Plan>> {
  const input = recorded(asked);
  const { environment } = splitTenant(ctx.tenant);
  if (!isHouse(ctx.tenant)) return err('FORBIDDEN', "the service's own money is booked in the house tenant only");
  const places = [...rails.all, ...processors].filter((place) => place.environment === environment);
  const errors = errorsOf(
    input,
    places.map(({ name }) => name),
  );
  if (errors.length > 0) return invalidFields([...errors, ...dateErrors(ctx, input, false)]);
  const booked = { ...input, tenant: ctx.tenant } as Pick<Booking, keyof RecordedBooking | 'tenant'>;
  const lines = bookingLines(booked);
  const exceeds = asked.besides !== null && (await exceedsOwnMoney(tx, ctx, asked.besides, booked.currency, lines));
  const late = dateErrors(ctx, input, exceeds);
  if (late.length > 0) return invalidFields(late);
  const earlier = await tx.find(BOOKINGS, 'reference', [input.rail, input.reference]);
  if (earlier !== null)
    return err(
      'CONFLICT',
      `the reference ${input.reference} was booked before as ${earlier.id}; use another reference for another movement`,
    );
  const planned: Planned = {
    subject: `${input.rail}/${input.reference}`,
    before: null,
    moves: movesOf(input),
    books: bookedLines(lines),
    ...(exceeds && { approval: 'always' as const }),
  };
  return ok({ planned, exceeds });
}

/** What takes money from the service has a value date. */
const DATED: readonly BookingKind[] = ['WITHDRAWAL', 'CHARGE', 'TRADE'];

function dateErrors(ctx: Context, { kind, valueDate }: RecordedBooking, exceeds: boolean): readonly FieldError[] {
  if (valueDate === null && !exceeds) return [];
  if (valueDate === null) {
    const because = `the ${kind.toLowerCase()} takes more than the service's own money`;
    return [{ field: 'valueDate', message: `is required, because ${because}` }];
  }
  if (!DATED.includes(kind))
    return [{ field: 'valueDate', message: 'is allowed for withdrawals, charges and trades only' }];
  return valueDateError(ctx, valueDate);
}

/** The name that stands for the rail itself as the one who booked. */
const REPORTED_BY = 'reported by the rail';

/** Books a movement that a rail reports. */
export function bookReported(
  unit: Unit,
  { rail, messageId, booking, currency, amount, note, worth, to }: BookingMessage,
): Booking {
  const input = recorded({
    kind: booking,
    reference: messageId,
    rail,
    currency,
    amount,
    boughtRail: to,
    boughtCurrency: worth?.currency,
    boughtAmount: worth?.amount,
    note: note ?? undefined,
  });
  return add(unit, input, REPORTED_BY, null);
}

const movesOf = ({ currency, amount, boughtCurrency, boughtAmount }: RecordedBooking): Planned['moves'] => [
  { currency: currency as CurrencyCode, amount },
  ...(boughtAmount === null ? [] : [{ currency: boughtCurrency as CurrencyCode, amount: boughtAmount }]),
];

const TWICE = domainError('CONFLICT', 'the reference was booked meanwhile; use another reference for another movement');

function add(
  unit: Unit,
  { currency, boughtCurrency, ...input }: RecordedBooking,
  bookedBy: string,
  approvedBy: string | null,
): Booking {
  const { tx, ctx, ids } = unit;
  const booking: Booking = {
    ...input,
    currency: currency as CurrencyCode,
    boughtCurrency: boughtCurrency as CurrencyCode | null,
    bookedBy,
    approvedBy,
    ...newRecord(ids.next('Booking'), ctx),
  };
  tx.add(BOOKINGS, booking, { conflicts: { reference: TWICE } });
  post(unit, { kind: BOOKING_ENTRY[booking.kind], cause: booking.id, lines: bookingLines(booking) }, NEVER_SHORT);
  return booking;
}

/**
 * The lines of a booking's entry. A trade takes the sold currency from `fx` and the bank, and adds the bought one to
 * both.
 */
export function bookingLines(booking: Pick<Booking, keyof RecordedBooking | 'tenant'>): readonly Line[] {
  const { kind, tenant, rail, currency, amount, boughtRail, boughtCurrency, boughtAmount } = booking;
  const { environment } = splitTenant(tenant);
  const outside = chart.clearing(environment, rail, currency);
  const move = (from: Line['account'], to: Line['account'], by = amount): readonly Line[] => [
    { account: from, amount: -by },
    { account: to, amount: by },
  ];
  switch (kind) {
    case 'TOP_UP':
      return move(outside, chart.ownFunds(environment, currency));
    case 'WITHDRAWAL':
      return move(chart.ownFunds(environment, currency), outside);
    case 'CHARGE':
      return move(chart.bankCharges(environment, currency), outside);
    case 'INTEREST':
      return move(outside, chart.revenue(environment, currency));
    case 'NETWORK_FEE':
      return [
        ...move(chart.fx(environment, currency), outside),
        ...move(chart.networkFees(environment, boughtCurrency!), chart.fx(environment, boughtCurrency!), boughtAmount!),
      ];
    case 'TRANSFER':
      return move(chart.clearing(environment, boughtRail!, currency), outside);
    case 'TRADE': {
      const bought = chart.clearing(environment, boughtRail!, boughtCurrency!);
      return [
        ...move(chart.fx(environment, currency), outside),
        ...move(bought, chart.fx(environment, boughtCurrency!), boughtAmount!),
      ];
    }
  }
}

const MAX_TEXT = 140;

/** One side of a booking. */
interface Leg {
  readonly rail: string | null;
  readonly currency: string | null;
  readonly amount: bigint | null;
}

/** The fields of the sides. */
const SOLD = { rail: 'rail', currency: 'currency', amount: 'amount' } as const;
const BOUGHT = { rail: 'boughtRail', currency: 'boughtCurrency', amount: 'boughtAmount' } as const;

function errorsOf(input: RecordedBooking, names: readonly string[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  const leg = (field: Readonly<Record<keyof Leg, string>>, { rail, currency, amount }: Leg): void => {
    if (rail === null || !names.includes(rail))
      errors.push({ field: field.rail, message: `must be one of ${names.join(', ')}` });
    if (currency === null || !isLedgerCurrency(currency))
      errors.push({ field: field.currency, message: 'must be a supported currency' });
    if (amount === null || amount <= 0n || amount > MAX_COMPUTED) {
      errors.push({
        field: field.amount,
        message: `must be an integer from 1 to ${MAX_COMPUTED} in smallest units`,
      });
    }
  };
  if (input.reference === '' || input.reference.length > MAX_TEXT) {
    errors.push({ field: 'reference', message: `must have 1 to ${MAX_TEXT} characters` });
  }
  leg(SOLD, input);
  const bought: Leg = { rail: input.boughtRail, currency: input.boughtCurrency, amount: input.boughtAmount };
  const onlyFor = (kinds: string, parts: readonly (keyof Leg)[]): void => {
    for (const part of parts)
      if (bought[part] !== null) errors.push({ field: BOUGHT[part], message: `is allowed for ${kinds} only` });
  };
  if (!(BOOKED_BY_HAND as readonly BookingKind[]).includes(input.kind))
    errors.push({ field: 'kind', message: `must be one of ${BOOKED_BY_HAND.join(', ')}` });
  if (input.kind === 'TRADE') {
    leg(BOUGHT, bought);
    if (input.currency === input.boughtCurrency) {
      errors.push({ field: 'boughtCurrency', message: 'must differ from the sold currency' });
    }
  } else if (input.kind === 'TRANSFER') {
    const others = names.filter((name) => name !== input.rail);
    if (bought.rail === null || !others.includes(bought.rail))
      errors.push({ field: 'boughtRail', message: `must be one of ${others.join(', ')}` });
    onlyFor('trades', ['currency', 'amount']);
  } else {
    onlyFor('trades and transfers', ['rail']);
    onlyFor('trades', ['currency', 'amount']);
  }
  return errors;
}
