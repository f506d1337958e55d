export { CLOCK_LIMITS, type TestClock } from './clock.js';
export * from './sandbox.js';
