import { splitTenant, type TenantKey, type Tx, type Unit } from '../kernel/index.js';
import { identityOf } from './identity.js';
import type { ScreenedParty } from './ports.js';
import type { ScreeningConnection } from './screening-connection.js';
import { screeningFor, type ScreeningStanding } from './screening-for.js';
import { shapedScreening } from './shaped-provider.js';
import { type NewQuestion, type QuestionPorts, storeQuestion } from './store-question.js';

export type GateQuestion = Omit<NewQuestion, 'provider'>;

/** What lets subjects pass whose parties were screened, and stores a question about the others. */
export interface ScreeningGate {
  /** The connection of the environment; null: it screens nothing. */
  readonly connectionOf: (tenant: TenantKey) => ScreeningConnection | null;
  /**
   * Whether something can be held: the environment has a connection, or had one before. If not, nothing is read because of
   * screening.
   */
  readonly screens: (tenant: TenantKey) => boolean;
  /** Tells the gate that tenants were screened before this host started, so that something can be held without a connection. */
  readonly screenedBefore: () => void;
  /** As `screeningFor`. Only for tenants with a connection. */
  readonly standing: (tx: Tx, subject: string, parties: readonly ScreenedParty[]) => Promise<ScreeningStanding>;
  /**
   * Whether a subject may go on now. `asked`: the answer is awaited, and the question is stored if it was not: the unit ends
   * what it is doing, and the continuation of the answer goes on with it. Without a connection everything goes.
   */
  readonly check: (unit: Unit, question: GateQuestion) => Promise<'go' | 'asked' | 'held'>;
  /** Stores a question in any case. Only for tenants with a connection. */
  readonly store: (unit: Unit, question: GateQuestion) => Promise<void>;
}

export interface GatePorts extends QuestionPorts {
  readonly connections: readonly ScreeningConnection[];
}

export function screeningGate({ digest, sealer, connections }: GatePorts): ScreeningGate {
  const shaped = connections.map((connection) => ({ ...connection, provider: shapedScreening(connection.provider) }));
  const connectionOf: ScreeningGate['connectionOf'] = (tenant) =>
    shaped.find(({ environment }) => environment === splitTenant(tenant).environment) ?? null;
  const standing: ScreeningGate['standing'] = (tx, subject, parties) =>
    screeningFor(tx, subject, identityOf(digest, parties));
  const store: ScreeningGate['store'] = async (unit, question) => {
    const { name } = connectionOf(unit.ctx.tenant)!;
    await storeQuestion(unit, { digest, sealer }, { ...question, provider: name });
  };
  let wasScreened = false;
  return {
    connectionOf,
    screens: (tenant) => wasScreened || connectionOf(tenant) !== null,
    screenedBefore: () => {
      wasScreened = true;
    },
    standing,
    store,
    async check(unit, question) {
      if (connectionOf(unit.ctx.tenant) === null) return 'go';
      const { kind } = await standing(unit.tx, question.subject, question.parties);
      if (kind !== 'ask') return kind;
      await store(unit, question);
      return 'asked';
    },
  };
}
