import { heldPart } from '../blocks/held.js';

export const held = heldPart;
