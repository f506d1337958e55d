import { sqlite } from '../testing/backends.js';
import { backendContract } from '../testing/contract.js';

backendContract(sqlite);
