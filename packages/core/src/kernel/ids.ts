import { base64url } from './base64.js';
import type { Clock, Random } from './ports.js';
import { type Instant, instant } from './time.js';

/** The record types whose ids appear in the API or in the database, in the form `<Type>:<uuidv7>`. */
export const ID_TYPES = [
  'Agent',
  'AgentAction',
  'Answer',
  'Arrival',
  'Assignment',
  'AuditRun',
  'AuthMethod',
  'BeneficialOwner',
  'Block',
  'Booking',
  'BulkImport',
  'Card',
  'CardDispute',
  'CardLog',
  'CardRefund',
  'CardSettlement',
  'CardSettlementLine',
  'Customer',
  'DelegatedKey',
  'Deposit',
  'Document',
  'Erasure',
  'Exception',
  'ExternalAccount',
  'ImportChunk',
  'ImportErrors',
  'InternalAccount',
  'Invitation',
  'Job',
  'JournalEntry',
  'KycLink',
  'LegalHold',
  'Lookup',
  'NetworkMessage',
  'Note',
  'OneTimeCode',
  'Operator',
  'OperatorLog',
  'OperatorSession',
  'OutsidePayment',
  'Platform',
  'Posting',
  'Quote',
  'RailMessage',
  'RailStep',
  'Refund',
  'Request',
  'SafeguardingReport',
  'ScaFactor',
  'ScaReset',
  'ScreenedParty',
  'Screening',
  'ScreeningCase',
  'ScreeningCaseLink',
  'ScreeningMatch',
  'ScreeningRound',
  'Session',
  'Stablecoin',
  'StablecoinOperation',
  'StablecoinProviderAccount',
  'StablecoinQuote',
  'Terms',
  'Token',
  'Transaction',
  'TravelRuleTransfer',
  'Verification',
  'Webhook',
] as const;

export type IdType = (typeof ID_TYPES)[number];

export type Id<T extends IdType = IdType> = `${T}:${string}` & { readonly __id: T };

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const PATTERNS = new Map<IdType, RegExp>(ID_TYPES.map((type) => [type, new RegExp(`^${type}:${UUID}$`)]));

/** True for a well-formed id of that type. The record may not exist. */
export function isId<T extends IdType>(type: T, text: string): text is Id<T> {
  // Input from outside may not be a string, and `RegExp.test` would convert it to one.
  return typeof text === 'string' && PATTERNS.get(type)!.test(text);
}

/**
 * The id of that type in a text, for a program that has kept it. Throws a TypeError if the text is not one; the record
 * may not exist.
 *
 * @example
 * ```ts
 * import { idFrom } from '@corridor/core';
 *
 * idFrom('Customer', 'Customer:018bcfe5-6800-7000-8000-000000000001').length; // 45
 * ```
 */
export function idFrom<T extends IdType>(type: T, text: string): Id<T> {
  if (!isId(type, text)) throw new TypeError(`an id of the form ${type}:… with a UUID in lower case is required`);
  return text;
}

/** Names the types, so that a long text of letters takes no longer than another of its length. */
const ANY_ID = new RegExp(`(?:${ID_TYPES.join('|')}):${UUID}`, 'g');

/** The texts of this form in a text, such as the body of a request, each once. The records may not exist. */
export const idsIn = (text: string): readonly string[] => [...new Set(text.match(ANY_ID))];

const TIMED = /:([0-9a-f]{8})-([0-9a-f]{4})-7/;

/** The host time at which a host made an id; null for a text that is not such an id. */
export function timeOfId(id: string): Instant | null {
  const found = TIMED.exec(id);
  return found === null ? null : instant(Number.parseInt(`${found[1]}${found[2]}`, 16));
}

export interface IdSource {
  next<T extends IdType>(type: T): Id<T>;
  /** Random text, without which the digest of personal data that are erased does not give them away. */
  salt(): string;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const POOL_BYTES = 4096;
const SALT_BYTES = 16;
const COUNTER_BITS = 12;

/** Takes random bytes from a pool. */
function poolOf(random: Random): (length: number) => Uint8Array {
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  return (length) => {
    if (used + length > pool.length) {
      pool = random.bytes(POOL_BYTES);
      used = 0;
    }
    used += length;
    return pool.subarray(used - length, used);
  };
}

/**
 * Version 7 UUIDs (RFC 9562, method 1: a 12-bit counter after the millisecond), so that the ids of one host
 * sort in the order of their creation. Random bytes are drawn from a pool: one call serves hundreds of ids.
 */
export function createIds(clock: Clock, random: Random): IdSource {
  const takeBytes = poolOf(random);
  const takeSalt = poolOf(random);
  let last = 0;
  let counter = 0;

  function tick(): void {
    const now = clock.now();
    if (now > last) {
      last = now;
      counter = 0;
    } else if (++counter === 1 << COUNTER_BITS) {
      last += 1;
      counter = 0;
    }
  }

  return {
    salt: () => base64url(takeSalt(SALT_BYTES)),

    next<T extends IdType>(type: T): Id<T> {
      tick();
      const time = last.toString(16).padStart(12, '0');
      const tail = takeBytes(8);
      const hex = (i: number): string => HEX[tail[i]!]!;
      const variant = HEX[(tail[0]! & 0x3f) | 0x80]!;
      return `${type}:${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${hex(1)}-${hex(2)}${hex(3)}${hex(4)}${hex(5)}${hex(6)}${hex(7)}` as Id<T>;
    },
  };
}
