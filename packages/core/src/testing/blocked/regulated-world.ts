import { scaPorts } from '@corridor/adapters-rails/identity';
import { valueOf } from '../play-core.js';
import { payerOn } from '../play-payer.js';
import { asked, byCode, CODE, regulated } from '../play-regulated.js';
import { changeTrust, verifyPhone } from '../sandbox-proofs.js';
import { type BlockedWorld, start } from './starts.js';

const LIVENESS = {
  begin: async () => ({ reference: 'check 1', accessToken: 'token', link: 'https://liveness.example/1' }),
  verdict: async () => 'PASSED' as const,
};

/** Customers of the EEA, who prove what they do with factors. */
export async function regulatedWorld(): Promise<BlockedWorld> {
  const payer = await regulated(undefined, { sca: { ...scaPorts(), liveness: LIVENESS } });
  const { play, core, customerId } = payer;
  const { sca } = core;
  const ip = { endUserIpAddress: '203.0.113.7' };
  const quote = await asked(payer);
  const trusting = await payerOn(play, { region: 'DE', phoneNumber: '+4915112345672' });
  await verifyPhone(play, trusting.customerId);
  const [bank, trusted] = [await trusting.dollars(), await trusting.dollars('891')];
  valueOf(await changeTrust(play, trusted.id));
  const trust = valueOf(await play.run(sca.startTrust, { id: bank.id }));
  const untrust = valueOf(await play.run(sca.startUntrust, { id: trusted.id }));

  // Her app is enrolled, and another one of his is about to be.
  await payer.enrollTotp();
  const [factor] = valueOf(await play.read(sca.listFactors, { customerId })).filter(
    ({ factor: kind }) => kind === 'TOTP',
  );
  const his = await payerOn(play, { region: 'DE', phoneNumber: '+4915112345679' });
  await verifyPhone(play, his.customerId);
  const begun = valueOf(await play.run(sca.startEnrollment, { customerId: his.customerId, type: 'TOTP' }));
  const secret = begun.type === 'TOTP' ? begun.secret : '';
  const hers = await payerOn(play, { region: 'DE', phoneNumber: '+4915112345670' });
  await verifyPhone(play, hers.customerId);
  const reset = valueOf(await play.run(sca.startReset, { customerId: hers.customerId, factor: 'SMS_OTP' }));
  await play.pass(60);
  const third = await payerOn(play, { region: 'DE', phoneNumber: '+4915112345671' });
  await verifyPhone(play, third.customerId);

  return {
    play,
    customers: [customerId, trusting.customerId, his.customerId, hers.customerId, third.customerId],
    ofCustomer: {
      'quotes.authorize': start(play, core.quotes.authorize, { id: quote.id, ...ip, ...byCode(CODE) }),
      'quotes.resendCode': start(play, core.quotes.resendCode, { id: quote.id }),
      'sca.startEnrollment': start(play, sca.startEnrollment, { customerId: third.customerId, type: 'TOTP' }),
      'sca.confirmEnrollment': start(play, sca.confirmEnrollment, {
        ...{ customerId: his.customerId, type: 'TOTP', secret, code: CODE },
      }),
      'sca.deleteFactor': start(play, sca.deleteFactor, { customerId, credentialId: factor!.credentialId! }),
      'sca.startReset': start(play, sca.startReset, { customerId: third.customerId, factor: 'SMS_OTP' }),
      'sca.completeReset': start(play, sca.completeReset, {
        customerId: hers.customerId,
        resetId: reset.reset.id,
        mobile: { countryCode: '49', number: '15112345699' },
      }),
      'sca.startTrust': start(play, sca.startTrust, { id: bank.id }),
      'sca.confirmTrust': start(play, sca.confirmTrust, { id: bank.id, ...byCode(CODE, trust.challenge.id) }),
      'sca.startUntrust': start(play, sca.startUntrust, { id: trusted.id }),
      'sca.confirmUntrust': start(play, sca.confirmUntrust, {
        ...{ id: trusted.id, ...byCode(CODE, untrust.challenge.id) },
      }),
    },
    ofPlatform: {},
    payee: bank.id,
    ofPayee: {
      'sca.startTrust': start(play, sca.startTrust, { id: bank.id }),
      'sca.confirmTrust': start(play, sca.confirmTrust, { id: bank.id, ...byCode(CODE, trust.challenge.id) }),
      'accounts.deleteExternal': start(play, core.accounts.deleteExternal, { id: bank.id }),
    },
  };
}
