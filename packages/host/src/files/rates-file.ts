import { dirname } from 'node:path';
import { DEFAULT_MAX_SPREAD_BPS, type HttpRatesOptions, isJsonPointer, placesOf } from '@corridor/adapters-rails/rates';
import { type CurrencyCode, type Environment, isLedgerCurrency } from '@corridor/core';
import * as z from 'zod';
import { readDataFile, refuseRepeats } from './data-file.js';
import { headerReference, type SecretPlaces } from './secret-reference.js';
import type { Environment as Variables } from '../kernel/process-context.js';

/** A source of the file, without what the host adds. */
export interface HttpRateSource extends Omit<HttpRatesOptions, 'http' | 'clock' | 'httpsOnly'> {
  /** Whether its address may be a loopback or private one, and without TLS. */
  readonly allowPrivate: boolean;
}

const MAX_SOURCES = 100;
const MAX_PAIRS = 500;
const MAX_HEADERS = 8;
const MAX_AGE_SECONDS = 864_000;
const DEFAULT_AGE_SECONDS = 60;
const MAX_SPREAD_BPS = 10_000;

const currency = z
  .string()
  .refine(isLedgerCurrency, { error: 'is not a currency' })
  .transform((code) => code as CurrencyCode);

const pair = z
  .strictObject({
    base: currency,
    quote: currency,
    symbol: z
      .string()
      .regex(/^[\x21-\x7e]{1,64}$/, { error: 'must be 1 to 64 characters of printable ASCII without spaces' })
      .optional(),
  })
  .refine(({ base, quote }) => base !== quote, { path: ['quote'], error: 'must differ from base' });

const PLACEHOLDER = /\{(base|quote|symbol)\}/g;
const withoutPlaceholders = (text: string): string => text.replace(PLACEHOLDER, 'X');
const NO_OTHER = 'has a placeholder other than {base}, {quote} and {symbol}';

const url = z
  .string()
  .refine((text) => /^https?:\/\/[^\s/?#@{}]+([/?][^\s#]*)?$/i.test(text) && URL.canParse(text), {
    error:
      'must be an http or https address without a user and a fragment, with placeholders in its path or query only',
  })
  .refine((text) => !/[{}]/.test(withoutPlaceholders(text)), { error: NO_OTHER });

const pointer = z
  .string()
  .refine((text) => text !== '' && isJsonPointer(text), { error: 'must be a JSON Pointer, such as /ticker/bid' })
  .refine((text) => !/[{}]/.test(withoutPlaceholders(text)), { error: NO_OTHER });

/** Headers of the connection and of the message, which the client sets. */
const OWN_HEADERS = /^(host|connection|content-.*|transfer-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*)$/;

const headers = (places: SecretPlaces) =>
  z.record(z.string(), headerReference(places)).superRefine((all, context) => {
    const names = Object.keys(all);
    const refuse = (path: string[], message: string): void =>
      void context.issues.push({ code: 'custom', input: names, path, message });
    if (names.length > MAX_HEADERS) refuse([], `must be at most ${MAX_HEADERS} headers`);
    for (const name of names) {
      if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) refuse([name], 'must be the name of a header in lower case');
      if (OWN_HEADERS.test(name)) refuse([name], 'is a header that the host sets');
    }
  });

const source = (places: SecretPlaces) =>
  z
    .strictObject({
      name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, {
        error: 'must be 1 to 32 small letters, digits and hyphens',
      }),
      environments: z.array(z.enum(['SANDBOX', 'PRODUCTION'])).min(1),
      url,
      allowPrivate: z.boolean().default(false),
      pairs: z.array(pair).min(1).max(MAX_PAIRS),
      bid: pointer,
      ask: pointer,
      time: pointer.optional(),
      maxAgeSeconds: z.int().min(1).max(MAX_AGE_SECONDS).optional(),
      maxSpreadBps: z.int().min(0).max(MAX_SPREAD_BPS).default(DEFAULT_MAX_SPREAD_BPS),
      headers: headers(places).default({}),
    })
    .refine(({ url: address, allowPrivate }) => allowPrivate || /^https:/i.test(address), {
      path: ['url'],
      error: 'must start with https: unless allowPrivate is true',
    })
    .refine(({ time, maxAgeSeconds }) => time !== undefined || maxAgeSeconds === undefined, {
      path: ['maxAgeSeconds'],
      error: 'needs time, because the age of prices without a time is unknown',
    })
    .superRefine((of, context) => {
      const names = of.pairs.map(({ base, quote }) => [base, quote].toSorted().join('/'));
      refuseRepeats(names, context, (index) => ['pairs', index]);
      // Pairs that read the same value of the same answer would all have its price.
      const places = of.pairs.map((each) => placesOf({ ...of, time: null }, each));
      for (const side of ['bid', 'ask'] as const) {
        const first = places.findIndex((at, index) =>
          places.slice(0, index).some((other) => other.url === at.url && other[side] === at[side]),
        );
        if (first < 0) continue;
        const message = `is the same for pairs.${first} as for a pair before it; use {base}, {quote} or {symbol} in it or in url`;
        context.issues.push({ code: 'custom', input: of[side], path: [side], message });
      }
    })
    .transform(({ environments, time, maxAgeSeconds, ...of }): HttpRateSource => ({
      ...of,
      environments: [...new Set<Environment>(environments)],
      time: time ?? null,
      maxAgeSeconds: maxAgeSeconds ?? DEFAULT_AGE_SECONDS,
    }));

const schema = (places: SecretPlaces) =>
  z
    .strictObject({ sources: z.array(source(places)).max(MAX_SOURCES) })
    .superRefine(({ sources }, context) =>
      refuseRepeats(
        sources.map(({ name }) => name),
        context,
        (index) => ['sources', index],
      ),
    )
    .transform(({ sources }): readonly HttpRateSource[] => sources);

/** The JSON endpoints that the operator configured; empty without a file. Throws a ConfigurationError. */
export const readRatesFile = (path: string | null, variables: Variables): readonly HttpRateSource[] =>
  path === null
    ? []
    : readDataFile(
        'CORRIDOR_RATES_FILE',
        path,
        schema({ environment: variables, folder: dirname(path) }) as z.ZodType<readonly HttpRateSource[]>,
      );
