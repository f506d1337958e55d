import { PAYOUT_STATUS, PULL_STATUS, type RailTelling, REFUND_STATUS, REPORTED_BOOKINGS } from '../accounts/index.js';
import { invalidFields, ok, type Result, type Shape, shapes } from '../kernel/index.js';

const { aBigint, anyText, aWhole, listOf, objectWith, oneOf, orAbsent, orNull } = shapes;

const LARGEST_INDEX = 2 ** 31 - 1;
const aReference: Shape<unknown> = (value, member) =>
  typeof value === 'string'
    ? value
    : objectWith<{ readonly addressIndex: number }>({ addressIndex: aWhole(0, LARGEST_INDEX) })(value, member);
const aNumber: Shape<number> = aWhole(0, Number.MAX_SAFE_INTEGER);

type Loose = Readonly<Record<string, Shape<unknown>>>;
const named: Loose = { rail: anyText, messageId: anyText };
const money: Loose = { currency: anyText, amount: aBigint };
const ofArrival: Loose = { ...named, paymentId: anyText, amount: aBigint, reason: orNull(anyText) };

/** The members of each kind of message. Ids and amounts have further rules, which their functions check. */
const MEMBERS: { readonly [Kind in RailTelling['kind']]: Loose } = {
  arrival: {
    rail: anyText,
    paymentId: anyText,
    reference: aReference,
    ...money,
    remitter: orNull(objectWith({ name: orNull(anyText), account: orNull(anyText) })),
    valueDate: orNull(anyText),
    returnAfterSeconds: orAbsent(aNumber),
    candidates: orAbsent(listOf(anyText)),
    hold: orAbsent(anyText),
  },
  payout: { ...named, reference: anyText, status: PAYOUT_STATUS },
  collection: { ...named, reference: anyText, status: PULL_STATUS },
  refund: { ...named, reference: anyText, status: REFUND_STATUS },
  reversal: ofArrival,
  recall: ofArrival,
  booking: {
    ...named,
    booking: oneOf(REPORTED_BOOKINGS),
    ...money,
    note: orNull(anyText),
    worth: orAbsent(objectWith(money)),
    to: orAbsent(anyText),
  },
  difference: { ...named, ...money, direction: oneOf(['IN', 'OUT']), reason: anyText },
  held: { ...named, ...money, reason: anyText },
};
const KIND = objectWith({ kind: oneOf(Object.keys(MEMBERS) as RailTelling['kind'][]) });

/** The message with null for members that may be absent. 400 INVALID_INPUT naming a member that is malformed. */
export function shapedTelling(given: RailTelling): Result<RailTelling> {
  try {
    const { kind } = KIND(given, '');
    return ok(objectWith(MEMBERS[kind])(given, '') as unknown as RailTelling);
  } catch (cause) {
    if (cause instanceof shapes.Misshapen) return invalidFields([{ field: cause.member, message: cause.fault }]);
    throw cause;
  }
}
