import { evm } from '../evm/index.js';

export const connect = evm;
