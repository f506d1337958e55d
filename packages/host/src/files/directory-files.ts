import { readFileSync } from 'node:fs';
import { type Institution, isCurrency, type Vasp } from '@corridor/core';
import * as z from 'zod';
import { packageFile, readDataFile, refuseRepeats } from './data-file.js';

/** The institutions and VASPs that can be paid, as `GET /discoveries` and `GET /vasps` list them. */
export interface Directories {
  readonly institutions: readonly Institution[];
  readonly vasps: readonly Vasp[];
}

const MAX_ENTRIES = 100_000;
/** The limit of `accountInfo.bankName` and `accountInfo.provider`. */
const name = z.string().trim().min(1).max(255);
const currency = z.string().refine(isCurrency, { error: 'is not a currency' });
const country = z.string().regex(/^[A-Z]{2}$/, { error: 'must be a two-letter country code' });

/** Institutions by country and currency: `{"KE": {"KES": ["M-Pesa", {"bankName": "…", "displayName": "…"}]}}`. */
const institutions = z
  .record(
    country,
    z.record(
      currency,
      z.array(z.union([name, z.strictObject({ bankName: name, displayName: name })])).max(MAX_ENTRIES),
    ),
  )
  .transform(flatten)
  .superRefine((all, context) =>
    refuseRepeats(
      all.map((institution) => `${institution.country} ${institution.currency} ${institution.bankName}`),
      context,
    ),
  );

type Named = string | { readonly bankName: string; readonly displayName: string };

type ByCountry = Readonly<Record<string, Readonly<Record<string, readonly Named[]>>>>;

function flatten(byCountry: ByCountry): readonly Institution[] {
  return Object.entries(byCountry).flatMap(([of, inside]) => entriesOf(of, inside));
}

const entriesOf = (inCountry: string, byCurrency: Readonly<Record<string, readonly Named[]>>): readonly Institution[] =>
  Object.entries(byCurrency).flatMap(([inCurrency, names]) =>
    names.map((of) => ({
      ...(typeof of === 'string' ? { bankName: of, displayName: of } : of),
      country: inCountry,
      currency: inCurrency,
    })),
  );

/** `[{"name": "…", "url": "https://…"}]` */
const vasps = z
  .array(z.strictObject({ name, url: z.url({ protocol: /^https$/, error: 'must be an https address' }).nullable() }))
  .max(MAX_ENTRIES)
  .superRefine((all, context) =>
    refuseRepeats(
      all.map((vasp) => vasp.name),
      context,
    ),
  );

/**
 * The directories that the operator configured, validated, or the bundled ones, which tests validate so that a start
 * does not have to. Throws a ConfigurationError.
 */
export const readDirectories = (institutionsFile: string | null, vaspsFile: string | null): Directories => ({
  institutions:
    institutionsFile === null
      ? flatten(readBundled('institutions.json') as ByCountry)
      : readDataFile('CORRIDOR_INSTITUTIONS_FILE', institutionsFile, institutions as z.ZodType<readonly Institution[]>),
  vasps:
    vaspsFile === null
      ? (readBundled('vasps.json') as readonly Vasp[])
      : readDataFile('CORRIDOR_VASPS_FILE', vaspsFile, vasps as z.ZodType<readonly Vasp[]>),
});

const readBundled = (name: string): unknown => JSON.parse(readFileSync(packageFile(`directories/${name}`), 'utf8'));
