import { accountsOf } from '../accounts/index.js';
import { blockOf } from '../blocks/index.js';
import { blockedError, CUSTOMERS, findNamedCustomer } from '../customers/index.js';
import { emit, inOneUnit, type JobHandler, schedule } from '../events/index.js';
import {
  birth,
  type Context,
  err,
  type IdSource,
  type Instant,
  invalidFields,
  newRecord,
  ok,
  plusSeconds,
  type PreparedUseCase,
  type Query,
  type Random,
  type Reads,
  type Result,
  rules,
  splitTenant,
  type TenantKey,
  transition,
  type Tx,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { lookUp } from './look-up.js';
import { type AgreedQuote, agreeOnQuote, openAgreedQuote, type UmaQuotePorts } from './quote-payment.js';
import { type Invitation, INVITATIONS } from './records.js';
import { parseUmaAddress } from './uma-address.js';
import { INVITATION } from './uma-states.js';

export interface InvitationPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  /** Base URL of invitation pages. */
  readonly invitationPage: string;
}

export interface NewInvitation {
  readonly inviterUma: string;
  readonly firstName?: string | undefined;
  /** Smallest units of the inviter's first currency. */
  readonly amountToSend?: bigint | undefined;
  readonly expiresAt?: Instant | undefined;
}

const CODE_BYTES = 10;
/** Without characters that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz0';
const FIRST_NAME_LENGTH = 255;

const firstNameRule = rules.text({ minLength: 1, maxLength: FIRST_NAME_LENGTH });

/** Unguessable: 16 characters of 5 bits each. */
function makeCode(random: Random): string {
  const bits = [...random.bytes(CODE_BYTES)].reduce((all, byte) => all * 256n + BigInt(byte), 0n);
  return Array.from({ length: (CODE_BYTES * 8) / 5 }, (_, at) => ALPHABET[Number((bits >> BigInt(at * 5)) & 31n)]).join(
    '',
  );
}

/**
 * Creates an invitation of a customer to a person without a UMA address. 400 INVITATIONS_NOT_CONFIGURED if the platform
 * has no UMA domain of its own, INVALID_UMA_ADDRESS, INVALID_INPUT with every invalid field.
 */
export const createInvitation =
  (ports: InvitationPorts): UseCase<NewInvitation, Invitation> =>
  async (tx, ctx, input) => {
    const { umaDomain } = await ports.settings(tx, ctx);
    if (umaDomain === null) return err('INVITATIONS_NOT_CONFIGURED');
    const address = parseUmaAddress(input.inviterUma);
    if (address === null) return err('INVALID_UMA_ADDRESS', 'inviterUma is not a UMA address');
    const inviter = await tx.find(CUSTOMERS, 'umaAddress', [address.address]);
    const errors: { field: string; message?: string }[] = [];
    if (inviter === null || inviter.isDeleted) {
      errors.push({ field: 'inviterUma', message: 'must be the UMA address of a customer of this platform' });
    }
    if (input.firstName !== undefined) firstNameRule(input.firstName, 'firstName', (error) => errors.push(error));
    if (input.expiresAt !== undefined && input.expiresAt <= ctx.now) {
      errors.push({ field: 'expiresAt', message: 'must be in the future' });
    }
    if (errors.length > 0 || inviter === null) return invalidFields(errors);

    const code = makeCode(ports.random);
    const invitation: Invitation = {
      status: birth(INVITATION, 'create').to,
      environment: splitTenant(ctx.tenant).environment,
      code,
      inviterUma: address.address,
      inviterId: inviter.id,
      inviteeUma: null,
      firstName: input.firstName ?? null,
      amountToSend: input.amountToSend ?? null,
      currency: input.amountToSend === undefined ? null : (inviter.currencies[0] ?? null),
      expiresAt: input.expiresAt ?? null,
      claimedAt: null,
      quoteId: null,
      quoteErrorCode: null,
      url: `${ports.invitationPage}/${code}`,
      ...newRecord(ports.ids.next('Invitation'), ctx),
    };
    tx.add(INVITATIONS, invitation);
    if (invitation.expiresAt !== null) {
      const dueAt = plusSeconds(ctx.hostNow, (invitation.expiresAt - ctx.now) / 1000);
      schedule({ tx, ctx, ids: ports.ids }, { kind: 'uma.invitation-expire', subject: invitation.id, dueAt });
    }
    return ok(invitation);
  };

