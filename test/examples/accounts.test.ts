import { ACCOUNTS } from './accounts.js';
import { runExamples } from './run-examples.js';

runExamples(ACCOUNTS);
