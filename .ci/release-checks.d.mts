export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly license?: string;
        readonly link?: boolean;
        readonly dev?: boolean;
        readonly devOptional?: boolean;
      }
    >
  >;
}

export interface Licence {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

export function lockstepFaults(root: Pick<Manifest, 'version'>, manifests: readonly Manifest[]): readonly string[];
export function changelogHeading(changelog: string, version: string): string | null;
export function licencesOf(lock: Lock, manifestAt: (path: string) => unknown): readonly Licence[];
export function licenceFaults(licences: readonly Licence[]): readonly string[];
export function exceptionFor(licence: Licence): { readonly why: string } | undefined;

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

/** The part of a CycloneDX document that the checks read. */
export interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

export function productionSbom(sbom: Sbom, name: string, licences: readonly Licence[]): Sbom;

/** A package as `npm pack --json` reports it. */
export interface PackedFiles {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

export function siteFaults(packed: readonly PackedFiles[]): readonly string[];
