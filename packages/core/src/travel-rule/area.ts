import type { JobHandler } from '../events/index.js';
import { forJobs } from '../events/index.js';
import type { TravelRuleGate } from '../transactions/index.js';
import { askTravelRule, type AskPorts } from './ask.js';
import { type GatePorts, travelRuleGate } from './gate.js';
import { type HearPorts, hearTravelRule, type HearTravelRule } from './hear.js';
import { type MustBeProven, mustBeProven } from './proof.js';

export type TravelRulePorts = AskPorts & GatePorts & HearPorts;

/** What accompanies transfers on chains (docs/connections/travel-rule.md). */
export interface TravelRuleArea {
  readonly gate: TravelRuleGate;
  readonly mustBeProven: MustBeProven;
  readonly hear: HearTravelRule;
  readonly handlers: { readonly 'travel-rule.ask': JobHandler };
}

export const travelRuleArea = (ports: TravelRulePorts): TravelRuleArea => ({
  gate: travelRuleGate(ports),
  mustBeProven: mustBeProven(ports),
  hear: hearTravelRule(ports),
  handlers: { 'travel-rule.ask': askTravelRule(forJobs(ports)) },
});
