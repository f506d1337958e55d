import { skeletonOf } from '../pages/layout.js';

export const skeleton = skeletonOf;
