import { createConsole } from '../console/index.js';

export const create = createConsole;
