import { AUTHENTICATION } from './authentication.js';
import { runExamples } from './run-examples.js';

runExamples(AUTHENTICATION);
