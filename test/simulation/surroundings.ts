import type { WebhookOutcome } from '@corridor/core/ports';
import { seededRandom } from '@corridor/core/testing';
import { memoryVault } from '@corridor/adapters-rails/cards';
import { createSealer } from '@corridor/adapters-rails/custody';
import { memoryBook } from '@corridor/adapters-rails/stablecoins';
import type { Storage } from '@corridor/adapters-storage';
import { type CardNetwork, createCardNetwork } from './card-network.js';
import type { Chance } from './chance.js';
import type { Invariants } from './invariants.js';
import { issuerDecisions, type IssuerDecisions } from './issuer.js';
import type { Commits } from './late-commit.js';
import { createKycPartner, type KycPartner } from './kyc-partner.js';
import type { Invoices } from './paid-invoices.js';
import type { Tally } from './process.js';
import { createRailAnswers, type RailAnswers } from './rail-answers.js';
import { createScreeningPartner, type ScreeningPartner } from './screening-partner.js';
import { createTravelRulePartner, type TravelRulePartner } from './travel-rule-partner.js';
import type { Lookups } from './transitions.js';

/** What all hosts of a run share. */
export interface Surroundings {
  readonly storage: Storage;
  readonly invariants: Invariants;
  readonly lookups: Lookups;
  readonly faults: Tally;
  readonly rows: Tally;
  readonly commits: Commits;
  /** The units of work that have begun and not ended, also those of processes that crashed or pause. */
  readonly inFlight: { units: number };
  /** Milliseconds. */
  now(): number;
  /** The failures of outside services; null while there are none. */
  chance(): Chance | null;
  /** The answer of the platforms' endpoints to the next webhook. */
  endpoint(): WebhookOutcome;
  /** Ids of the events that the endpoints have answered: any answer answers an event that asks a question. */
  readonly received: Set<string>;
  readonly outside: Outside;
  /** Runs a check. What it throws is kept as well, because background work reports what it catches and goes on. */
  inspect<T>(check: () => T): T;
}

/** Services outside of the hosts, which keep what they did when a host crashes. */
export interface Outside {
  readonly vault: ReturnType<typeof memoryVault>;
  readonly book: ReturnType<typeof memoryBook>;
  readonly issuer: IssuerDecisions;
  readonly invoices: Invoices;
  readonly sealer: ReturnType<typeof createSealer>;
  readonly answers: RailAnswers;
  readonly network: CardNetwork;
  readonly screening: ScreeningPartner;
  readonly kyc: KycPartner;
  readonly travelRule: TravelRulePartner;
}

/** `now`: the time there, in milliseconds. */
export const createOutside = (now: () => number, faults: Tally): Outside => ({
  vault: memoryVault(),
  book: memoryBook(),
  issuer: issuerDecisions(),
  invoices: { states: new Map(), arePaid: true },
  sealer: createSealer(seededRandom('master key').bytes(32)),
  answers: createRailAnswers(),
  network: createCardNetwork(),
  screening: createScreeningPartner(),
  kyc: createKycPartner(now, faults),
  travelRule: createTravelRulePartner(now, faults),
});
