/** A group of links in the navigation. */
export interface Group {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly { readonly text: string; readonly link: string }[];
}

export const root: string;
export const FILES: ReadonlyMap<string, string>;
export const EXCLUDED: readonly string[];
export function fileOf(path: string): string | null;
export function pageOf(document: string): string;
export function documents(): readonly string[];
export function pagesOf(all?: readonly string[]): {
  readonly byPage: ReadonlyMap<string, string>;
  readonly navigation: readonly { readonly text: string; readonly link: string }[];
  readonly sidebar: Readonly<Record<string, readonly Group[]>>;
};
