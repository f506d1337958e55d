import { memory } from '../testing/backends.js';
import { turnsContract } from '../testing/turns-contract.js';

turnsContract(memory);
