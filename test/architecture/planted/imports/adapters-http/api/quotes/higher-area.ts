import { serializeTransaction } from '../transactions/serialize.js';

export const serialize = serializeTransaction;
