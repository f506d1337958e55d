import type { OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import type { Chance } from '../support/chance.js';

type Answer = OutboundOutcome & { readonly kind: 'answered' };
type Json = Readonly<Record<string, unknown>>;

/** What the provider has of one submission. */
interface Case {
  readonly application: string;
  readonly customer: string;
  readonly owners: readonly string[];
  readonly isRenewal: boolean;
  verdict: Json;
}

interface Page {
  readonly customer: string;
  state: 'open' | 'submitted';
}

const HABITS = [
  ...['well', 'well', 'well', 'well', 'dies before', 'dies after', 'acts twice', 'stalls'],
  ...['fails', 'says 409', 'lies', 'answers something else', 'signs for another request'],
] as const;
type Habit = (typeof HABITS)[number];

/** What a provider does only where people decide too, and blocks end. */
export interface StrictHabits {
  /** It decides on the owners of a business, rejects some, leaves some cases to a person, and withdraws approvals. */
  readonly isStrict: boolean;
}

const PENDING = { state: 'pending', checkAfterSeconds: 900 };
const DAY_MS = 86_400_000;
const MOST_DAYS = 20;

/**
 * A KYC provider with books of its own, which dies, stalls, lies and reports in any order. What it has decided stays
 * decided: the books say what must be true in the end.
 */
export function playedKycProvider(
  chance: Chance,
  isPerson: (customer: string) => boolean,
  { isStrict }: StrictHabits = { isStrict: false },
) {
  const cases = new Map<string, Case>();
  const pages = new Map<string, Page>();
  const owners = new Map<string, string>();
  /** Messages that are on their way. */
  const messages: Json[] = [];
  const conflicts: string[] = [];
  const used: string[] = [];
  let isWell = false;
  let habit: Habit = 'well';
  let serial = 0;
  let now = (): number => 0;

  const report = (message: Json) => messages.push(message);

  /** Decides on a case, sooner or later. */
  function advance(reference: string, of: Case): void {
    if (of.verdict['state'] !== 'pending' || chance.under(isWell ? 2 : 4) > 0) return;
    const { customer } = of;
    const more = finding(customer, isPerson(customer) ? 'MISSING_IDENTITY_DOCUMENT' : 'MISSING_CONTROL_PERSON');
    const no = finding(customer, 'APPLICANT_REJECTED');
    const drawn = chance.under(isWell ? 4 : 8);
    of.verdict =
      drawn >= 6
        ? { state: 'resolve', errors: [more] }
        : drawn === 5 && !of.isRenewal
          ? { state: 'rejected', errors: [no], owners: [] }
          : isStrict && drawn === 4
            ? { state: 'manual-review' }
            : { state: 'approved', owners: isStrict ? of.owners.flatMap(decisionOn) : [] };
    report({ kind: 'changed', reference });
    if (of.verdict['state'] !== 'approved' || of.isRenewal) return;
    // These may overtake the answer that approves, and come twice.
    if (chance.under(3) === 0) {
      const renewal = { kind: 'renewal', reference, messageId: idOf('R'), errors: [more], validUntil: validUntil() };
      messages.push(renewal, renewal);
    }
    if (isStrict && chance.under(6) === 0) {
      const texts = { reason: 'the passport was reported stolen', caseReference: `case ${serial}` };
      const withdrawal = { kind: 'withdrawn', reference, messageId: idOf('W'), ...texts };
      messages.push(withdrawal, withdrawal);
    }
  }

  const idOf = (letter: string): string => `${letter}-${(serial += 1)}`;

  const validUntil = (): string | null =>
    isStrict && chance.under(2) === 0
      ? new Date(now() + DAY_MS * chance.under(MOST_DAYS)).toISOString().slice(0, 10)
      : null;

  /** Some owners stay undecided. */
  const decisionOn = (id: string): readonly Json[] =>
    chance.of([[{ id, decision: 'approve' }], [{ id, decision: 'approve' }], [{ id, decision: 'reject' }], []]);

  const asked = (reference: string): Json => {
    const of = cases.get(reference);
    if (of === undefined) return { state: 'unknown' };
    advance(reference, of);
    return of.verdict;
  };

  function submit(body: Json): Json | null {
    const reference = String(body['reference']);
    const application = JSON.stringify(body);
    const before = cases.get(reference);
    if (before === undefined) {
      const customer = String((body['customer'] as Json)['id']);
      const ids = (body['owners'] as readonly Json[]).map(({ id }) => String(id));
      cases.set(reference, {
        application,
        customer,
        owners: ids,
        isRenewal: body['renews'] !== null,
        verdict: PENDING,
      });
    } else if (before.application !== application) {
      conflicts.push(reference);
      return null;
    }
    return asked(reference);
  }

  function owner(body: Json): Json {
    const reference = String(body['reference']);
    const before = owners.get(reference) ?? 'pending';
    const decided = isStrict ? chance.of(['approve', 'approve', 'reject']) : 'approve';
    const decision = before === 'pending' && chance.under(3) === 0 ? decided : before;
    owners.set(reference, decision);
    if (decision !== before) report({ kind: 'changed', reference });
    return decision === 'pending' ? { decision, checkAfterSeconds: 900 } : { decision };
  }

  function link(body: Json): Json {
    const reference = String(body['reference']);
    const customer = String((body['customer'] as Json)['id']);
    if (!pages.has(reference)) pages.set(reference, { customer, state: 'open' });
    const expiresAt = new Date(now() + 3_600_000).toISOString();
    return { url: `https://id.example/${reference}`, token: null, expiresAt };
  }

  function linkState(reference: string): Json {
    const state = pages.get(reference)?.state ?? 'ended';
    return state === 'open' ? { state, checkAfterSeconds: 900 } : { state };
  }

  function act({ method, url, body }: OutboundRequest): Json | null {
    const path = decodeURIComponent(new URL(url).pathname.replace('/v1', ''));
    const [, what, reference = ''] = path.split('/');
    if (method === 'PUT') return { stored: true };
    if (method === 'GET') return what === 'links' ? linkState(reference) : asked(reference);
    const given = JSON.parse(body as string) as Json;
    return what === 'links' ? link(given) : what === 'owners' ? owner(given) : submit(given);
  }

  return {
    cases,
    pages,
    owners,
    messages,
    conflicts,
    /** The habits that were played. */
    used,
    tellTime: (clock: () => number) => void (now = clock),
    /** From now on nothing fails. */
    behave: () => void (isWell = true),
    /** A customer finishes on the page of a link. */
    finish(reference: string) {
      pages.get(reference)!.state = 'submitted';
      report({ kind: 'changed', reference });
    },
    answer(request: OutboundRequest): unknown {
      habit = isWell ? 'well' : chance.of(HABITS);
      used.push(habit);
      if (habit === 'dies before' || habit === 'stalls') return null;
      if (habit === 'acts twice') act(request);
      const given = act(request);
      if (given === null) return null;
      if (habit === 'answers something else') return { state: 'granted' };
      return habit === 'lies' ? lieAbout(given) : given;
    },
    outcome(outcome: Answer): OutboundOutcome {
      if (habit === 'dies before' || habit === 'dies after') return { kind: 'unreachable', reason: 'connection reset' };
      if (habit === 'stalls') return { kind: 'unreachable', reason: 'no answer within 10000 ms' };
      if (habit === 'fails') return { ...outcome, status: 500 };
      if (habit === 'says 409' || outcome.body === 'null') return { ...outcome, status: 409 };
      if (habit !== 'signs for another request') return outcome;
      return { ...outcome, headers: { ...outcome.headers, 'webhook-id': 'GET /capabilities 00' } };
    },
  };
}

export type PlayedKycProvider = ReturnType<typeof playedKycProvider>;

const finding = (resourceId: string, type: string): Json => ({
  ...{ resourceId, type, field: null, acceptedDocumentTypes: null },
  reason: 'the provider needs more',
});

/** A verdict about records that are not in the application. */
const lieAbout = ({ state }: Json): Json =>
  state === 'approved'
    ? { state, owners: [{ id: 'BeneficialOwner:018bcfe5-6800-7000-8000-00000000dead', decision: 'approve' }] }
    : { state: 'resolve', errors: [finding('Customer:018bcfe5-6800-7000-8000-00000000dead', 'APPLICANT_REJECTED')] };
