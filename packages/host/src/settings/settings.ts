import { ADDRESS_SETTINGS } from './address.js';
import { AUTHENTICATION_SETTINGS } from './authentication.js';
import { CARD_SETTINGS } from './cards.js';
import { DATA_SETTINGS } from './data.js';
import { APPROVAL_SETTINGS } from './approvals.js';
import { MESSAGE_SETTINGS } from './messages.js';
import { NETWORK_SETTINGS } from './network.js';
import { OPERATION_SETTINGS } from './operation.js';
import { PAYMENT_SETTINGS } from './payments.js';
import type { Setting, Settings } from './setting.js';

/** All settings by name. The name is the environment variable and the member of the configuration file. */
export const SETTINGS = {
  ...ADDRESS_SETTINGS,
  ...DATA_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...NETWORK_SETTINGS,
  ...AUTHENTICATION_SETTINGS,
  ...CARD_SETTINGS,
  ...MESSAGE_SETTINGS,
  ...APPROVAL_SETTINGS,
  ...OPERATION_SETTINGS,
} as const satisfies Settings;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
export const settingOf = (name: SettingName): Setting => SETTINGS[name];
