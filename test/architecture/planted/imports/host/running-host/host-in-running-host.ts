import type { Host } from '../serving/host.js';

export type Planted = Host;
