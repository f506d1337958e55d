export { type HttpTravelRule, httpTravelRule, type TravelRuleEntry, travelRuleSchema } from './http-travel-rule.js';
export { travelRuleOpenApi } from './open-api.js';
