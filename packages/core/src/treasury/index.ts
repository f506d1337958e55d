export * from './area.js';
export type { BookTreasury } from './book.js';
export { bookingLines } from './book.js';
export * from './booking.js';
export { hearOwnMoney, type OwnMoneyMessage } from './hear-own-money.js';
export * from './open-by-hand.js';
export * from './resolutions.js';
export { sideOf } from './resolution-lines.js';
export type { ResolveException, SignedBy } from './resolve-exception.js';
