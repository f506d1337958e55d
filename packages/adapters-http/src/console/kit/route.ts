import type { Readable } from 'node:stream';
import { Bug } from '@corridor/core/ports';
import type { DomainError, Id, IdType, OperatorRole, Result } from '@corridor/core';
import { isId } from '@corridor/core/internal';
import type { Html } from '../../pages/html.js';
import type { Section } from './sections.js';
import type { ActionName, TenantVisit, Visit } from './visit.js';

/** The content of a page; the layout adds the rest of the document. */
export interface PageContent {
  readonly body: Html;
  /** Replaces the title of the declaration. */
  readonly title?: string;
  /** Pages between the section and this one. */
  readonly crumbs?: readonly { readonly path: string; readonly text: string }[];
}

/** A file that is downloaded, or a picture that a page of the console shows. */
export interface FileContent {
  readonly type: string;
  readonly body: Buffer | Readable;
  /** The name of the download; null for a picture. */
  readonly name: string | null;
}

export type Answer =
  | { readonly kind: 'page'; readonly content: PageContent; readonly isWrong?: boolean }
  | { readonly kind: 'file'; readonly file: FileContent }
  /** To a path of the console, with the code of the notice that the next page shows. */
  | { readonly kind: 'leads'; readonly to: string; readonly done: string | null }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** Reads a parameter of the path; null if the text has another form. */
export type Parameter<T> = (text: string) => T | null;
export type ParametersOf<P> = { readonly [K in keyof P]: Parameter<P[K]> };

export const idOf =
  <T extends IdType>(type: T): Parameter<Id<T>> =>
  (text) =>
    isId(type, text) ? text : null;

export const oneOf =
  <const T extends string>(values: readonly T[]): Parameter<T> =>
  (text) =>
    values.find((value) => value === text) ?? null;

/** A text without further rules, such as the name of a rail. */
export const anyText: Parameter<string> = (text) => (text.length <= 200 ? text : null);

/** What pages, forms, lists and files become. */
export interface Route {
  /** `tenant`: below `/t/<platform>/<environment>`, for one platform. */
  readonly scope: 'house' | 'tenant';
  readonly path: string;
  readonly title: string;
  readonly section: Section;
  /** The lowest role that may open it; a form of an action has the role of the action. */
  readonly role: OperatorRole | { readonly ofAction: ActionName };
  readonly parameters: ParametersOf<Readonly<Record<string, unknown>>>;
  /** Platforms in production have no such page. */
  readonly sandboxOnly: boolean;
  /** Whether operators who are limited to platforms have the page. */
  readonly servesLimited: boolean;
  readonly takesForm: boolean;
  /** Whether the page is the link of its section in the navigation. */
  readonly isEntry: boolean;
  /** The type of the records that the page shows, by the parameter `id`. */
  readonly shows: IdType | null;
  /** The notice that the next page shows after this form; null without a form. */
  readonly done: { readonly code: string; readonly text: string } | null;
  /** `form` is null for a GET. */
  readonly serve: (visit: Visit, form: URLSearchParams | null) => Promise<Answer>;
}

/** The declared part that pages, forms, lists and files share. */
export interface RouteSpec<P> {
  /** Such as `/payments/{id}`; each `{name}` has an entry in `params`. */
  readonly path: string;
  readonly title: string;
  readonly section: Section;
  readonly params?: ParametersOf<P>;
  /** Only platforms of the sandbox have the page. */
  readonly sandboxOnly?: boolean;
  /**
   * Operators who are limited to platforms also have this page of the whole host: it reads by `visit.core`, which has
   * their platforms alone. Without it such a page is about the service, and is not found.
   */
  readonly servesLimited?: true;
}

export const parameterNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Throws a Bug for a declaration whose path and parameters differ. */
export function routeOf<P>(
  scope: Route['scope'],
  { path, title, section, params, sandboxOnly = false, servesLimited }: RouteSpec<P>,
  rest: Pick<Route, 'role' | 'serve'> & Partial<Pick<Route, 'takesForm' | 'isEntry' | 'shows' | 'done'>>,
): Route {
  const parameters = (params ?? {}) as Route['parameters'];
  if (parameterNames(path).toSorted().join() !== Object.keys(parameters).toSorted().join())
    throw new Bug(`console page ${path}: the parameters of the path and of the declaration differ`);
  const usual = { takesForm: false, isEntry: false, shows: null, done: null };
  const serves = scope === 'tenant' || servesLimited === true;
  return { ...usual, scope, path, title, section, parameters, sandboxOnly, servesLimited: serves, ...rest };
}

/** A page that only shows. */
export interface PageSpec<V, P> extends RouteSpec<P> {
  readonly role?: OperatorRole;
  readonly shows?: IdType;
  readonly show: (visit: V) => Promise<Result<PageContent>>;
}

const pageOf = <V, P>(scope: Route['scope'], spec: PageSpec<V, P>): Route =>
  routeOf(scope, spec, {
    role: spec.role ?? 'VIEWER',
    isEntry: parameterNames(spec.path).length === 0,
    shows: spec.shows ?? null,
    serve: async (visit) => {
      const shown = await spec.show(visit as V);
      return shown.ok ? { kind: 'page', content: shown.value } : { kind: 'refused', error: shown.error };
    },
  });

/** A page of the whole host. */
export const housePage = <P = Readonly<Record<never, never>>>(spec: PageSpec<Visit<P>, P>): Route =>
  pageOf('house', spec);

/** A page of one platform in one environment. */
export const tenantPage = <P = Readonly<Record<never, never>>>(spec: PageSpec<TenantVisit<P>, P>): Route =>
  pageOf('tenant', spec);

/** A file to download, or a picture for a page. */
export interface FileSpec<V, P> extends RouteSpec<P> {
  readonly role?: OperatorRole;
  readonly send: (visit: V) => Promise<Result<FileContent>>;
}

const fileOf = <V, P>(scope: Route['scope'], spec: FileSpec<V, P>): Route =>
  routeOf(scope, spec, {
    role: spec.role ?? 'VIEWER',
    serve: async (visit) => {
      const sent = await spec.send(visit as V);
      return sent.ok ? { kind: 'file', file: sent.value } : { kind: 'refused', error: sent.error };
    },
  });

export const houseFile = <P = Readonly<Record<never, never>>>(spec: FileSpec<Visit<P>, P>): Route =>
  fileOf('house', spec);

export const tenantFile = <P = Readonly<Record<never, never>>>(spec: FileSpec<TenantVisit<P>, P>): Route =>
  fileOf('tenant', spec);
