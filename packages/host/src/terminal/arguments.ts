import { type Environment, ENVIRONMENTS, type FieldError, type Result } from '@corridor/core';
import type { Platform } from '@corridor/core/records';
import { CommandError, UsageError } from '../kernel/errors.js';

/** The options of a command by name. */
export type Arguments = Readonly<Record<string, string | boolean | undefined>>;

/** The platform that `--platform` and `--environment` name. */
export function findTenant(all: readonly Platform[], id: string, environment: string | undefined): Platform {
  const wanted: Environment | null = environment === undefined ? null : oneOf(ENVIRONMENTS, 'environment', environment);
  const found = all.filter(
    (platform) => platform.platformId === id && (wanted === null || platform.environment === wanted),
  );
  const [platform] = found;
  if (platform === undefined)
    throw new CommandError(`--platform: no platform ${id} exists${wanted === null ? '' : ` in ${wanted}`}`);
  if (found.length > 1) throw new UsageError('--environment: required, because the platform has both environments');
  return platform;
}

/** Input fields have the names of the options that they come from, so field errors name the option. */
export function requireOk<T>(result: Result<T>, input: Readonly<Record<string, unknown>>): T {
  if (result.ok) return result.value;
  const errors = (result.error.details?.['errors'] ?? []) as readonly FieldError[];
  if (errors.length === 0) throw new CommandError(result.error.message);
  throw new UsageError(errors.map((error) => sentence(error, input)).join('; '));
}

function sentence({ field, message = 'is invalid' }: FieldError, input: Readonly<Record<string, unknown>>): string {
  const [option = '', index] = field.split('.');
  const values = input[option];
  const value = Array.isArray(values) && index !== undefined ? `${String(values[Number(index)])} ` : '';
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}${message}`;
}

export const optionOf = (given: Arguments, name: string): string | undefined => {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
};

export function requiredOptionOf(given: Arguments, name: string): string {
  const value = optionOf(given, name);
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing`);
  return value;
}

/** A flag that is given without a value, or as true or false. */
export function flagOf(given: Arguments, name: string): boolean | undefined {
  const value = given[name];
  return typeof value !== 'string' ? value : oneOf(['true', 'false'], name, value) === 'true';
}

export const list = (values: string): readonly string[] => values.split(',').map((value) => value.trim());

export function oneOf<V extends string>(allowed: readonly V[], name: string, value: string): V {
  const known = allowed.find((each) => each === value);
  if (known === undefined) throw new UsageError(`--${name}: ${value} is not one of ${allowed.join(', ')}`);
  return known;
}
