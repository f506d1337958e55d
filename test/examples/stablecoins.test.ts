import { runExamples } from './run-examples.js';
import { STABLECOINS } from './stablecoins.js';

runExamples(STABLECOINS);
