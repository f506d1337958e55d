// T-5 is kept with two contents. The partner of the travel rule sent information under one reference for the accounts of
// two platforms, and both were accepted.
import type { Operation } from '../operation.js';

export default [
  { name: 'travel-rule.connect', args: [] },
  { name: 'travel-rule.customer', args: [] },
  { name: 'travel-rule.incoming', args: [] },
  { name: 'travel-rule.incoming', args: [] },
  { name: 'travel-rule.incoming', args: [] },
  { name: 'travel-rule.customer', args: [0, 91] },
  { name: 'travel-rule.incoming', args: [] },
  { name: 'travel-rule.incoming', args: [] },
  { name: 'travel-rule.incoming', args: [0, 351] },
  { name: 'travel-rule.incoming', args: [] },
  { name: 'travel-rule.incoming', args: [] },
  { name: 'travel-rule.incoming', args: [0, 0, 0, 470, 527] },
] satisfies readonly Operation[];