async function byCode(reads: Reads, ctx: Pick<Context, 'tenant'>, code: string): Promise<Result<Invitation>> {
  const invitation = await reads.find(INVITATIONS, 'code', [code]);
  const isHere = invitation !== null && invitation.environment === splitTenant(ctx.tenant).environment;
  return isHere ? ok(invitation) : err('INVITATION_NOT_FOUND');
}

/** Anyone with the code may read the invitation. 404 INVITATION_NOT_FOUND. */
export const getInvitation: Query<{ readonly code: string }, Invitation> = async (reads, ctx, { code }) =>
  byCode(reads, ctx, code);

/** What the invitation page shows. */
export interface ShownInvitation {
  readonly invitation: Invitation;
  /** The state by the platform's clock: EXPIRED even if the job that expires it has not run yet. */
  readonly status: Invitation['status'];
  /** The inviting platform. */
  readonly platform: Platform;
}

/** Reads an invitation for the invitation page, whose caller has no credential and belongs to no platform. */
export const readInvitation =
  ({ units, settings, contextOf }: Pick<InvitationPorts, 'units' | 'settings' | 'contextOf'>) =>
  async (code: string): Promise<ShownInvitation | null> => {
    const invitation = await units.read(null, (reads) => reads.find(INVITATIONS, 'code', [code]));
    if (invitation === null) return null;
    const ctx = await contextOf(invitation.tenant);
    const platform = await units.read(invitation.tenant, (reads) => settings(reads, ctx));
    const isOver = invitation.status === 'PENDING' && hasExpired(invitation, ctx.now);
    return { invitation, status: isOver ? 'EXPIRED' : invitation.status, platform };
  };

/** Whether the invitation has expired by the clock, even if the job that expires it has not run yet. */
const hasExpired = ({ status, expiresAt }: Invitation, now: Instant): boolean =>
  status === 'EXPIRED' || (expiresAt !== null && expiresAt <= now);

function refusal(invitation: Invitation, now: Instant): Result<void> {
  if (invitation.status === 'CLAIMED') return err('INVITATION_ALREADY_CLAIMED');
  if (invitation.status === 'CANCELLED') return err('INVITATION_CANCELLED');
  const message = 'has expired and can be neither claimed nor cancelled; use a new invitation';
  return hasExpired(invitation, now) ? invalidFields([{ field: 'invitationCode', message }]) : ok();
}

function claimFault(invitation: Invitation, invitee: string, now: Instant): Result<void> {
  const refused = refusal(invitation, now);
  if (!refused.ok || invitee !== invitation.inviterUma) return refused;
  return invalidFields([{ field: 'inviteeUma', message: 'must not be the address of the inviter' }]);
}

export interface ClaimInvitation {
  readonly code: string;
  readonly inviteeUma: string;
}

/** A claim as the claiming platform sees it, with the context of the inviting one. */
export interface PreparedClaim {
  readonly id: Invitation['id'];
  readonly invitee: string;
  /** USER_NOT_FOUND if the claiming platform has no such customer; USER_NOT_READY if one of the two is blocked. */
  readonly isCustomer: Result<void>;
  readonly theirs: Context;
  /** Null without an amount, and for a claim that is refused. */
  readonly agreed: Result<AgreedQuote> | null;
}

/** The claiming customer and platform may be of another tenant than the unit of the claim, which looks at the inviting one. */
async function mayClaim(reads: Reads, { tenant }: Context, umaAddress: string): Promise<Result<void>> {
  const customer = await findNamedCustomer(reads, undefined, umaAddress);
  if (!customer.ok) return customer;
  const blockedAs = await blockOf(reads, tenant, { customers: [customer.value.id] });
  // As for a block of the inviter, of which the claiming platform must not learn.
  return blockedAs === null ? ok() : blockedError('SILENT');
}

/**
 * Claims an invitation for a customer of the calling platform, which may be another one than the inviting platform.
 * With an amount, a quote from the inviter to the invitee is opened in the same unit, which the inviting platform
 * approves by executing it: `quoteId` names it, or `quoteErrorCode` says why there is none. 404 INVITATION_NOT_FOUND, USER_NOT_FOUND, 400 INVITATION_ALREADY_CLAIMED,
 * INVITATION_CANCELLED, INVALID_INPUT if it has expired or the invitee is the inviter, INVALID_UMA_ADDRESS; 403
 * USER_NOT_READY if the inviter, the invitee or one of their platforms is blocked.
 */
