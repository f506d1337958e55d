import { AGENTS } from './agents.js';
import { runExamples } from './run-examples.js';

runExamples(AGENTS);
