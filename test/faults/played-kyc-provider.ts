import type { OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import type { Chance } from '../support/chance.js';

type Answer = OutboundOutcome & { readonly kind: 'answered' };
type Json = Readonly<Record<string, unknown>>;

/** What the provider has of one submission. */
interface Case {
  readonly application: string;
  readonly customer: string;
  readonly isRenewal: boolean;
  verdict: Json;
}

interface Page {
  readonly customer: string;
  state: 'open' | 'submitted';
}

const HABITS = [
  ...['well', 'well', 'well', 'well', 'dies before', 'dies after', 'acts twice', 'stalls'],
  ...['fails', 'lies', 'answers something else', 'signs for another request'],
] as const;
type Habit = (typeof HABITS)[number];

const PENDING = { state: 'pending', checkAfterSeconds: 900 };

/**
 * A KYC provider with books of its own, which dies, stalls, lies and reports in any order. What it has decided stays
 * decided: the books say what must be true in the end.
 */
export function playedKycProvider(chance: Chance, isPerson: (customer: string) => boolean) {
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
          : { state: 'approved', owners: [] };
    report({ kind: 'changed', reference });
    if (of.verdict['state'] === 'approved' && !of.isRenewal && chance.under(3) === 0) {
      serial += 1;
      const renewal = { kind: 'renewal', reference, messageId: `R-${serial}`, errors: [more], validUntil: null };
      // It may overtake the answer that approves, and comes twice.
      report(renewal);
      report(renewal);
    }
  }

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
      cases.set(reference, { application, customer, isRenewal: body['renews'] !== null, verdict: PENDING });
    } else if (before.application !== application) {
      conflicts.push(reference);
      return null;
    }
    return asked(reference);
  }

  function owner(body: Json): Json {
    const reference = String(body['reference']);
    const before = owners.get(reference) ?? 'pending';
    const decision = before === 'pending' && chance.under(3) === 0 ? 'approve' : before;
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
      if (outcome.body === 'null') return { ...outcome, status: 409 };
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
