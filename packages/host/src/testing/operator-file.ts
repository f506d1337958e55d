import { writeFileSync } from 'node:fs';
import { nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { ok, type OperatorRole } from '@corridor/core';
import { createIds, houseTenant, startSession, writeLog } from '@corridor/core/internal';
import type { UnitOfWork } from '@corridor/core/ports';
import { OPERATORS } from '@corridor/core/records';

/** Adds an operator, and writes the credential that commands take to a file. */
export async function operatorFile(units: UnitOfWork, path: string, name: string, role: OperatorRole): Promise<string> {
  const tenant = houseTenant('PRODUCTION');
  const now = systemClock.now();
  const ids = createIds(systemClock, nodeCrypto.random);
  const id = ids.next('Operator');
  const written = await units.run(tenant, async (tx) => {
    tx.add(OPERATORS, {
      id,
      tenant,
      version: 1,
      createdAt: now,
      updatedAt: now,
      name,
      nameKey: name.toLowerCase(),
      role,
      status: 'ACTIVE',
      passwordHash: null,
      totpSecret: null,
      totpStep: 0,
      passkeys: [],
      failures: 0,
      lockedUntil: null,
      sessionsFrom: now,
      enrolmentDigest: null,
      enrolmentExpiresAt: null,
      notices: null,
      platforms: null,
      ...{ issuer: null, issuerSubject: null, lapsedAt: null },
    });
    const ctx = { tenant, actor: { kind: 'system' }, requestId: 'test', now, hostNow: now } as const;
    const actor = { operator: null, name: 'test', source: 'MASTER_KEY' } as const;
    const after = { role, status: 'ACTIVE' } as const;
    const entry = { outcome: 'DONE', action: 'operators.automate', subject: id, after } as const;
    writeLog({ tx, ctx, ids }, actor, entry);
    const session = { operatorId: id, kind: 'COMMAND_LINE', label: 'test' } as const;
    return ok(startSession({ ...nodeCrypto, ids }, tx, ctx, session).text);
  });
  if (!written.ok) throw new Error(written.error.message);
  writeFileSync(path, `${written.value}\n`, { mode: 0o600 });
  return path;
}
