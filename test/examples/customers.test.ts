import { CUSTOMERS } from './customers.js';
import { runExamples } from './run-examples.js';

runExamples(CUSTOMERS);
