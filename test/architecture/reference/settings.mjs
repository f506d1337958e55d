import { SETTING_NAMES, SETTINGS } from '../../../packages/host/dist/settings/settings.js';
import { ADDRESS_SETTINGS } from '../../../packages/host/dist/settings/address.js';
import { AUTHENTICATION_SETTINGS } from '../../../packages/host/dist/settings/authentication.js';
import { CARD_SETTINGS } from '../../../packages/host/dist/settings/cards.js';
import { DATA_SETTINGS } from '../../../packages/host/dist/settings/data.js';
import { APPROVAL_SETTINGS } from '../../../packages/host/dist/settings/approvals.js';
import { MESSAGE_SETTINGS } from '../../../packages/host/dist/settings/messages.js';
import { NETWORK_SETTINGS } from '../../../packages/host/dist/settings/network.js';
import { OPERATION_SETTINGS } from '../../../packages/host/dist/settings/operation.js';
import { PAYMENT_SETTINGS } from '../../../packages/host/dist/settings/payments.js';
import { code, table, wrapped } from '../tables.mjs';

const GROUPS = [
  ['Address and names', ADDRESS_SETTINGS],
  ['Data and keys', DATA_SETTINGS],
  ['Payments, fees and rates', PAYMENT_SETTINGS],
  ['Limits and network', NETWORK_SETTINGS],
  ['Customer authentication', AUTHENTICATION_SETTINGS],
  ['Cards', CARD_SETTINGS],
  ['Messages with one-time codes', MESSAGE_SETTINGS],
  ['Notices to approvers', APPROVAL_SETTINGS],
  ['Workers, metrics and logs', OPERATION_SETTINGS],
];

const INTRODUCTION = `# Settings

Generated from the declarations in \`packages/host/src/settings\` by \`npm run docs:write\`; do not edit.

Every setting of a host, for those who configure one. A setting is an environment variable, or a member of the JSON
object in the file that \`CORRIDOR_CONFIG_FILE\` names; the environment takes precedence. A host does not start with an
invalid value or an unknown \`CORRIDOR_\` name: it prints the name and exits with code 1.

A _secret_ is never printed, not even if it is invalid. A setting without a default is off, or its meaning says what
applies instead.`;

export function settingsDocument() {
  const grouped = GROUPS.flatMap(([, settings]) => Object.keys(settings));
  const missing = SETTING_NAMES.filter((name) => !grouped.includes(name));
  if (missing.length > 0) throw new Error(`reference/settings.mjs has no group for ${missing.join(', ')}`);
  return [INTRODUCTION, ...GROUPS.flatMap(([title, settings]) => [`## ${title}`, rows(Object.keys(settings))])]
    .map(wrapped)
    .join('\n\n');
}

const rows = (names) => table(['Setting', 'Default', 'Value', 'Meaning'], names.map(row));

function row(name) {
  const setting = SETTINGS[name];
  const value = [setting.secret ? '_secret_' : '', valueOf(setting)].filter((part) => part !== '').join('; ');
  return [code(name), defaultOf(setting), value, setting.meaning];
}

const defaultOf = ({ default: value }) => (value === null ? '' : value === '' ? '(empty)' : code(value));

/** What a schema demands, in the words with which it refuses a value that no setting can have. */
function valueOf({ schema }) {
  const { error } = schema.safeParse('\u0000 {');
  if (error === undefined) return '';
  return error.issues[0].message.replace(/^must be (?:an? )?/, '');
}
