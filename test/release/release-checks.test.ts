import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  changelogHeading,
  exceptionFor,
  licenceFaults,
  licencesOf,
  type Lock,
  lockstepFaults,
  type Manifest,
  productionSbom,
  siteFaults,
} from '../../.ci/release-checks.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const json = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

describe('versions', () => {
  test('are in lockstep', () => {
    const manifests = readdirSync(join(root, 'packages')).map((name) =>
      json<Manifest>(`packages/${name}/package.json`),
    );
    expect(lockstepFaults(json<Manifest>('package.json'), manifests)).toEqual([]);
  });

  test('that differ are reported, and so are ranges that are not exact', () => {
    const faults = lockstepFaults({ version: '1.2.0' }, [
      { name: '@corridor/core', version: '1.1.0' },
      {
        name: '@corridor/host',
        version: '1.2.0',
        dependencies: { '@corridor/core': '^1.2.0', koa: '^3.0.0' },
        peerDependencies: { '@corridor/adapters-http': '1.1.0', '@corridor/adapters-rails': '1.2.0' },
      },
    ]);
    expect(faults).toEqual([
      '@corridor/core has version 1.1.0, but the release has 1.2.0',
      '@corridor/host requires @corridor/core ^1.2.0, but the release has 1.2.0',
      '@corridor/host requires @corridor/adapters-http 1.1.0, but the release has 1.2.0',
    ]);
  });
});

describe('the changelog', () => {
  test('has a section for the version or for unreleased changes', () => {
    const unreleased = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something.\n';
    expect(changelogHeading(unreleased, '1.2.0')).toBe('[Unreleased]');
    expect(changelogHeading(`${unreleased}\n## [1.2.0] - 2026-01-01\n\n- More.\n`, '1.2.0')).toBe('[1.2.0]');
    expect(changelogHeading('# Changelog\n\n## [Unreleased]\n\n## [1.1.0]\n\n- Before.\n', '1.2.0')).toBeNull();
  });
});

describe('licences', () => {
  const licensed = (license: string, name = 'planted') => [{ name, version: '1.0.0', license }];

  test('of all production dependencies are allowed', () => {
    const manifestAt = (path: string) => json(`${path}/package.json`);
    const licences = licencesOf(json<Lock>('package-lock.json'), manifestAt);
    expect(licences.length).toBeGreaterThan(100);
    expect(licenceFaults(licences)).toEqual([]);
  });

  test.each(['MIT', '(MIT OR GPL-3.0)', 'MIT or MPL-2.0', '(MIT AND BSD-3-Clause)'])('%s passes', (license) => {
    expect(licenceFaults(licensed(license))).toEqual([]);
  });

  test.each(['GPL-3.0', 'UNLICENSED', 'unknown', 'MIT AND GPL-3.0', '(MIT OR GPL-3.0) AND AGPL-3.0', 'MITX'])(
    '%s is refused',
    (license) =>
      expect(licenceFaults(licensed(license))).toEqual([`planted 1.0.0: the licence ${license} is not allowed`]),
  );

  test('with an exception name one package and a reason', () => {
    const [libvips] = licensed('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64');
    expect(licenceFaults([libvips!])).toEqual([]);
    expect(exceptionFor(libvips!)?.why).toContain('libvips');
    expect(licenceFaults(licensed('LGPL-3.0-or-later'))).toHaveLength(1);
  });

  test('are read from production dependencies, in every form in which a package states them', () => {
    const lock: Lock = {
      packages: {
        '': { version: '1.0.0' },
        'packages/core': { version: '1.0.0' },
        'node_modules/@corridor/core': { link: true },
        'node_modules/compiler': { version: '1.0.0', license: 'GPL-3.0', dev: true },
        'node_modules/b/node_modules/@a/old': { version: '2.0.0' },
        'node_modules/b': { version: '1.0.0', license: 'MIT' },
        'node_modules/elsewhere': { version: '1.0.0' },
      },
    };
    const manifestAt = (path: string) =>
      path.endsWith('old') ? { licenses: [{ type: 'MIT' }, { type: 'ISC' }] } : null;
    expect(licencesOf(lock, manifestAt)).toEqual([
      { name: '@a/old', version: '2.0.0', license: 'MIT OR ISC' },
      { name: 'b', version: '1.0.0', license: 'MIT' },
      { name: 'elsewhere', version: '1.0.0', license: 'unknown' },
    ]);
  });
});

test('the bill of materials lists production dependencies only', () => {
  const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0' });
  const npm = {
    metadata: { component: { ...component('corridor'), name: 'folder' } },
    components: ['@corridor/core', 'both', 'compiler'].map(component),
    dependencies: [
      { ref: 'corridor@1.0.0', dependsOn: ['compiler@1.0.0'] },
      { ref: '@corridor/core@1.0.0', dependsOn: ['both@1.0.0', 'compiler@1.0.0'] },
      { ref: 'compiler@1.0.0', dependsOn: ['both@1.0.0'] },
      { ref: 'both@1.0.0' },
    ],
  };
  const licences = ['both', '@a/peer'].map((name) => ({ name, version: '1.0.0', license: 'MIT' }));
  const { metadata, components, dependencies } = productionSbom(npm, 'corridor', licences);
  expect(metadata.component.name).toBe('corridor');
  expect(components.map((one) => one['bom-ref'])).toEqual(['@corridor/core@1.0.0', 'both@1.0.0', '@a/peer@1.0.0']);
  expect(components.at(-1)).toMatchObject({ purl: 'pkg:npm/%40a/peer@1.0.0', licenses: [{ expression: 'MIT' }] });
  expect(dependencies).toEqual([
    { ref: 'corridor@1.0.0', dependsOn: [] },
    { ref: '@corridor/core@1.0.0', dependsOn: ['both@1.0.0'] },
    { ref: 'both@1.0.0', dependsOn: [] },
  ]);
});

test('a release without --dry-run publishes nothing and prints the steps', () => {
  for (const args of [[], ['--publish'], ['--dry-run', '--force']]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['.ci/release.mjs', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('npm run release -- --dry-run');
    expect(stderr).toContain('npm publish --provenance');
  }
});

describe('the documentation', () => {
  const packed = (...paths: readonly string[]) => [
    { name: '@corridor/core', files: [{ path: 'dist/index.js' }] },
    { name: '@corridor/adapters-http', files: paths.map((path) => ({ path })) },
  ];

  test('is part of the package that serves it', () => {
    expect(siteFaults(packed('site/index.html', 'site/csp.json'))).toEqual([]);
    expect(json<{ files: readonly string[] }>('packages/adapters-http/package.json').files).toContain('site');
  });

  test('that was not built before the package was packed is reported', () => {
    expect(siteFaults(packed('dist/index.js'))).toEqual([
      '@corridor/adapters-http was packed without site/index.html',
      '@corridor/adapters-http was packed without site/csp.json',
    ]);
  });
});
