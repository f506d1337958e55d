import type { OperatorPorts } from '@corridor/core/ports';
import { createPasswords } from '../custody/index.js';
import { createPasskeys } from './passkeys.js';

/** The ports with which operators sign in at the console of this URL. */
export const operatorPorts = (consoleUrl: string): OperatorPorts => ({
  passwords: createPasswords(),
  passkeys: createPasskeys({ origins: [new URL(consoleUrl).origin] }),
});
