import { ENVIRONMENTS, OPERATOR_ROLES, PERMISSIONS, RESET_VERDICTS, REVIEW_DECISIONS } from '@corridor/core';
import { DIRECTIONS, OPENED_BY_HAND } from '@corridor/core/internal';
import { BOOKED_BY_HAND, RESOLUTIONS } from '@corridor/core/records';
import { SCENES } from '../running-host/scenes/index.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The values of options that have a list of them, by the name of the option, or of its command and the option. */
export const COMPLETION_VALUES: Readonly<Record<string, readonly string[]>> = {
  environment: ENVIRONMENTS,
  permissions: PERMISSIONS,
  role: OPERATOR_ROLES.map((role) => role.toLowerCase()),
  decision: REVIEW_DECISIONS,
  verdict: RESET_VERDICTS,
  status: ['OPEN', 'RESOLVED'],
  'blocks list status': ['BLOCKED', 'ENDED'],
  direction: DIRECTIONS,
  resolution: RESOLUTIONS,
  'exceptions open kind': OPENED_BY_HAND,
  'treasury book kind': BOOKED_BY_HAND,
  'trigger type': Object.keys(SCENES),
  shell: SHELLS,
};
