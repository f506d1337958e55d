import { expect, it } from 'vitest';
import { readConfiguration } from './configuration.js';
import { SETTING_NAMES, settingOf } from './settings.js';
import { settingsDigest } from './settings-digest.js';

const digestWith = (over: Readonly<Record<string, string>>): string =>
  settingsDigest((name) => over[name] ?? settingOf(name).default);
const none = digestWith({});

it('differs with each setting that hosts share, and with no other', () => {
  const told = SETTING_NAMES.filter((name) => digestWith({ [name]: 'another value' }) !== none);
  const shared = SETTING_NAMES.filter((name) => settingOf(name).secret !== true && settingOf(name).perHost !== true);
  expect(told).toEqual(shared);
  expect(told).toContain('CORRIDOR_APPROVAL_AMOUNTS');
  for (const name of ['CORRIDOR_PORT', 'CORRIDOR_DATA_DIR', 'CORRIDOR_WORKERS', 'CORRIDOR_MASTER_KEY'])
    expect(told).not.toContain(name);
});

it('is the same for a default that is set', () => {
  expect(readConfiguration({}).settingsDigest).toBe(none);
  expect(readConfiguration({ CORRIDOR_QUOTE_SECONDS: '300', CORRIDOR_PORT: '9090' }).settingsDigest).toBe(none);
  expect(readConfiguration({ CORRIDOR_QUOTE_SECONDS: '60' }).settingsDigest).toBe(
    digestWith({ CORRIDOR_QUOTE_SECONDS: '60' }),
  );
});

it('is short, and has nothing of a value', () => {
  expect(none).toMatch(/^[0-9a-f]{16}$/);
});
