import type { OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import type { TestedConnection } from './tested-connection.js';

const MOST_CHARACTERS = 200;
const REFUSED = 'the host refused the connection';
/** What a connection says of a call that has no answer with status 200, alone or in the sentence of a case. */
const FAILED_CALL = /\S+ failed \([a-z-]+\): (?:it answered HTTP (?<status>\d{3})|(?<reason>[^.;:]+))(?=$|\. See )/;

/** What a partner says in an answer that is not 200, in brackets; empty if it says nothing. */
export function repliedText(outcome: OutboundOutcome): string {
  if (outcome.kind !== 'answered' || outcome.status === 200) return '';
  const text = textIn(outcome.body).replaceAll(/\s+/g, ' ').trim();
  if (text === '' || text === '{}') return '';
  return ` (${JSON.stringify(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text)})`;
}

/** The member `message` of a body, or the whole body if it has none. */
function textIn(body: string): string {
  try {
    const { message } = JSON.parse(body) as { readonly message?: unknown };
    return typeof message === 'string' ? message : body;
  } catch {
    return body;
  }
}

interface Advice {
  readonly method: string;
  readonly path: RegExp;
  readonly statuses?: readonly number[];
  readonly because: string;
}

/** Why a request must be answered with 200, and what the author of the partner can do. The first one that matches counts. */
const ADVICES: readonly Advice[] = [
  {
    method: 'POST',
    path: /^\/links$/,
    statuses: [404, 405, 501],
    because: 'the entry declares `hostedLink`; serve links, or declare none',
  },
  {
    method: 'PUT',
    path: /\/documents\/[^/]+$/,
    because: 'a document may have every content of up to 10 MiB, before its application too',
  },
];
const UNEQUAL: Readonly<Record<'push' | 'fetch', string>> = {
  push: 'the reference is new or has the same content, and its documents were put; keep their bytes as they came, and not as text',
  fetch: 'the reference is new or has the same content; the addresses in `contents` differ each time, and do not count',
};
const CONFLICT = 409;
const VALID = 'the request is valid; the log of the partner says more';

const SECTIONS: Readonly<Record<TestedConnection['entry']['section'], string>> = {
  kyc: 'docs/connections/kyc.md#operations-of-the-provider',
  screening: 'docs/connections/screening.md#questions-and-answers',
  cards: 'docs/connections/cards.md#orders',
  rails: 'docs/rails/http.md#operations-of-the-rail',
};
const CAPABILITIES = 'GET /capabilities';
const PROTOCOL = 'docs/connections/protocol.md#test-a-partner';

/**
 * The sentence about a case, if a call in it failed: what was sent, what came, what must come, and what to do. A connection
 * itself says no more than the status, because what a partner says could repeat personal data in the log of a service.
 */
export function explained(
  sentence: string,
  { entry, exchanges }: Pick<TestedConnection, 'entry' | 'exchanges'>,
): string {
  const { 0: said, groups: { status, reason } = {} } = FAILED_CALL.exec(sentence) ?? {};
  if (said === undefined) return sentence;
  const found = exchanges.findLast(({ outcome }) =>
    outcome.kind === 'answered' ? String(outcome.status) === status : outcome.reason === reason,
  );
  if (found === undefined) return sentence;
  const { request, outcome } = found;
  const base = String(entry.members['url']).replace(/\/+$/, '');
  const sent = `${request.method} ${request.url.replace(base, '')}`;
  const instead =
    outcome.kind === 'answered'
      ? `${sent} was answered with HTTP ${outcome.status}${repliedText(outcome)}, but must be with 200, because ${reasonFor(request, base, outcome.status, entry)}`
      : unanswered(sent, base, outcome.reason);
  const page = sent === CAPABILITIES ? PROTOCOL : SECTIONS[entry.section];
  const see = sentence.includes('. See ') || outcome.kind !== 'answered' ? '' : `. See ${page}`;
  return `${sentence.replace(said, () => instead)}${see}`;
}

function reasonFor(
  { method, url }: OutboundRequest,
  base: string,
  status: number,
  { section, members }: TestedConnection['entry'],
): string {
  const path = url.replace(base, '');
  if (section === 'kyc' && status === CONFLICT && path === '/applications')
    return UNEQUAL[members['documents'] === 'fetch' ? 'fetch' : 'push'];
  const advice = ADVICES.find(
    (each) => each.method === method && each.path.test(path) && (each.statuses?.includes(status) ?? true),
  );
  return advice?.because ?? VALID;
}

function unanswered(sent: string, base: string, reason: string): string {
  if (reason === REFUSED) return `nothing listens at ${base}, which is \`url\` of the entry; start the partner there`;
  return `${sent} has no answer: ${reason}; a partner that needs longer than 10 seconds answers that it has not decided`;
}
