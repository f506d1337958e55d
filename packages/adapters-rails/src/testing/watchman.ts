import type { Environment } from '@corridor/core';
import type { MadeScreeningConnection, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { type FixedClock, fixedClock } from '@corridor/core/testing';
import { watchman } from '../watchman/index.js';
import { partnerContext } from './partners.js';

export const WATCHMAN_ENTRY = { url: 'https://watchman.example', lists: ['us_ofac', 'eu_csl'] };

export interface ListedEntity {
  readonly name: string;
  readonly type?: 'person' | 'business' | 'organization' | 'vessel';
  readonly list?: string;
  readonly id?: string;
  readonly born?: string;
  readonly addresses?: readonly string[];
  /** How alike it is to every name; default: 1 for the same name, and 0 otherwise. */
  readonly alike?: number;
}

/** A stand-in for Watchman with the answers of its public documents and sources, which the test can spoil. */
export interface PlayedWatchman {
  readonly connection: MadeScreeningConnection;
  readonly clock: FixedClock;
  readonly requests: OutboundRequest[];
  readonly warnings: object[];
  entities: readonly ListedEntity[];
  /** The content of a list changes with its digest. */
  hashes: Readonly<Record<string, string>>;
  version: string;
  endedAt: string;
  /** Changes an answer on its way. */
  spoil: (answer: OutboundOutcome & { kind: 'answered' }, request: OutboundRequest) => OutboundOutcome;
}

const body = (content: unknown) =>
  ({ kind: 'answered', status: 200, headers: {}, body: JSON.stringify(content), truncated: false }) as const;

const refused = (error: string) => ({ ...body({ error }), status: 400 });

/** Watchman refuses what it does not know. */
const PARAMETERS = ['type', 'name', 'minMatch', 'limit', 'cryptoAddress'];

function entityOf({ name, type = 'person', list = 'us_ofac', id = '22790', born, addresses }: ListedEntity) {
  const person = { name, birthDate: born === undefined ? null : `${born}T00:00:00Z`, gender: 'unknown' };
  return {
    ...{ name, entityType: type, sourceList: list, sourceID: id, contact: { emailAddresses: null }, vessel: null },
    person: type === 'person' ? person : null,
    cryptoAddresses: addresses?.map((address) => ({ currency: 'ETH', address })) ?? null,
    sourceData: { entityID: id, program: ['SDGT'] },
  };
}

function search(entities: readonly ListedEntity[], url: URL) {
  const asked = url.searchParams;
  const unknown = [...asked.keys()].filter((key) => !PARAMETERS.includes(key));
  if (unknown.length > 0) return refused(`extra/unused query parameters in request: ${unknown.join(',')}`);
  const [, address] = asked.get('cryptoAddress')?.split(':') ?? [];
  const matchOf = ({ name, alike, addresses = [] }: ListedEntity): number =>
    address === undefined
      ? (alike ?? (name === asked.get('name') ? 1 : 0))
      : Number(addresses.some((each) => each.toLowerCase() === address.toLowerCase()));
  const found = entities
    .filter(({ type = 'person' }) => asked.get('type') === null || type === asked.get('type'))
    .map((each) => ({ ...entityOf(each), match: matchOf(each) }))
    .filter(({ match }) => match >= Number(asked.get('minMatch') ?? 0))
    .toSorted((a, b) => b.match - a.match)
    .slice(0, Number(asked.get('limit') ?? 10));
  return body({ query: { name: asked.get('name') ?? '' }, entities: found.length === 0 ? null : found });
}

export async function playWatchman(
  entry: Readonly<Record<string, unknown>> = WATCHMAN_ENTRY,
  environment: Environment = 'PRODUCTION',
): Promise<PlayedWatchman> {
  const clock = fixedClock();
  const play: Omit<PlayedWatchman, 'connection'> = {
    clock,
    requests: [],
    warnings: [],
    entities: [],
    hashes: { us_ofac: '0629', eu_csl: 'a572' },
    version: 'v0.66.0',
    endedAt: new Date(clock.now() - 3_600_000).toISOString(),
    spoil: (answer) => answer,
  };
  const answer = (request: OutboundRequest) => {
    const url = new URL(request.url);
    if (url.pathname === '/v2/search') return search(play.entities, url);
    if (url.pathname !== '/v2/listinfo') return { ...body({}), status: 404 };
    const lists = Object.fromEntries(Object.keys(play.hashes).map((name) => [name, 17_646]));
    return body({
      lists,
      listHashes: play.hashes,
      startedAt: play.endedAt,
      endedAt: play.endedAt,
      version: play.version,
    });
  };
  const context = partnerContext('lists', environment, {
    ...{ clock, requests: play.requests, warnings: play.warnings },
    ...{ answer: () => ({}), outcome: (outcome) => outcome },
  });
  const http = {
    send: async (request: OutboundRequest) => {
      play.requests.push(request);
      return play.spoil(answer(request), request);
    },
  };
  return Object.assign(play, { connection: await watchman(entry, { ...context, http }) });
}
