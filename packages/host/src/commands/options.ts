import { ENVIRONMENTS } from '@corridor/core';
import { flag, option } from './command.js';

// Options that several commands have.

export const PLATFORM = option('platform', 'ID', 'The platform, as Platform:…');
export const ITS_PLATFORM = option('platform', 'ID', 'Its platform');
export const ENVIRONMENT = option(
  'environment',
  'NAME',
  'SANDBOX or PRODUCTION; required if the platform has both',
  ENVIRONMENTS,
);
export const OPERATOR = option('operator', 'FILE', 'The file with your operator credential');
export const AS_HOLDER_OR_OPERATOR = option(
  'operator',
  'FILE',
  'The file with your operator credential; without it, as the holder of the master key',
);
export const JSON_ARRAY = flag('json', 'Print one JSON array');
export const JSON_OBJECT = flag('json', 'Print one JSON object');
