import { expect, test } from 'vitest';
import { breaking } from './breaking-change.js';
import { releasedVersions, unannounced, unreleased } from './changelog.js';

const changelog = (entries: string): string =>
  `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- \`listNew\`\n\n${entries}\n\n## [0.1.0]\n\n### Breaking\n\n- \`createQuote\`\n`;
const changes = [breaking('createQuote', 'is removed'), breaking('Quote', 'amount is removed')];

test('a breaking change needs an entry in the unreleased section that names it', () => {
  const all = ['createQuote: is removed', 'Quote: amount is removed'];
  expect(unannounced(changes, changelog(''))).toEqual(all);
  expect(unannounced(changes, changelog('### Changed\n\n- `createQuote` and `Quote`'))).toEqual(all);
  expect(unannounced(changes, changelog('### Breaking\n\n- Quote and `createQuotes` are gone.'))).toEqual(all);
  expect(unannounced(changes, changelog('### Breaking\n\n- `Quote` has no amount.'))).toEqual(all.slice(0, 1));
  expect(unannounced(changes, changelog('### Breaking\n\n- `createQuote` is gone, `Quote` has no amount.'))).toEqual(
    [],
  );
});

test('a section ends with the next one', () => {
  expect(unreleased(changelog('### Breaking\n\n- `Quote`'), 'Added').trim()).toBe('- `listNew`');
  expect(unreleased(changelog(''), 'Breaking')).toBe('');
});

test('a version is released if its section has a date', () => {
  expect(releasedVersions(changelog(''))).toEqual([]);
  const dated = changelog('').replace('## [0.1.0]', '## [0.2.0] - 2027-03-01\n\n- More.\n\n## [0.1.0] - 2027-01-31');
  expect(releasedVersions(dated)).toEqual(['0.2.0', '0.1.0']);
});
