import { type Chance, chanceOf } from './chance.js';
import { ARGUMENT_BELOW, ARGUMENTS, type Faults, type Operation } from './operation.js';
import { AREAS } from './operations/index.js';
import { IDENTITY } from './operations/identity.js';
import { KYC } from './operations/kyc.js';
import { SCREENING } from './operations/screening.js';
import { TRAVEL_RULE } from './operations/travel-rule.js';

/** The first operations of every run, so that the others have something to operate on. */
const FIRST = [
  ...Array<string>(4).fill('customers.create'),
  ...Array<string>(6).fill('accounts.add-external'),
  ...Array<string>(4).fill('sandbox.fund'),
];

const NEEDED_AREAS = 2;
/** How much more often the operations of an area are drawn in a run with few areas. */
const FOCUS = 4;

/** Background work in which a host pauses for longer than its leases, while the other host takes the work over. */
const OVERTAKEN: readonly string[] = ['work.jobs', 'work.jobs', 'work.jobs', 'work.events'];
/** The call to a port at which it pauses: the claim is the third one of `work.jobs`, and work follows. */
const PAUSES = { from: 2, within: 14 };
/** Longer than a lease; see `time.advance`. */
const LONG_JUMPS = [4, 5, 6, 7];
/** As long as a provider needs for its next answer; see `time.advance`. */
const LOOKED_AT = [3, 6, 7, 7, 7];

/** The calls of a cancellation: the request is written, the rail is asked, and its answer is booked. */
const CANCELLING: readonly Faults[] = [{ pause: 1 }, { pause: 2 }, { pause: 2 }, { stall: 0 }, { stall: 1 }];
/** Arguments by which `recent` draws the last of four. */
const LAST = [12, 12, 12];

/** Faults of a run: each kind is off in some runs, and rare or frequent in others. */
interface FaultRates {
  readonly outside: number;
  readonly crash: number;
  readonly pause: number;
  readonly twin: number;
  readonly overtaking: number;
  readonly rivals: number;
  readonly returns: number;
  readonly blocks: number;
  readonly hits: number;
  readonly submissions: number;
  readonly accompanied: number;
}

/**
 * The operations of a run. Weights change from run to run, and some areas and faults are off, because a bug can need a
 * mix that the average run never reaches.
 */
