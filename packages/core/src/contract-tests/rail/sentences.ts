import { malformedMember, type Rail, shapedRail } from '../../accounts/index.js';
import { canonicalText } from '../../kernel/index.js';

const STEPS = 'docs/rails/write-a-rail.md';

/** The sections of the documents that say what a rail or a partner behind the signed protocol must do. */
export type Section =
  | 'answers-are-checked'
  | 'operations-of-the-provider'
  | 'operations-of-the-partner'
  | 'questions-and-answers'
  | 'your-page'
  | 'orders'
  | 'the-page-of-a-card'
  | '1-declare-what-it-can-do'
  | '2-deliver'
  | '3-collect'
  | '4-receive';

const DOCUMENT_OF: Readonly<Record<Section, string>> = {
  'answers-are-checked': 'docs/rails.md',
  'operations-of-the-provider': 'docs/connections/kyc.md',
  'questions-and-answers': 'docs/connections/screening.md',
  'operations-of-the-partner': 'docs/connections/travel-rule.md',
  'your-page': 'docs/connections/kyc.md',
  orders: 'docs/connections/cards.md',
  'the-page-of-a-card': 'docs/connections/cards.md',
  '1-declare-what-it-can-do': STEPS,
  '2-deliver': STEPS,
  '3-collect': STEPS,
  '4-receive': STEPS,
};

/** What a case checks. */
export interface Checked {
  /** The call or the declaration, such as `payouts.submit`. */
  readonly call: string;
  /** What the call was about, such as `EUR to EUR_ACCOUNT`. */
  readonly of?: string;
  /** The member of the answer; absent for the whole answer. */
  readonly member?: string;
  readonly section: Section;
}

const LONGEST_TEXT = 300;

function textOf(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = canonicalText(value);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

/** Fails the case with one sentence: the call, the member, what came, what is expected, and where it is described. */
export function must({ call, of, member, section }: Checked, came: unknown, expected: string, holds: boolean): void {
  if (holds) return;
  const about = of === undefined ? '' : ` (${of})`;
  throw new Error(
    `${call}${about}: ${member ?? 'the answer'} is ${textOf(came)}, but must be ${expected}. See ${DOCUMENT_OF[section]}#${section}`,
  );
}

/** `expected` names the value to compare with. */
export function mustEqual(checked: Checked, came: unknown, value: unknown, expected: string): void {
  must(checked, came, `${expected}, ${textOf(value)}`, canonicalText(came ?? null) === canonicalText(value ?? null));
}

/** As `mustEqual`, and names the first member in which the values differ. */
export function mustHaveSame(checked: Checked, came: unknown, value: unknown, expected: string): void {
  const { path, one, other } = firstDifference(came, value, checked.member === undefined ? [] : [checked.member]);
  mustEqual({ ...checked, ...(path.length > 0 && { member: path.join('.') }) }, one, other, expected);
}

interface Difference {
  readonly path: readonly string[];
  readonly one: unknown;
  readonly other: unknown;
}

function firstDifference(one: unknown, other: unknown, path: readonly string[]): Difference {
  if (isComposed(one) && isComposed(other) && Array.isArray(one) === Array.isArray(other))
    for (const member of new Set([...Object.keys(one), ...Object.keys(other)]))
      if (canonicalText(one[member] ?? null) !== canonicalText(other[member] ?? null))
        return firstDifference(one[member], other[member], [...path, member]);
  return { path, one, other };
}

const isComposed = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export function mustBeOneOf(checked: Checked, came: unknown, values: readonly unknown[]): void {
  must(checked, came, `one of ${values.map(String).join(', ')}`, values.includes(came));
}

type Call = (...input: readonly unknown[]) => unknown;

/** The port with each function replaced; other members stay. */
function eachCall<P extends object>(port: P | null, replace: (call: string, run: Call) => Call): P | null {
  if (port === null) return null;
  // A loop over all names, because the functions of a class are on its prototype.
  const members: Record<string, unknown> = {};
  for (const call of namesOf(port)) {
    const member = (port as Readonly<Record<string, unknown>>)[call];
    members[call] = typeof member === 'function' ? replace(call, member.bind(port) as Call) : member;
  }
  return members as P;
}

function namesOf(port: object): readonly string[] {
  const names = new Set<string>();
  for (let of: object = port; of !== Object.prototype && of !== null; of = Object.getPrototypeOf(of) as object)
    for (const name of Object.getOwnPropertyNames(of)) if (name !== 'constructor') names.add(name);
  return [...names];
}

/** Calls `settle` with the outcome of a function that returns a value or a promise. */
function settled(
  run: () => unknown,
  settle: { readonly value: (v: unknown) => unknown; readonly error: Call },
): unknown {
  try {
    const answer = run();
    return answer instanceof Promise ? answer.then(settle.value, settle.error) : settle.value(answer);
  } catch (cause) {
    return settle.error(cause);
  }
}

/**
 * The rail as core calls it, with every answer checked. A call that throws, or whose answer is malformed, fails with the
 * names of the port, the call and the member, and with what came.
 */
export function sayingRail(rail: Rail): Rail {
  const answers = new Map<string, unknown>();
  const remember =
    (port: string) =>
    (call: string, run: Call): Call =>
    (...input) =>
      settled(() => run(...input), {
        value: (answer) => {
          answers.set(`${port}.${call}`, answer);
          return answer;
        },
        error: (cause) => {
          throw cause;
        },
      });
  const say =
    (port: string) =>
    (call: string, run: Call): Call =>
    (...input) =>
      settled(() => run(...input), {
        value: (answer) => answer,
        error: (cause) => {
          const name = `${port}.${call}`;
          const came = malformedMember(cause) === null ? '' : `; it answered ${textOf(answers.get(name))}`;
          const why = cause instanceof Error ? cause.message : String(cause);
          throw new Error(`${name} failed: ${why}${came}. See docs/rails.md#answers-are-checked`, { cause });
        },
      });
  const withCalls = (of: Rail, replace: (port: string) => (call: string, run: Call) => Call): Rail => ({
    name: of.name,
    environment: of.environment,
    simulated: of.simulated,
    capabilities: of.capabilities,
    payouts: eachCall(of.payouts, replace('payouts')),
    pulls: eachCall(of.pulls, replace('pulls')),
    funding: eachCall(of.funding, replace('funding')),
    networkFees: eachCall(of.networkFees, replace('networkFees')),
  });
  return withCalls(shapedRail(withCalls(rail, remember)), say);
}
