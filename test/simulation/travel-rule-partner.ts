import { type HttpTravelRule, httpTravelRule, travelRuleSchema } from '@corridor/adapters-rails/http-travel-rule';
import type {
  ConnectionContext,
  OutboundOutcome,
  OutboundRequest,
  Rail,
  RailConnection,
  TravelRule,
} from '@corridor/core/ports';
import { type Chance, chanceOf } from './chance.js';
import { count, type Tally } from './process.js';
import { contextOf, PARTNER_ENTRY, signedAs } from './signed-partner.js';
import { unreliable, type Unreliability } from './unreliable.js';

export type Json = Readonly<Record<string, unknown>>;

export const CHAIN_NAME = 'play-chain';
/** The rail of the sandbox that is the chain of this connection, once it has an entry. */
export const CHAIN_RAIL = 'sandbox-crypto';
export const CHAIN_NETWORK = 'BASE';
const SENDING_ADDRESS = '0x1111111111111111111111111111111111111111';

/** What an institution will say: at once, later, or never. */
type Fate = 'accepts at once' | 'accepts' | 'rejects at once' | 'rejects' | 'never answers';

/** Each run has institutions of one temper. */
const TEMPERS: readonly (readonly Fate[])[] = [
  ['accepts at once', 'accepts', 'accepts', 'rejects at once', 'rejects', 'never answers'],
  ['accepts at once', 'accepts at once', 'accepts', 'rejects'],
  ['rejects at once', 'rejects', 'accepts'],
  ['never answers', 'accepts', 'never answers', 'rejects'],
];

const HABITS = [
  ...['well', 'well', 'well', 'well', 'well', 'well', 'dies before', 'dies after', 'acts twice', 'stalls', 'fails'],
  ...['says 409', 'answers something else', 'signs for another request', 'denies', 'contradicts', 'changes its mind'],
] as const;
type Habit = (typeof HABITS)[number];

/** After which times the partner wants to be asked again, in seconds. */
const CHECKS = [1, 60, 300, 900, 3_600];
const ACCEPTED: Json = { state: 'accepted' };

/** What the partner has of one transfer that it was sent. */
export interface Book {
  /** The body as it came, and what it says. */
  readonly body: string;
  readonly transfer: Json;
  readonly fate: Fate;
  /** What the institution decided; null until it does. */
  answer: Json | null;
  /** All that reached a host as an answer about this transfer, lies as well. */
  readonly said: Json[];
}

export interface TravelRuleEntry {
  readonly proofAbove: string;
  readonly waitSeconds: number;
}

/** A partner of the travel rule, which all hosts of a run share, with books of all that it got and said. */
export interface TravelRulePartner {
  /** The member of the entry of the chain; null until the hosts have the entry. */
  readonly entry: TravelRuleEntry | null;
  /** Whether the entry has its partner now. */
  isConnected: boolean;
  isAway: boolean;
  /** By reference. */
  readonly books: ReadonlyMap<string, Book>;
  /** Messages that are on their way. */
  readonly messages: Json[];
  /** The incoming transfers that a host has promised to keep, as they were sent, by reference. */
  readonly kept: Map<string, string>;
  /** All incoming transfers that were sent, as text. */
  readonly told: Set<string>;
  /** What contradicts the protocol. */
  readonly findings: string[];
  /** The seed of its habits. */
  connect(seed: string, entry: TravelRuleEntry): void;
  /** Gives the entry another limit. */
  limit(proofAbove: string): void;
  /** From now on nothing fails. */
  behave(): void;
  /** The connection of one host to the chain, which is this rail; null until it has an entry. */
  connectionOf(
    from: Unreliability,
    parts: Pick<ConnectionContext, 'clock' | 'random'>,
    chain: Rail,
  ): RailConnection | null;
  /** The headers with which the partner signs a message. */
  signed(body: string): Readonly<Record<string, string>>;
}