export function drawRun(seed: string, length: number): readonly Operation[] {
  const chance = chanceOf(`run ${seed}`);
  // In a run with few areas, what is started is more often played to its end.
  const kept = chance.of([1, 1, 3]);
  const often = kept === 1 ? FOCUS : 1;
  const connected = drawConnections(chance, length);
  const isConnected = (connection: string): boolean => [...connected.values()].some(({ name }) => name === connection);
  const isScreened = isConnected('screening.connect');
  const moves = AREAS.flatMap((area, index) => {
    if (index < NEEDED_AREAS || (isScreened && area === SCREENING)) return area;
    // Decisions are about customers who are submitted.
    if (isConnected('kyc.connect') && (area === KYC || area === IDENTITY)) return area;
    if (isConnected('travel-rule.connect') && area === TRAVEL_RULE) return area;
    return chance.under(4) < kept ? area.map((move) => ({ ...move, weight: move.weight * often })) : [];
  });
  const weighted = moves.map(({ name, weight }) => ({ name, weight: weight * chance.of([0.3, 1, 1, 3]) }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const rates: FaultRates = {
    outside: chance.of([0, 10, 30, 60]),
    crash: chance.of([0, 3, 10]),
    pause: chance.of([0, 2, 6]),
    twin: chance.of([0, 5, 15]),
    overtaking: chance.of([0, 1, 4]),
    rivals: chance.of([0, 2, 6]),
    returns: chance.of([0, 2, 5]),
    blocks: chance.of([0, 1, 3]),
    hits: isScreened ? chance.of([0, 2, 5]) : 0,
    submissions: isConnected('kyc.connect') ? chance.of([1, 3, 5]) : 0,
    accompanied: isConnected('travel-rule.connect') ? chance.of([3, 6, 12]) : 0,
  };
  const drawn = (): string => {
    let left = (chance.under(1_000_000) / 1_000_000) * total;
    return weighted.find(({ weight }) => (left -= weight) < 0)?.name ?? weighted[0]!.name;
  };
  const next: Operation[] = [];
  return Array.from({ length }, (_, index) => {
    const connection = connected.get(index);
    if (connection !== undefined) return connection;
    if (index < FIRST.length) return { name: FIRST[index]!, args: drawArgs(chance) };
    if (next.length === 0 && chance.under(100) < rates.overtaking) next.push(...drawOvertaking(chance));
    if (next.length === 0 && chance.under(100) < rates.rivals)
      next.push(...(chance.under(4) === 0 ? drawLateCancellation(chance) : drawRivals(chance, drawn)));
    if (next.length === 0 && chance.under(100) < rates.returns) next.push(...drawReturns(chance, drawn));
    if (next.length === 0 && chance.under(100) < rates.blocks)
      next.push(...(chance.under(3) === 0 ? drawStoppedOrder(chance) : drawLateBlock(chance)));
    if (next.length === 0 && chance.under(100) < rates.hits) next.push(...drawScreened(chance, drawn));
    if (next.length === 0 && chance.under(100) < rates.submissions)
      next.push(...(chance.under(5) === 0 ? drawWithdrawnChange(chance) : drawSubmission(chance, drawn)));
    if (next.length === 0 && chance.under(100) < rates.accompanied) next.push(...drawAccompanied(chance, drawn));
    const planned = next.shift();
    if (planned !== undefined) return planned;
    const name = drawn();
    const args = drawArgs(chance);
    const faults = drawFaults(chance, rates);
    return { name, args, ...(faults !== null && { faults }) };
  });
}

/**
 * Providers are connected to a part of the runs: at the start, or while customers and payments exist that were never
 * asked about.
 */
function drawConnections(chance: Chance, length: number): ReadonlyMap<number, Operation> {
  const drawn = new Map<number, Operation>();
  for (const name of CONNECTIONS) {
    if (chance.under(2) === 0) continue;
    const at = chance.of([1, FIRST.length, FIRST.length, chance.under(length)]);
    let free = at;
    while (drawn.has(free)) free += 1;
    drawn.set(free, { name, args: drawArgs(chance) });
  }
  return drawn;
}

const CONNECTIONS = ['screening.connect', 'kyc.connect', 'travel-rule.connect'];

const drawArgs = (chance: Chance): readonly number[] =>
  Array.from({ length: ARGUMENTS }, () => chance.under(ARGUMENT_BELOW));

/**
 * A host pauses in its work until the leases have ended. The other host takes the work over; it often fails, so that the
 * work is still there, to be done again, when the first host goes on.
 */
function drawOvertaking(chance: Chance): readonly Operation[] {
  const host = chance.under(2);
  const work = chance.of(OVERTAKEN);
  const later = (): Operation => ({ name: 'time.advance', args: [1 - host, chance.of(LONG_JUMPS)] });
  const outside = (): Faults => ({ outside: chance.under(10_000) });
  const taken = chance.of<Faults | null>([null, outside(), outside(), { crash: chance.under(24) }]);
  return [
    { name: 'time.advance', args: [host, chance.of(LONG_JUMPS)] },
    { name: work, args: [host], faults: { pause: PAUSES.from + chance.under(PAUSES.within) } },
    later(),
    { name: work, args: [1 - host], ...(taken !== null && { faults: taken }) },
    ...(chance.under(3) === 0 ? [later(), { name: work, args: [1 - host] }] : []),
    { name: 'hosts.resume', args: [1 - host] },
  ];
}

/** A host pauses before a commit, while the other host does the same with the same subject, or something else. */
function drawRivals(chance: Chance, drawn: () => string): readonly Operation[] {
  const host = chance.under(2);
  const name = drawn();
  const [, ...args] = drawArgs(chance);
  const other = (): Operation => ({ name: drawn(), args: [1 - host, ...drawArgs(chance).slice(1)] });
  return [
    { name, args: [host, ...args], faults: { stall: chance.under(4) } },
    chance.under(3) === 0 ? other() : { name, args: [1 - host, ...args] },
    ...(chance.under(2) === 0 ? [other()] : []),
    { name: 'hosts.resume', args: [1 - host] },
  ];
}

/** A host pauses in a cancellation, while the rail reports that it has carried the payment out, and the payment goes on. */
function drawLateCancellation(chance: Chance): readonly Operation[] {
  const host = chance.under(2);
  const rest = (): readonly number[] => drawArgs(chance).slice(2);
  // The first sandbox, and mostly its last payment.
  const subject = [0, chance.of([...LAST, chance.under(ARGUMENT_BELOW)])];
  const cancel = (on: number): Operation => ({ name: 'transactions.cancel-open', args: [on, ...subject] });
  const others: readonly Operation[] = [
    { name: 'rails.news-of-cancelled', args: [1 - host, ...subject, ...rest()] },
    { name: 'rails.news-of-cancelled', args: [1 - host, ...subject, ...rest()] },
    cancel(1 - host),
    { name: 'work.steps', args: [1 - host, ...rest()] },
  ];
  return [
    { name: 'payments.slow', args: [host, 0, ...rest()] },
    { ...cancel(host), faults: chance.of(CANCELLING) },
    chance.of(others),
    { name: 'work.jobs', args: [1 - host] },
    { name: 'hosts.resume', args: [1 - host] },
  ];
}

/** A bank takes money of one payment back, or gives it back, several times, and operators decide in between. */
function drawReturns(chance: Chance, drawn: () => string): readonly Operation[] {
  const host = chance.under(2);
  const rest = (): readonly number[] => drawArgs(chance).slice(3);
  // The first sandbox, and mostly its last payment.
  const on = (name: string): Operation => ({ name, args: [host, 0, chance.of(LAST), ...rest()] });
  const other = (): readonly Operation[] => (chance.under(4) === 0 ? [{ name: drawn(), args: drawArgs(chance) }] : []);
  const told = Array.from({ length: 1 + chance.under(3) }, () => [
    on('returns.report'),
    ...other(),
    ...(chance.under(4) === 0 ? [] : [on('returns.decide')]),
    ...other(),
  ]).flat();
  const work = (): Operation => ({ name: 'work.jobs', args: [host] });
  return [on('returns.pay'), ...told, on('returns.report'), work(), on('returns.decide')];
}

/** A host pauses while it hands a payment to its rail, and the other one carries out a block of a party. */
function drawLateBlock(chance: Chance): readonly Operation[] {
  const host = chance.under(2);
  // The first sandbox, and mostly its last account.
  const subject = [0, chance.of([...LAST, chance.under(ARGUMENT_BELOW)])];
  const rest = (): readonly number[] => drawArgs(chance).slice(2);
  return [
    { name: 'blocks.begin-payment', args: [host, ...subject, ...rest()] },
    { name: 'work.jobs', args: [host], faults: { stall: chance.under(6) } },
    { name: 'blocks.party', args: [1 - host, ...subject, ...rest()] },
    { name: 'hosts.resume', args: [1 - host] },
    { name: 'work.jobs', args: [1 - host] },
  ];
}

/** An order is stopped before its issuer receives it. */
function drawStoppedOrder(chance: Chance): readonly Operation[] {
  const [host, ...rest] = [chance.under(2), 0, ...drawArgs(chance).slice(2)];
  return [
    { name: 'stablecoins.trade', args: [host, ...rest] },
    { name: 'blocks.stop-order', args: [host, 0, chance.of(LAST), ...drawArgs(chance).slice(3)] },
  ];
}

/** A payment waits for an answer while lists change or the provider is away, and operators decide about what it says. */
function drawScreened(chance: Chance, drawn: () => string): readonly Operation[] {
  const host = chance.under(2);
  const rest = (): readonly number[] => drawArgs(chance).slice(2);
  const on = (name: string): Operation => ({ name, args: [host, 0, ...rest()] });
  const work = (): readonly Operation[] => Array.from({ length: 1 + chance.under(3) }, () => on('work.jobs'));
  const later = (): Operation => ({ name: 'time.advance', args: [host, chance.under(9)] });
  const isAway = chance.under(3) === 0;
  const decisions = [
    'screening.clear',
    'screening.clear',
    'screening.confirm',
    'transactions.cancel-open',
    'time.days',
  ];
  return [
    on('screening.accounts'),
    ...(isAway ? work() : [on('lists.match')]),
    on('payments.slow'),
    ...(isAway ? drawPassing(host) : []),
    ...work(),
    ...(chance.under(3) === 0 ? [{ name: drawn(), args: drawArgs(chance) }] : []),
    ...(isAway ? [chance.under(2) === 0 ? on('lists.match') : later(), on('lists.back'), later()] : []),
    ...work(),
    on(chance.of(decisions)),
    ...(chance.under(2) === 0 ? [on(chance.of(decisions))] : []),
    ...work(),
  ];
}

/** A payment to a wallet waits for the answer of an institution, and ends or changes meanwhile. */
function drawAccompanied(chance: Chance, drawn: () => string): readonly Operation[] {
  const host = chance.under(2);
  // The first sandbox, and mostly its last customer.
  const on = (name: string): Operation => ({ name, args: [host, 0, chance.of(LAST), ...drawArgs(chance).slice(3)] });
  const faults = { crash: chance.under(24) };
  const work = (): Operation => ({
    ...{ name: 'work.jobs', args: [host] },
    ...(chance.under(6) === 0 && { faults: chance.of<Faults>([faults, { stall: chance.under(6) }]) }),
  });
  const later = (): Operation => ({ name: 'time.advance', args: [host, chance.of(LOOKED_AT)] });
  const other = (): readonly Operation[] => (chance.under(4) === 0 ? [{ name: drawn(), args: drawArgs(chance) }] : []);
  if (chance.under(4) === 0)
    // The limit of wallets in self-custody falls after a payment has begun.
    return [
      { name: 'travel-rule.limit', args: [host, 1] },
      on('travel-rule.pay-own'),
      on('travel-rule.limit'),
      later(),
      work(),
    ];
  if (chance.under(4) === 0)
    return ['customer', 'incoming', 'money', 'tell', 'incoming', 'tell', 'money'].map((name) =>
      on(`travel-rule.${name}`),
    );
  const steps = (): readonly Operation[] => [
    on(`travel-rule.${chance.of(['tell', 'tell', 'tell-early', 'cancel', 'block', 'block', 'away', 'back'])}`),
    ...(chance.under(2) === 0 ? [later()] : []),
    work(),
    ...other(),
  ];
  return [
    ...(chance.under(2) === 0 ? [on('travel-rule.customer')] : []),
    on('travel-rule.pay'),
    // Clocks differ by more than a minute.
    ...[later(), work(), work()],
    ...Array.from({ length: 1 + chance.under(4) }, steps).flat(),
    ...(chance.under(5) === 0 ? [on('travel-rule.disconnect'), work(), on('travel-rule.reconnect')] : []),
    ...[later(), work(), work()],
    { name: 'hosts.resume', args: [1 - host] },
  ];
}

/** A customer is submitted to a provider, which decides, asks for more, and asks again for a renewal. */
function drawSubmission(chance: Chance, drawn: () => string): readonly Operation[] {
  const host = chance.under(2);
  const rest = (): readonly number[] => drawArgs(chance).slice(3);
  // The first sandbox, and mostly its last customer.
  const on = (name: string): Operation => ({ name, args: [host, 0, chance.of(LAST), ...rest()] });
  const tell = (): Operation => ({ name: 'kyc.tell', args: [host, ...rest()] });
  const work = (): Operation => ({ name: 'work.jobs', args: [host] });
  const later = (): Operation => ({ name: 'time.advance', args: [host, chance.of(LOOKED_AT)] });
  const other = (): readonly Operation[] => (chance.under(4) === 0 ? [{ name: drawn(), args: drawArgs(chance) }] : []);
  const step = (): readonly Operation[] => {
    const faults = { crash: chance.under(24) };
    const asked = { ...work(), ...(chance.under(6) === 0 && { faults }) };
    return [later(), asked, ...(chance.under(2) === 0 ? [tell(), work()] : []), ...other()];
  };
  const looks = (most: number): readonly Operation[] => Array.from({ length: 2 + chance.under(most) }, step).flat();
  const isLinked = chance.under(3) === 0;
  return [
    on(chance.of(['verification.person', 'verification.business'])),
    ...(isLinked ? [on('links.create'), { name: 'kyc.finish-page', args: [host, chance.of(LAST)] }] : []),
    ...(isLinked ? [] : [on('verification.upload'), on('verification.submit')]),
    ...looks(5),
    on(chance.of(['kyc.submit', 'kyc.add-owner', 'verification.decide', 'verification.upload'])),
    ...looks(3),
    on('kyc.submit'),
    ...looks(3),
    ...(chance.under(3) === 0 ? [{ name: 'time.days', args: [host, ...rest()] }, work()] : []),
  ];
}

/** A change of the name of a customer lacks a document, and the platform withdraws it. */
function drawWithdrawnChange(chance: Chance): readonly Operation[] {
  const host = chance.under(2);
  // The first sandbox, and one of its last customers, with the last of the names.
  const [tenant, customer, lacking] = [0, chance.of([0, 4, 8, 12]), 3];
  // The last of the states that the operation knows, the newest change, and a rejection.
  const [isChange, newest, rejected] = [3, 12, 2];
  const work: Operation = { name: 'work.jobs', args: [host] };
  return [
    { name: 'customers.update', args: [host, tenant, customer, lacking] },
    ...[work, work],
    { name: 'verification.decide', args: [host, isChange, newest, rejected] },
  ];
}

/** A small payment to an account that is known by the present lists, while the provider is away. */
function drawPassing(host: number): readonly Operation[] {
  // The first sandbox, and the last customer with its last account.
  const [tenant, last, dollars] = [0, 12, 1];
  const work: Operation = { name: 'work.jobs', args: [host] };
  return [
    { name: 'accounts.add-external', args: [host, tenant, last, 0, dollars] },
    { name: 'sandbox.fund', args: [host, tenant, 0, 500] },
    ...[work, work, work, work],
    { name: 'lists.away', args: [host] },
    { name: 'transfers.out', args: [host, tenant, last, last, 10] },
    ...[work, work],
  ];
}

function drawFaults(chance: Chance, rates: FaultRates): Faults | null {
  const faults = {
    ...(chance.under(100) < rates.outside && { outside: chance.under(10_000) }),
    ...(chance.under(100) < rates.crash && { crash: chance.under(24) }),
    ...(chance.under(100) < rates.pause && { [chance.of(['pause', 'pause', 'stall'])]: chance.under(12) }),
    ...(chance.under(100) < rates.twin && { twin: chance.of([1, 2] as const) }),
  };
  return Object.keys(faults).length === 0 ? null : faults;
}
