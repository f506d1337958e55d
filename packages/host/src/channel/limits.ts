import { createKnownNames, createLimits, hashedName, type Limits, type RateLimit } from '@corridor/adapters-http';
import { createSignInLimits, type SignInLimits } from '@corridor/adapters-http/console';
import type { Channel } from './channel.js';

/** The limits that hold for a whole host, however many processes it has. */
export interface HostLimits {
  readonly requests: Limits;
  /** Sign-ins and enrolments at the console. */
  readonly signIns: SignInLimits;
}

/** The limits of a host, counted in this process. Without a rate limit only sign-ins, codes and wrong
 * signatures are counted. */
export function createHostLimits(rateLimit: RateLimit | null, now?: () => number): HostLimits {
  return {
    requests: createLimits(rateLimit, now),
    signIns: createSignInLimits(now),
  };
}

/** A supervisor that does not answer has ended, and its processes are about to stop: they refuse for one second. */
const UNANSWERED_SECONDS = 1;

const REQUEST = 'limits.request';
const LOOK_UP = 'limits.look-up';
const PROVEN = 'limits.proven';
const GUESSED = 'limits.guessed';
const TRY_CODE = 'limits.try-code';
const KNOWN_CODE = 'limits.known-code';
const HEAR = 'limits.hear';
const FORGED = 'limits.forged';
const SIGN_IN = 'limits.sign-in';
const WRONG_SIGN_IN = 'limits.wrong-sign-in';

type OfName = readonly [name: string, address: string];

/** Counts for a process, in the supervisor. */
export function answerLimits(channel: Channel, { requests, signIns }: HostLimits): void {
  channel.onAsked(REQUEST, (key) => requests.request(key as string));
  channel.onAsked(LOOK_UP, (content) => requests.lookUp(...(content as OfName)));
  channel.onTold(PROVEN, (name) => requests.proven(name as string));
  channel.onAsked(GUESSED, (content) => requests.guessed(...(content as OfName)));
  channel.onAsked(TRY_CODE, (caller) => requests.tryCode(caller as string));
  channel.onTold(KNOWN_CODE, (caller) => requests.knownCode(caller as string));
  channel.onAsked(HEAR, (sender) => requests.hear(sender as string));
  channel.onTold(FORGED, (sender) => requests.forged(sender as string));
  channel.onAsked(SIGN_IN, (client) => signIns.attempt(client as string));
  channel.onTold(WRONG_SIGN_IN, (client) => signIns.wrong(client as string));
}

/**
 * The limits of the host in one of its processes: the supervisor counts. Usernames leave the process as hashes, because
 * the access token of an agent is one. A username that was proven here is looked up without a question.
 */
export function limitsOver(channel: Channel): HostLimits {
  const known = createKnownNames();
  const ask = async (subject: string, content: unknown): Promise<number> => {
    const seconds = await channel.ask(subject, content).catch(() => UNANSWERED_SECONDS);
    return typeof seconds === 'number' ? seconds : UNANSWERED_SECONDS;
  };
  return {
    requests: {
      request: (tokenId) => ask(REQUEST, tokenId),
      lookUp: (username, address) => (known.has(username) ? 0 : ask(LOOK_UP, [hashedName(username), address])),
      proven(username) {
        if (!known.has(username)) channel.tell(PROVEN, hashedName(username));
        known.add(username);
      },
      guessed: (username, address) => ask(GUESSED, [hashedName(username), address]),
      tryCode: (caller) => ask(TRY_CODE, caller),
      knownCode: (caller) => channel.tell(KNOWN_CODE, caller),
      hear: (sender) => ask(HEAR, sender),
      forged: (sender) => channel.tell(FORGED, sender),
    },
    signIns: {
      attempt: (client) => ask(SIGN_IN, client),
      wrong: (client) => channel.tell(WRONG_SIGN_IN, client),
    },
  };
}
