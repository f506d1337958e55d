import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from './schemas.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const FOLDER = join(ROOT, 'ops/kubernetes');
const FILE = 'kustomization.yaml';

interface Generator {
  readonly name: string;
  readonly envs?: readonly string[];
  readonly files?: readonly string[];
}

export interface Kustomization {
  readonly kind: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly labels?: readonly { readonly pairs: Readonly<Record<string, string>>; readonly includeTemplates: boolean }[];
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[];
  readonly configMapGenerator?: readonly Generator[];
}

/** The paths of all files below `ops/kubernetes`, from there. */
export const filesOf = (): readonly string[] =>
  readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(FOLDER, join(entry.parentPath, entry.name)))
    .sort();

/** The kustomizations by the folder in which they are. */
export const kustomizations: ReadonlyMap<string, Kustomization> = new Map(
  filesOf()
    .filter((file) => file.endsWith(FILE))
    .map((file) => [dirname(file), parse(read(file)) as Kustomization]),
);

/** The text of a file below `ops/kubernetes`. */
export function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

/** The manifests of a file; throws for YAML with an error or a warning, such as a key that comes twice. */
export function manifestsIn(text: string): readonly Manifest[] {
  return parseAllDocuments(text, { version: '1.2' }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return document.toJS() as Manifest;
  });
}

/** The files and folders that a kustomization names, from `ops/kubernetes`. */
export function referencesOf(folder: string): readonly string[] {
  const { resources = [], components = [], configMapGenerator = [] } = kustomizations.get(folder)!;
  const files = configMapGenerator.flatMap(({ envs = [], files: named = [] }) => [...envs, ...named]);
  return [...resources, ...components, ...files].map((path) => join(folder, path));
}

/** A folder is named for its kustomization. */
export const existsAsReference = (path: string): boolean =>
  kustomizations.has(path) || (existsSync(join(FOLDER, path)) && !path.endsWith(FILE));

/** The manifests of a kustomization and of those that it names, as they stand in their files with the labels added. */
export function resourcesOf(folder: string): readonly Manifest[] {
  const { labels = [] } = kustomizations.get(folder)!;
  const named = referencesOf(folder).filter((path) => kustomizations.has(path) || path.endsWith('.yaml'));
  const found = named.flatMap((path) => (kustomizations.has(path) ? resourcesOf(path) : manifestsIn(read(path))));
  return found.map((manifest) => labels.reduce(labelled, manifest));
}

function labelled(manifest: Manifest, { pairs, includeTemplates }: NonNullable<Kustomization['labels']>[number]) {
  const copy = structuredClone(manifest) as unknown as {
    metadata: { labels?: object };
    spec?: { template?: { metadata: { labels?: object } } };
  };
  const template = includeTemplates ? copy.spec?.template : undefined;
  for (const metadata of [copy.metadata, template?.metadata])
    if (metadata !== undefined) metadata.labels = { ...metadata.labels, ...pairs };
  return copy as unknown as Manifest;
}

/** The settings in the environment files and the content of the other files that a kustomization makes a map of. */
export function mapOf(folder: string, name: string): Readonly<Record<string, string>> {
  const { resources = [], configMapGenerator = [] } = kustomizations.get(folder)!;
  const before = resources
    .map((path) => join(folder, path))
    .filter((path) => kustomizations.has(path))
    .map((path) => mapOf(path, name));
  const generated = configMapGenerator.filter((each) => each.name === name);
  const lines = generated
    .flatMap(({ envs = [] }) => envs)
    .flatMap((file) => read(join(folder, file)).split('\n'))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  const files = generated
    .flatMap(({ files: named = [] }) => named)
    .map((file) => [file, read(join(folder, file))] as const);
  return Object.assign({}, ...before, Object.fromEntries([...lines, ...files])) as Readonly<Record<string, string>>;
}
