import { PAYMENTS } from './payments.js';
import { runExamples } from './run-examples.js';

runExamples(PAYMENTS);
