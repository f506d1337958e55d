import { postgres } from '../testing/backends.js';
import { viewContract } from '../testing/view-contract.js';

viewContract(postgres);
