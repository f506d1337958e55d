import { serializeTransfer } from '../transfers/circle-three.js';

export const two = serializeTransfer;
