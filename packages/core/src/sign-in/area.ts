import { readAll } from '../kernel/index.js';
import { OPERATORS, refusalsOfDay, UNKNOWN_NAME } from '../operators/index.js';
import {
  acknowledgeNotices,
  beginProof,
  beginSetup,
  changePassword,
  createCommandLineCredential,
  finishSetup,
  removePasskey,
  revokeSession,
  sessions,
  setup,
  signOut,
  signOutEverywhere,
} from './account.js';
import { confirmedSignIn } from './confirm.js';
import { knownDevice } from './device.js';
import { beginEnrolment, enrol, enrolment, enrolmentSetup } from './enrol.js';
import type { SignInPorts } from './factors.js';
import { automate, disable, invite, list, reset } from './invite.js';
import { keepForm, keepFormOfEnded, keptForm } from './kept-form.js';
import { noticesFor } from './notices.js';
import { beginProviderSignIn, finishProviderSignIn } from './provider-sign-in.js';
import { beginSignIn, signIn, signInWithPasskey } from './sign-in.js';

export type SignInArea = ReturnType<typeof signInArea>;

/** How operators get their access, sign in, and look after it (docs/areas/operators.md). */
export const signInArea = (ports: SignInPorts) => ({
  invite: invite(ports),
  automate: automate(ports),
  reset: reset(ports),
  disable: disable(ports),
  list: list(ports),
  enrolment: enrolment(ports),
  beginEnrolment: beginEnrolment(ports),
  enrolmentSetup: enrolmentSetup(ports),
  enrol: enrol(ports),
  knownDevice: knownDevice(ports),
  refusalsOfDay: (): Promise<ReadonlyMap<string, bigint>> =>
    ports.units.read(null, async (reads) => {
      const operators = await readAll(reads, OPERATORS);
      return refusalsOfDay(reads, [UNKNOWN_NAME, ...operators.map(({ id }) => id)], ports.clock.now());
    }),
  signIn: signIn(ports),
  beginSignIn: beginSignIn(ports),
  signInWithPasskey: signInWithPasskey(ports),
  /** How the sign-in page names the identity provider; null without one. */
  providerLabel: ports.provider?.label ?? null,
  beginProviderSignIn: beginProviderSignIn(ports),
  finishProviderSignIn: finishProviderSignIn(ports),
  signedIn: confirmedSignIn(ports),
  keepForm: keepForm(ports),
  keepFormOfEnded: keepFormOfEnded(ports),
  keptForm: keptForm(ports),
  signOut: signOut(ports),
  signOutEverywhere: signOutEverywhere(ports),
  sessions: sessions(ports),
  createCommandLineCredential: createCommandLineCredential(ports),
  revokeSession: revokeSession(ports),
  beginProof: beginProof(ports),
  beginSetup: beginSetup(ports),
  setup: setup(ports),
  finishSetup: finishSetup(ports),
  changePassword: changePassword(ports),
  removePasskey: removePasskey(ports),
  noticesFor,
  acknowledgeNotices: acknowledgeNotices(ports),
});
