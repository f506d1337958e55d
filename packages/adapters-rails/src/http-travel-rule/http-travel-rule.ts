import {
  type ConnectionContext,
  type RailCallback,
  type RailCallbackAnswer,
  RailEntryError,
  RailUnavailable,
  type TellTravelRule,
  type TravelRule,
  type TravelRuleRules,
  type TravelRuleTransfer,
} from '@corridor/core/ports';
import { z } from 'zod';
import { type Ask, exchange, LONGEST_BODY, segment } from '../partners/exchange.js';
import { EVENTS } from '../partners/message.js';
import { readAddress, readKeys } from '../partners/partner.js';
import { answer, lookUp, status } from './answers.js';
import { type CallbackPorts, hear } from './callbacks.js';
import type { transferRequest } from './transfers.js';

/** Regulation (EU) 2023/1113, Article 14(5), in cents. */
const LIMIT_OF_THE_RULE = 100_000n;
const DAY_SECONDS = 86_400;
const EUROS = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{2}))?$/;

/** The member `travelRule` of an entry of a chain. */
export const travelRuleSchema = z.strictObject({
  type: z.literal('http', 'must be "http"'),
  url: z.string(),
  secret: z.unknown(),
  callbackSecret: z.unknown(),
  proofAbove: z.string().regex(EUROS, 'must be an amount in EUR as text, such as "1000.00"').default('1000.00'),
  waitSeconds: z
    .int()
    .min(60)
    .max(31 * DAY_SECONDS)
    .default(DAY_SECONDS),
});

export type TravelRuleEntry = z.infer<typeof travelRuleSchema>;

/** A partner of the travel rule behind the protocol of docs/connections/travel-rule.md. */
export interface HttpTravelRule {
  readonly partner: TravelRule;
  readonly rules: TravelRuleRules;
  /** The largest body of a callback at this path; null if there is none. */
  callbackBytes(path: string): number | null;
  hear(
    place: Pick<CallbackPorts, 'network' | 'rails' | 'indexOf'>,
    callback: RailCallback,
    tell: TellTravelRule,
  ): Promise<RailCallbackAnswer>;
  /** Why the partner cannot be asked now; null if it answers. */
  problem(): Promise<string | null>;
}

const MEMBER = 'travelRule';

/** The partner that the member `travelRule` of an entry names. Throws a `RailEntryError` that names the wrong member. */
export function httpTravelRule(entry: TravelRuleEntry, context: ConnectionContext): HttpTravelRule {
  const { clock, name } = context;
  const url = inMember(() => readAddress(entry.url, context));
  const partner = {
    url,
    keys: readKeys(`${MEMBER}.secret`, entry.secret, context),
    callbackKeys: readKeys(`${MEMBER}.callbackSecret`, entry.callbackSecret, context),
  };
  const ask = exchange(partner, context);
  return {
    partner: partnerOf(ask, name),
    rules: { proofAbove: centsOf(entry.proofAbove), waitSeconds: entry.waitSeconds },
    callbackBytes: (path) => (path === EVENTS ? LONGEST_BODY : null),
    hear: (place, callback, tell) => hear({ ...place, callbackKeys: partner.callbackKeys, clock }, callback, tell),
    async problem() {
      try {
        await ask({ name: 'status', method: 'GET', path: '/status', answer: status, withinMs: 5_000 });
        return null;
      } catch (cause) {
        if (!(cause instanceof RailUnavailable)) throw cause;
        return cause.message;
      }
    },
  };
}

function centsOf(text: string): bigint {
  const [, whole = '0', cents = '00'] = EUROS.exec(text) ?? [];
  const given = BigInt(whole) * 100n + BigInt(cents);
  if (given > LIMIT_OF_THE_RULE)
    throw new RailEntryError(
      `${MEMBER}.proofAbove`,
      'must be at most "1000.00", the limit of Regulation (EU) 2023/1113',
    );
  return given;
}

/** The errors of the shared readers, with the path of the member that contains what they read. */
function inMember<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RailEntryError) throw new RailEntryError(`${MEMBER}.${cause.member}`, cause.message);
    throw cause;
  }
}

const partnerOf = (ask: Ask, name: string): TravelRule => ({
  name,
  send: (transfer) => ask({ name: 'send', method: 'POST', path: '/transfers', body: bodyOf(transfer), answer }),
  lookUp: (reference) =>
    ask({
      ...{ name: 'look-up', method: 'GET', path: `/transfers/${segment(reference)}` },
      ...{ answer: lookUp, unknown: { state: 'unknown' } },
    }),
});

const bodyOf = ({ amount, ...transfer }: TravelRuleTransfer): z.input<typeof transferRequest> => ({
  ...transfer,
  amount: String(amount),
});
