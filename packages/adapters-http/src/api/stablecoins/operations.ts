import type { Operation } from '../../kit/operation.js';
import { registrationOperations } from './registration-operations.js';
import { orderOperations } from './order-operations.js';

export const stablecoinOperations: readonly Operation[] = [...registrationOperations, ...orderOperations];
