import type { Log } from '../logging/logging.js';
import '../metrics/metric-values.js';

export type Traced = Log;
