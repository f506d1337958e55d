export type PackageSet = 'service' | 'all';

export interface Installed {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
}

export interface Lock {
  readonly packages: Readonly<Record<string, Installed>>;
}

export interface SetUpRecord {
  readonly set: PackageSet;
  readonly lock: string;
}

export const NODE_API_OF_DRIVER: number;
export const OLDER_DRIVER: string;
export function digestOf(text: string): string;
export function setToInstall(wanted: PackageSet, record: SetUpRecord | null, digest: string): PackageSet | null;
export function hasAll(lock: Lock, hidden: Lock | null, isThere: (path: string) => boolean): boolean;
export function npmArguments(set: PackageSet, nodeApi: number): readonly string[];
export function allowedScripts(allowed: Readonly<Record<string, boolean>>, installed: Lock): readonly string[];
export function countOf(installed: Lock): number;
export function hasIntegrity(bytes: Uint8Array, integrity: string): boolean;
