import { type Institution, isCurrency, type Vasp } from '@corridor/core';
import * as z from 'zod';
import { bundledFile, readDataFile } from './data-file.js';

/** Who can be paid: what `GET /discoveries` and `GET /vasps` answer. */
export interface Directories {
  readonly institutions: readonly Institution[];
  readonly vasps: readonly Vasp[];
}

const MAX_ENTRIES = 100_000;
/** As long as `accountInfo` takes it. */
const name = z.string().trim().min(1).max(255);
const currency = z.string().refine(isCurrency, { error: 'is not a currency' });
const country = z.string().regex(/^[A-Z]{2}$/, { error: 'must be the code of a country' });

/** `{"KE": {"KES": ["M-Pesa", {"bankName": "…", "displayName": "…"}]}}`: by country and currency. */
const institutions = z
  .record(
    country,
    z.record(
      currency,
      z.array(z.union([name, z.strictObject({ bankName: name, displayName: name })])).max(MAX_ENTRIES),
    ),
  )
  .transform((byCountry) => Object.entries(byCountry).flatMap(([of, inside]) => entriesOf(of, inside)))
  .superRefine((all, context) =>
    refuseRepeats(
      all.map((one) => `${one.country} ${one.currency} ${one.bankName}`),
      context,
    ),
  );

type Named = string | { readonly bankName: string; readonly displayName: string };

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

function refuseRepeats(names: readonly string[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const each of names) {
    const key = each.toLowerCase();
    if (seen.has(key)) context.issues.push({ code: 'custom', input: each, message: `${each} stands in it twice` });
    seen.add(key);
  }
}

/** The directories that an operator names, else those that come with the host. Throws a ConfigurationError. */
export const readDirectories = (institutionsFile: string | null, vaspsFile: string | null): Directories => ({
  institutions: readDataFile(
    'CORRIDOR_INSTITUTIONS_FILE',
    institutionsFile ?? bundledFile('institutions.json'),
    institutions as z.ZodType<readonly Institution[]>,
  ),
  vasps: readDataFile(
    'CORRIDOR_VASPS_FILE',
    vaspsFile ?? bundledFile('vasps.json'),
    vasps as z.ZodType<readonly Vasp[]>,
  ),
});
