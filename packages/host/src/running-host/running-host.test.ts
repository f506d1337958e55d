import { VERSION } from '@corridor/adapters-http';
import { expect, it, test } from 'vitest';
import { API_VERSION, consoleOf, runningHost } from './running-host.js';

const REMOTE = { baseUrl: null, clientId: 'id', clientSecret: 'secret' };
const hostAt = (baseUrl: string) => runningHost({ remote: { ...REMOTE, baseUrl } }, {});

test('the commands speak the version of the API that the host serves', () => {
  expect(API_VERSION).toBe(VERSION);
});

it.each([
  ['http://127.0.0.1:8080', `http://127.0.0.1:8080/${VERSION}`],
  ['https://pay.example/eu/', `https://pay.example/eu/${VERSION}`],
  ['https://pay.example/2024-01-01/', 'https://pay.example/2024-01-01'],
])('takes %s as the API at %s', (given, expected) => {
  expect(hostAt(given).baseUrl).toBe(expected);
});

it('names the option and the setting that are missing', () => {
  expect(() => runningHost({ remote: REMOTE }, {})).toThrow('--base-url is missing; give it, or set CORRIDOR_BASE_URL');
});

it.each([
  [null, 'http://127.0.0.1:8080', 'http://localhost:8080/console'],
  [null, 'https://pay.example/eu/2025-10-13', 'https://pay.example/eu/console'],
  ['https://console.example', 'http://127.0.0.1:8080', 'https://console.example/console'],
])('with the console at %s, links of %s lead to %s', (url, baseUrl, expected) => {
  expect(consoleOf({ console: { url } as never }, hostAt(baseUrl))).toBe(expected);
});
