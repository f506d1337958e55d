export * from './area.js';
export {
  COUNTED_AS,
  countedAs,
  countedPayments,
  type CountedAs,
  type CountedFilter,
  type CountedPayment,
  type CountedPayments,
} from './counted-payments.js';
export {
  type Cell,
  type Figure,
  FIGURE_HEADS,
  type FigureHead,
  FIGURES,
  type OpenSlots,
  PAYMENT_KINDS,
  type PaymentKind,
} from './figure.js';
export { isOpen, kindOf } from './facts.js';
export { countedUpTo, EVENTS_OF_A_RUN, type FoldedFigures } from './fold-figures.js';
export { inspectFigures } from './inspect-figures.js';
export type { OpenPayments, Outcomes, Overview, OverviewRequest, RailFigures } from './overview.js';
export { type Prefunding, type PrefundingFloor, prefundingOf } from './prefunding.js';
export { EVENTS_OF_A_READER } from './read-figures.js';
export { type Percentile, SETTLE_BOUNDS } from './settle-times.js';
export { roundedShare } from './share.js';
export { readTotals, type TotalCell, type Totals } from './totals.js';
export { readUpkeep, type Upkeep, type WaitingFigures } from './upkeep.js';
