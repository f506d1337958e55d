// Conditions that packages must meet before they are published. Each check returns its findings, one line each.

/** All packages have the version of the root, and depend on each other in exactly this version. */
export function lockstepFaults(root, manifests) {
  return manifests.flatMap(({ name, version, dependencies = {}, peerDependencies = {} }) => {
    const own = version === root.version ? [] : [`${name} has version ${version}, but the release has ${root.version}`];
    const others = Object.entries({ ...dependencies, ...peerDependencies })
      .filter(([other, range]) => other.startsWith('@corridor/') && range !== root.version)
      .map(([other, range]) => `${name} requires ${other} ${range}, but the release has ${root.version}`);
    return [...own, ...others];
  });
}

/** The heading of the changelog that describes this version; null if no heading with an entry does. */
export function changelogHeading(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  for (const name of [`[${version}]`, '[Unreleased]']) {
    const section = sections.find((text) => text.startsWith(name));
    if (section !== undefined && /^- /m.test(section)) return name;
  }
  return null;
}

const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Python-2.0', 'Unlicense', 'Zlib'],
]);

/** Packages whose licence is not on the list, or not stated, with the reason why they are used. */
const EXCEPTIONS = [
  {
    package: /^@img\/sharp-/,
    license: /LGPL-3\.0-or-later/,
    why: 'libvips is a shared library that sharp loads, unchanged',
  },
  {
    package: /^neverpanic$/,
    license: /^unknown$/,
    why: 'states no licence; part of the API reference, whose bundle is used as it is published',
  },
];

/** The packages that a host installs, on any platform, with their licences from the lock file or from the package. */
export function licencesOf(lock, manifestAt) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev && !entry.devOptional)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      license: entry.license ?? statedIn(manifestAt(path)) ?? 'unknown',
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** Old packages name their licences in a list of objects. */
function statedIn(manifest) {
  const stated = manifest?.license ?? manifest?.licenses?.map(({ type }) => type).join(' OR ');
  return typeof stated === 'string' && stated !== '' ? stated : null;
}

export function licenceFaults(licences) {
  return licences
    .filter((one) => !isAllowed(one.license) && exceptionFor(one) === undefined)
    .map(({ name, version, license }) => `${name} ${version}: the licence ${license} is not allowed`);
}

export const exceptionFor = ({ name, license }) =>
  EXCEPTIONS.find((exception) => exception.package.test(name) && exception.license.test(license));

/** `A OR B` needs one allowed licence, `A AND B` needs both. A mixture is refused, so that a person looks at it. */
function isAllowed(expression) {
  const terms = expression.replaceAll(/[()]/g, '');
  if (/ or /i.test(terms) && / and /i.test(terms)) return false;
  if (/ or /i.test(terms)) return terms.split(/ or /i).some((license) => ALLOWED.has(license.trim()));
  return terms.split(/ and /i).every((license) => ALLOWED.has(license.trim()));
}

/**
 * The list of npm without development dependencies. npm's own option for this also drops packages that both production
 * and development need. Adds packages that npm does not list: peers in other versions than those that build Corridor.
 */
export function productionSbom(sbom, name, licences) {
  const refOf = (one) => `${one.name}@${one.version}`;
  const kept = new Set(licences.map(refOf));
  const isKept = (ref) => kept.has(ref) || ref.startsWith('@corridor/');
  const listed = new Set(sbom.components.map((component) => component['bom-ref']));
  const unplaced = licences
    .filter((one) => !listed.has(refOf(one)))
    .map((one) => ({
      'bom-ref': refOf(one),
      type: 'library',
      name: one.name,
      version: one.version,
      purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
      licenses: [{ expression: one.license }],
    }));
  const component = { ...sbom.metadata.component, name };
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component },
    components: [...sbom.components.filter((one) => isKept(one['bom-ref'])), ...unplaced],
    dependencies: sbom.dependencies
      .filter(({ ref }) => isKept(ref) || ref === component['bom-ref'])
      .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter(isKept) })),
  };
}

/** `npm pack` packs a package without the site if nothing has built it. */
export function siteFaults(packed) {
  const { files } = packed.find(({ name }) => name === '@corridor/adapters-http');
  const has = (wanted) => files.some(({ path }) => path === wanted);
  return ['site/index.html', 'site/csp.json']
    .filter((file) => !has(file))
    .map((file) => `@corridor/adapters-http was packed without ${file}`);
}