export const claimInvitation = (
  ports: InvitationPorts & UmaQuotePorts,
): PreparedUseCase<ClaimInvitation, PreparedClaim, Invitation> => ({
  async prepare(ctx, { code, inviteeUma }) {
    const invitee = parseUmaAddress(inviteeUma);
    if (invitee === null) return err('INVALID_UMA_ADDRESS', 'inviteeUma is not a UMA address');
    const { found, isCustomer } = await ports.units.read(ctx.tenant, async (reads) => ({
      found: await byCode(reads, ctx, code),
      isCustomer: await mayClaim(reads, ctx, invitee.address),
    }));
    if (!found.ok) return found;
    const invitation = found.value;
    const theirs = await ports.contextOf(invitation.tenant);
    const isPaid =
      invitation.amountToSend !== null && isCustomer.ok && claimFault(invitation, invitee.address, theirs.now).ok;
    const agreed = isPaid ? await agree(ports, theirs, invitation, invitee.address) : null;
    return ok({ id: invitation.id, invitee: invitee.address, isCustomer, theirs, agreed });
  },
  // The effects of a claim belong to the inviting platform.
  contextOf: ({ theirs }) => theirs,
  async finish(tx, theirs, { id, invitee, isCustomer, agreed }) {
    const invitation = await tx.get(INVITATIONS, id);
    if (invitation === null) return err('INVITATION_NOT_FOUND');
    const fault = claimFault(invitation, invitee, theirs.now);
    if (!fault.ok) return fault;
    if (!isCustomer.ok) return isCustomer;
    const opened = agreed?.ok ? await openAgreedQuote(ports)(tx, theirs, agreed.value) : agreed;
    const quoteId = opened?.ok ? opened.value.id : null;
    const quoteErrorCode = opened === null || opened.ok ? null : opened.error.code;
    const patch = { inviteeUma: invitee, claimedAt: theirs.now, quoteId, quoteErrorCode };
    const moved = transition(tx, theirs, INVITATION, INVITATIONS, invitation, 'claim', patch);
    if (!moved.ok) return moved;
    const { record, row } = moved.value;
    if (row.emits !== null) {
      emit({ tx, ctx: theirs, ids: ports.ids }, { type: row.emits, resource: record.id, snapshot: record });
    }
    return ok(record);
  },
});

/**
 * 404 INVITATION_NOT_FOUND; 403 FORBIDDEN for any platform but the inviting one; 400 INVITATION_ALREADY_CLAIMED,
 * INVITATION_CANCELLED, INVALID_INPUT if it has expired.
 */
export const cancelInvitation: UseCase<{ readonly code: string }, Invitation> = async (tx, ctx, { code }) => {
  const found = await byCode(tx, ctx, code);
  if (!found.ok) return found;
  if (found.value.tenant !== ctx.tenant)
    return err('FORBIDDEN', 'only the inviting platform may cancel the invitation');
  const refused = refusal(found.value, ctx.now);
  if (!refused.ok) return refused;
  const moved = transition(tx, ctx, INVITATION, INVITATIONS, found.value, 'cancel');
  return moved.ok ? ok(moved.value.record) : moved;
};

export const expireInvitation = (units: UnitOfWork): JobHandler =>
  inOneUnit(units, async (tx: Tx, ctx, job) => {
    const invitation = await tx.get(INVITATIONS, job.subject);
    if (invitation === null || invitation.status !== 'PENDING') return ok();
    const moved = transition(tx, ctx, INVITATION, INVITATIONS, invitation, 'expire');
    return moved.ok ? ok() : moved;
  });

/**
 * The agreement of the invitee's institution to the promised amount. The invitee is a customer of this host, so its
 * institution is asked in the process.
 */
async function agree(
  ports: UmaQuotePorts,
  ctx: Context,
  { inviterId, currency, amountToSend }: Invitation,
  invitee: string,
): Promise<Result<AgreedQuote>> {
  const accounts = await ports.units.read(ctx.tenant, (reads) => accountsOf(reads, inviterId));
  const account = accounts.find((each) => each.currency === currency);
  if (account === undefined) return err('INVALID_CURRENCY', 'the inviter has no account in the currency of the amount');
  const lookup = await lookUp(ports)(ctx, { receiverUmaAddress: invitee, customerId: inviterId });
  if (!lookup.ok) return lookup;
  return agreeOnQuote(ports)(ctx, {
    lookupId: lookup.value.id,
    source: { sourceType: 'ACCOUNT', accountId: account.id, customerId: inviterId },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: invitee },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amountToSend!,
  });
}
