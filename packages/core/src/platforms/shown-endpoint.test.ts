import { expect, it } from 'vitest';
import { shownEndpoint } from './shown-endpoint.js';

it.each([
  ['https://hooks.example/a/secret?b=c', 'https://hooks.example/…'],
  ['https://hooks.example?token=secret', 'https://hooks.example/…'],
  ['https://user:secret@hooks.example:8443/', 'https://hooks.example:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['not an address/secret', '…'],
])('of %s are shown the scheme and the host: %s', (endpoint, shown) => {
  expect(shownEndpoint(endpoint)).toBe(shown);
});

it.each(['', 'nowhere', 'see https://hooks.example/x', 'ftp://hooks.example/x', 'https:/hooks.example'])(
  'shows nothing of "%s"',
  (endpoint) => {
    expect(shownEndpoint(endpoint)).toBe('…');
  },
);
