import { PLATFORM } from './platform.js';
import { runExamples } from './run-examples.js';

runExamples(PLATFORM);
