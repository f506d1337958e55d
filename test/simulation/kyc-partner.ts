import { httpKyc } from '@corridor/adapters-rails/http-kyc';
import type { ConnectionContext, KycConnection, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { type PlayedKycProvider, playedKycProvider } from '../faults/played-kyc-provider.js';
import { chanceOf } from './chance.js';
import { count, type Tally } from './process.js';
import { contextOf, PARTNER_ENTRY, signedAs } from './signed-partner.js';

export const KYC_NAME = 'play-id';

/** A KYC provider of the sandbox, which all hosts of a run share. Its books say what the customers are. */
export interface KycPartner {
  /** Null until the hosts have its entry in their connections file. */
  readonly play: PlayedKycProvider | null;
  /** Whether customers enter their data on its page. */
  readonly hasPage: boolean;
  isAway: boolean;
  /** The seed of its habits. */
  connect(seed: string, hasPage: boolean): void;
  /** Of individuals, who are asked for documents; a business is asked for persons. */
  readonly people: Set<string>;
  /** The connection of one host; empty until it has an entry. */
  connectionsOf(parts: Pick<ConnectionContext, 'clock' | 'random'>): Promise<readonly KycConnection[]>;
  /** The headers with which the provider signs a message. */
  signed(body: string): Readonly<Record<string, string>>;
}

/** `now`: the time of the provider, in milliseconds. */
export function createKycPartner(now: () => number, faults: Tally): KycPartner {
  const people = new Set<string>();
  let play: PlayedKycProvider | null = null;
  let hasPage = false;

  function answer(played: PlayedKycProvider, request: OutboundRequest): OutboundOutcome {
    if (partner.isAway) return { kind: 'unreachable', reason: 'connection refused' };
    const body = JSON.stringify(played.answer(request));
    count(faults, `identity provider ${played.used.at(-1)}`);
    const headers = signedAs(now(), request.headers['webhook-id']!, body);
    return played.outcome({ kind: 'answered', status: 200, headers, body, truncated: false });
  }

  const partner: KycPartner = {
    get play() {
      return play;
    },
    get hasPage() {
      return hasPage;
    },
    people,
    isAway: false,
    connect(seed, withPage) {
      play = playedKycProvider(chanceOf(seed), (id) => people.has(id), { isStrict: true });
      play.tellTime(now);
      hasPage = withPage;
    },
    async connectionsOf(parts) {
      const played = play;
      if (played === null) return [];
      const capabilities = { customerTypes: ['INDIVIDUAL', 'BUSINESS'], hostedLink: hasPage };
      const http = { send: async (request: OutboundRequest) => answer(played, request) };
      return [await httpKyc({ ...PARTNER_ENTRY, capabilities }, contextOf(KYC_NAME, { ...parts, http }))];
    },
    signed: (body) => signedAs(now(), 'message', body),
  };
  return partner;
}
