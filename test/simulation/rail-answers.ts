import { type Taken, nameOfRow } from './transitions.js';

type Movement = 'payout' | 'collection' | 'refund';
type Row = Readonly<Record<string, unknown>>;

/** What rails have said about each movement, in answers and in messages. */
export interface RailAnswers {
  hear(movement: Movement, reference: string, state: string, amount?: bigint): void;
  /** Whether a rail has said anything about it. */
  isKnown(movement: Movement, reference: string): boolean;
  /** The most that a rail has said to have come back of a movement by one return; 0 if nothing. */
  returned(movement: Movement, reference: string): bigint;
  /** Returns findings: a payment took a row whose reason no rail has given. */
  inspect(taken: readonly Taken[]): readonly string[];
}

interface Reason {
  readonly movement: Movement;
  readonly states: readonly string[];
  /** The row needs the reason only if the rail has been asked for the movement. */
  readonly isAsked: (record: Row) => boolean;
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined;
const isDelivered = ({ rail, submittedAt }: Row): boolean => isSet(rail) && isSet(submittedAt);
const isPulled = ({ pullSubmittedAt }: Row): boolean => isSet(pullSubmittedAt);

const NOT_COLLECTED = ['failed', 'returned', 'cancelled'];

/** By row: what a rail must have said before a payment takes it. */
const REASONS: Readonly<Record<string, Reason>> = {
  'Outgoing transaction: PENDING --process--> PROCESSING': {
    movement: 'collection',
    states: ['collected'],
    isAsked: () => true,
  },
  'Outgoing transaction: PENDING --fail--> FAILED': {
    movement: 'collection',
    states: NOT_COLLECTED,
    isAsked: isPulled,
  },
  'Outgoing transaction: PROCESSING --settle--> COMPLETED': {
    movement: 'payout',
    // What came back had been delivered, also if its amount cannot be booked.
    states: ['delivered', 'returned'],
    isAsked: isDelivered,
  },
  'Outgoing transaction: PROCESSING --fail--> FAILED': {
    movement: 'payout',
    states: ['failed', 'returned', 'cancelled'],
    isAsked: isDelivered,
  },
  'Outgoing transaction: COMPLETED --return--> FAILED': {
    movement: 'payout',
    states: ['failed', 'returned'],
    isAsked: isDelivered,
  },
  'Incoming transaction: PENDING --credit--> COMPLETED': {
    movement: 'collection',
    states: ['collected'],
    isAsked: isPulled,
  },
  'Incoming transaction: PENDING --fail--> FAILED': {
    movement: 'collection',
    // Collected money that the account cannot take is sent back.
    states: [...NOT_COLLECTED, 'collected'],
    isAsked: isPulled,
  },
};

export function createRailAnswers(): RailAnswers {
  const said = new Set<string>();
  const known = new Set<string>();
  const back = new Map<string, bigint>();
  const returned = (movement: Movement, reference: string): bigint => back.get(`${movement} ${reference}`) ?? 0n;
  return {
    hear(movement, reference, state, amount = 0n) {
      known.add(`${movement} ${reference}`);
      said.add(`${movement} ${reference} ${state}`);
      if (amount > returned(movement, reference)) back.set(`${movement} ${reference}`, amount);
    },
    isKnown: (movement, reference) => known.has(`${movement} ${reference}`),
    returned,
    inspect: (taken) =>
      taken.flatMap(({ machine, row, record }) => {
        const name = nameOfRow(machine, row);
        const reason = REASONS[name];
        if (reason === undefined || !reason.isAsked(record)) return [];
        const { movement, states } = reason;
        const id = String(record['id']);
        return states.some((state) => said.has(`${movement} ${id} ${state}`))
          ? []
          : [`${name} of ${id}, but no rail has said that its ${movement} is ${states.join(' or ')}`];
      }),
  };
}

type Call = (
  instruction: { readonly reference: string },
  ...rest: never[]
) => Promise<string | { readonly state: string; readonly amount?: bigint }>;

/** The same service, whose answers about movements are known. */
export function heard<T extends object>(answers: RailAnswers, movement: Movement, service: T): T {
  const calls = Object.entries(service).flatMap(([name, call]) => {
    if (!['submit', 'status', 'cancel', 'refund'].includes(name) || typeof call !== 'function') return [];
    const known: Call = async (instruction, ...rest) => {
      const answer = await (call as Call)(instruction, ...rest);
      const of = name === 'refund' ? 'refund' : movement;
      if (typeof answer === 'string') answers.hear(of, instruction.reference, answer);
      else answers.hear(of, instruction.reference, answer.state, answer.amount);
      return answer;
    };
    return [[name, known] as const];
  });
  return { ...service, ...Object.fromEntries(calls) };
}
