import { type Context, err, type ErrorCode, ok, type Result, sandboxSuffix, splitTenant } from '../kernel/index.js';

/** Faults of sandbox documents, by the last three characters of `documentNumber`. */
export const SANDBOX_DOCUMENT_FAULTS = {
  '002': 'SUSPECTED_FRAUD',
  '003': 'LOW_QUALITY',
  '004': 'DATA_MISMATCH',
  '005': 'EXPIRED',
  '006': 'INCOMPLETE',
} as const satisfies Readonly<Record<string, ErrorCode>>;

/** The error that the number of a sandbox document selects. */
export function checkSandboxDocument(ctx: Pick<Context, 'tenant'>, documentNumber: string | null): Result<void> {
  if (documentNumber === null || splitTenant(ctx.tenant).environment !== 'SANDBOX') return ok();
  const ending = sandboxSuffix(documentNumber) ?? '';
  const faults: Readonly<Record<string, ErrorCode>> = SANDBOX_DOCUMENT_FAULTS;
  return Object.hasOwn(faults, ending) ? err(faults[ending]!) : ok();
}