/** `now`: the time of the partner, in milliseconds. */
export function createTravelRulePartner(now: () => number, faults: Tally): TravelRulePartner {
  const books = new Map<string, Book>();
  const messages: Json[] = [];
  const findings: string[] = [];
  /** By reference: how often a host has learnt that it is unknown, and how often it was posted. */
  const unknown: Tally = new Map();
  const posted: Tally = new Map();
  let entry: TravelRuleEntry | null = null;
  let chance: Chance = chanceOf('');
  let temper = TEMPERS[0]!;
  let isWell = false;

  /** The institution decides, sooner or later, and the partner reports it, perhaps twice. */
  function advance(reference: string, book: Book): void {
    const { fate } = book;
    if (book.answer !== null || fate === 'never answers') return;
    if (!fate.endsWith('at once') && chance.under(isWell ? 2 : 4) > 0) return;
    book.answer = fate.startsWith('accepts')
      ? ACCEPTED
      : { state: 'rejected', reason: `the name is not that of ${reference}` };
    for (let times = chance.under(3); times > 0; times--) messages.push({ kind: 'answered', reference });
  }

  const present = ({ answer }: Book): Json => answer ?? { state: 'pending', checkAfterSeconds: chance.of(CHECKS) };

  /** Keeps a transfer that is posted; null if its reference has other content. */
  function keep(body: string): Book | null {
    const transfer = JSON.parse(body) as Json;
    const reference = String(transfer['reference']);
    const before = books.get(reference);
    if (before !== undefined && before.body !== body) {
      findings.push(`${reference} was sent with other content: ${before.body} and ${body}`);
      return null;
    }
    const book = before ?? { body, transfer, fate: chance.of(temper), answer: null, said: [] };
    books.set(reference, book);
    return book;
  }

  /** The books of the transfer of a request. A reference that was never posted has none. */
  function act({ method, body }: OutboundRequest, reference: string): Book | null {
    const book = method === 'POST' ? keep(body as string) : (books.get(reference) ?? null);
    if (book !== null) advance(reference, book);
    return book;
  }

  /** What the partner says as one of its habits wants it. */
  function answered(habit: Habit, book: Book | null, isPost: boolean): Json {
    if (book === null || (habit === 'denies' && !isPost)) return { state: 'unknown' };
    const isAccepted = book.answer === ACCEPTED;
    const other = isAccepted ? { state: 'rejected', reason: 'the institution has changed its mind' } : ACCEPTED;
    if (habit === 'changes its mind' && book.answer !== null) book.answer = other;
    if (habit === 'contradicts') return other;
    return habit === 'answers something else' ? { state: 'granted' } : present(book);
  }

  function send(request: OutboundRequest): OutboundOutcome {
    const { method, url, body } = request;
    const unreachable = (reason: string): OutboundOutcome => ({ kind: 'unreachable', reason });
    if (partner.isAway) return unreachable('connection refused');
    const habit: Habit = isWell ? 'well' : chance.of(HABITS);
    count(faults, `partner of the travel rule ${habit}`);
    if (habit === 'dies before') return unreachable('connection reset');
    const isPost = method === 'POST';
    const reference = isPost
      ? String((JSON.parse(body as string) as Json)['reference'])
      : decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
    if (habit === 'acts twice') act(request, reference);
    const book = act(request, reference);
    if (habit === 'dies after') return unreachable('connection reset');
    if (habit === 'stalls') return unreachable('no answer within 10000 ms');
    const given = answered(habit, book, isPost);
    const status = habit === 'fails' ? 500 : habit === 'says 409' || (isPost && book === null) ? 409 : 200;
    const isOther = habit === 'signs for another request';
    const id = isOther ? 'GET /transfers/another 00' : request.headers['webhook-id']!;
    if (status === 200 && !isOther) book?.said.push(given);
    const text = JSON.stringify(given);
    return { kind: 'answered', status, headers: signedAs(now(), id, text), body: text, truncated: false };
  }

  /** Compares what a host asks with what it has learnt. */
  const counted = (service: TravelRule): TravelRule => ({
    name: service.name,
    async send(transfer) {
      const { reference } = transfer;
      count(posted, reference);
      if (posted.get(reference)! > (unknown.get(reference) ?? 0))
        findings.push(`${reference} was posted although no look-up has said that it is unknown`);
      return service.send(transfer);
    },
    async lookUp(reference) {
      const answer = await service.lookUp(reference);
      if (answer.state === 'unknown') count(unknown, reference);
      return answer;
    },
  });

  const partner: TravelRulePartner = {
    get entry() {
      return entry;
    },
    isConnected: false,
    isAway: false,
    books,
    messages,
    kept: new Map(),
    told: new Set(),
    findings,
    connect(seed, given) {
      chance = chanceOf(seed);
      temper = chance.of(TEMPERS);
      entry = given;
      partner.isConnected = true;
    },
    limit: (proofAbove) => void (entry = { ...entry!, proofAbove }),
    behave: () => void (isWell = true),
    connectionOf(from, parts, chain) {
      if (entry === null) return null;
      const http = { send: async (request: OutboundRequest) => send(request) };
      const member = travelRuleSchema.parse({ type: 'http', ...PARTNER_ENTRY, ...entry });
      const rule = httpTravelRule(member, contextOf(CHAIN_NAME, { ...parts, http }));
      const asked = unreliable(from, 'partner of the travel rule', rule.partner, ['send', 'lookUp']);
      return {
        ...{ name: CHAIN_NAME, environment: 'SANDBOX', claims: [], tasks: [], releases: null },
        rails: [chainOf(chain)],
        callback: hearing(rule),
        check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
        ...(partner.isConnected && {
          travelRule: { partner: counted(asked), sendingAddress: SENDING_ADDRESS, rules: rule.rules },
        }),
      };
    },
    signed: (body) => signedAs(now(), 'message', body),
  };
  return partner;
}

/** The chain as one whose addresses have indexes, and whose payments can be cancelled before it has them. */
const chainOf = (chain: Rail): Rail => ({
  ...chain,
  capabilities: { ...chain.capabilities, cancellable: true },
  funding: { ...chain.funding!, addressSpace: CHAIN_NAME },
});

/** The address of an account with this index, as the other institutions name it. */
export const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`;

const hearing =
  (rule: HttpTravelRule): NonNullable<RailConnection['callback']> =>
  (callback, _tell, tellTravelRule) =>
    rule.hear(
      {
        network: CHAIN_NETWORK,
        rails: { delivers: CHAIN_RAIL, receives: CHAIN_RAIL },
        indexOf: async (address) => Number.parseInt(address.slice(2), 16),
      },
      callback,
      tellTravelRule,
    );
