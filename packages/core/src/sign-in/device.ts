import { type Context, type Id, isId, plusSeconds, type Reads, type Tx, update } from '../kernel/index.js';
import {
  DEVICE_SECONDS,
  findSession,
  isEnded,
  OPERATOR_SESSIONS,
  type OperatorSession,
  OPERATORS,
  startSession,
} from '../operators/index.js';
import type { Client } from './enrol.js';
import type { SignInPorts } from './factors.js';

/** The known browser of a text; null if it is unknown, was revoked, or has ended. */
export const knownDevice =
  ({ units, clock, digest }: SignInPorts) =>
  (text: string): Promise<OperatorSession | null> =>
    units.read(null, async (reads) => {
      const session = await findSession(reads, digest, text, 'DEVICE');
      const operator = session === null ? null : await reads.get(OPERATORS, session.operatorId);
      return session === null || operator === null || isEnded(session, operator, clock.now()) ? null : session;
    });

/** As `knownDevice`, for the browser of a sign-in. */
export const presentedDevice = async (ports: SignInPorts, { device }: Client): Promise<OperatorSession | null> =>
  device === null || device === undefined ? null : knownDevice(ports)(device);

/** The browser in the unit of a sign-in; null if it was revoked meanwhile, or is that of another operator. */
export async function currentDevice(
  reads: Reads,
  device: OperatorSession | null,
  operatorId: Id<'Operator'>,
): Promise<OperatorSession | null> {
  if (device?.operatorId !== operatorId || !isId('OperatorSession', device.id)) return null;
  return reads.get(OPERATOR_SESSIONS, device.id);
}

/** Makes the browser known to the operator for 90 days from now; returns the text that the browser keeps. */
export function rememberDevice(
  ports: SignInPorts,
  tx: Tx,
  ctx: Context,
  operatorId: Id<'Operator'>,
  { device, browser }: Client,
  known: OperatorSession | null,
): string {
  if (known === null || device === null || device === undefined)
    return startSession(ports, tx, ctx, { operatorId, kind: 'DEVICE', label: browser }).text;
  const expiresAt = plusSeconds(ctx.hostNow, DEVICE_SECONDS);
  const patch = { lastUsedAt: ctx.hostNow, expiresAt, failures: null, lockedUntil: null };
  update(tx, ctx, OPERATOR_SESSIONS, known, patch);
  return device;
}
