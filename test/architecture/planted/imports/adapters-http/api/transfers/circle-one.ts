import { two } from '../uma/circle-two.js';

export const one = two;
