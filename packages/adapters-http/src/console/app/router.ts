import { type Environment, ENVIRONMENTS, type Id } from '@corridor/core';
import { isId } from '@corridor/core/internal';
import { isStorable } from '../../kit/body.js';
import type { Route } from '../kit/route.js';

/** A page that has the path, with the values of its parameters. */
export interface Matched {
  readonly route: Route;
  /** The path without the part that names the platform. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly platformId: Id<'Platform'> | null;
  readonly environment: Environment | null;
}

/** Text before parameters, so that neither `/operators/new` nor `/rails/bank.csv` is read as a name. */
const byPrecision = (a: Route, b: Route): number =>
  a.path.split('{').length - b.path.split('{').length || b.path.length - a.path.length;

export function matcherOf(routes: readonly Route[]): (path: string) => Matched | null {
  const ordered = [...routes].sort(byPrecision);
  return (path) => {
    const [, platformText, environmentText, rest = ''] = /^\/t\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    const isTenant = platformText !== undefined;
    const platformId = isTenant && isId('Platform', platformText) ? platformText : null;
    const environment = ENVIRONMENTS.find((each) => each === environmentText) ?? null;
    if (isTenant && (platformId === null || environment === null)) return null;
    const own = isTenant ? rest || '/' : path;
    for (const route of ordered) {
      if (route.scope !== (isTenant ? 'tenant' : 'house')) continue;
      const params = valuesIn(route, own);
      if (params !== null) return { route, path: own, params, platformId, environment };
    }
    return null;
  };
}

function valuesIn({ path, parameters }: Route, actual: string): Readonly<Record<string, unknown>> | null {
  const [declared, segments] = [path.split('/'), actual.split('/')];
  if (declared.length !== segments.length) return null;
  const params: Record<string, unknown> = {};
  for (const [index, segment] of declared.entries()) {
    const [, name, suffix = ''] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
    const text = segments[index]!;
    if (name === undefined) {
      if (segment !== text) return null;
      continue;
    }
    if (!text.endsWith(suffix)) return null;
    const given = decoded(text.slice(0, text.length - suffix.length));
    const value = given === null ? null : parameters[name]!(given);
    if (value === null) return null;
    params[name] = value;
  }
  return params;
}

/** Null for a broken escape, and for a text that no database can store. */
function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text);
    return isStorable(value) ? value : null;
  } catch {
    return null;
  }
}
