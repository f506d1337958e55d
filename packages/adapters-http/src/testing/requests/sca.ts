import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

const proof = {
  challengeId: idOf('Request'),
  code: '123456',
  passkeyAssertion: { id: 'aWQ' },
  origin: 'https://app.example.com',
};

export const scaRequests: Requests = {
  listScaFactors: { method: 'GET', path: `/sca/factors?customerId=${idOf('Customer')}`, body: null },
  startScaFactorEnrollment: {
    method: 'POST',
    path: `/sca/factors?customerId=${idOf('Customer')}`,
    body: { type: 'TOTP' },
  },
  confirmScaFactorEnrollment: {
    method: 'POST',
    path: `/sca/factors/confirm?customerId=${idOf('Customer')}`,
    body: { type: 'TOTP', secret: '00ff', code: '123456' },
  },
  deleteScaFactor: {
    method: 'DELETE',
    path: `/sca/factors/${idOf('ScaFactor')}?customerId=${idOf('Customer')}`,
    body: null,
  },
  startScaLogin: {
    method: 'POST',
    path: `/sca/login/start?customerId=${idOf('Customer')}`,
    body: { factor: 'PASSKEY' },
  },
  completeScaLogin: {
    method: 'POST',
    path: `/sca/login/complete?customerId=${idOf('Customer')}`,
    body: { factor: 'SMS_OTP', endUserIpAddress: '203.0.113.7', ...proof },
  },
  recordSecurityEvent: {
    method: 'POST',
    path: `/sca/record-event?customerId=${idOf('Customer')}`,
    body: { eventType: 'FAILED_LOGIN_ATTEMPT' },
  },
  startTwoFactorReset: {
    method: 'POST',
    path: `/sca/factors/reset?customerId=${idOf('Customer')}`,
    body: { factor: 'TOTP' },
  },
  getTwoFactorResetStatus: {
    method: 'GET',
    path: `/sca/factors/reset/${idOf('ScaReset')}?customerId=${idOf('Customer')}`,
    body: null,
  },
  completeTwoFactorReset: {
    method: 'POST',
    path: `/sca/factors/reset/${idOf('ScaReset')}/complete?customerId=${idOf('Customer')}`,
    body: { mobile: { countryCode: '49', number: '15112345678' } },
  },
  startBeneficiaryTrust: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/trust`,
    body: null,
  },
  confirmBeneficiaryTrust: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/trust/confirm`,
    body: proof,
  },
  startBeneficiaryUntrust: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/untrust`,
    body: null,
  },
  confirmBeneficiaryUntrust: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/untrust/confirm`,
    body: proof,
  },
  authorizeQuote: {
    method: 'POST',
    path: `/quotes/${idOf('Quote')}/authorize`,
    body: { ...proof, endUserIpAddress: '2001:db8::7' },
  },
  resendQuoteScaCode: { method: 'POST', path: `/quotes/${idOf('Quote')}/authorize/resend`, body: null },
};
