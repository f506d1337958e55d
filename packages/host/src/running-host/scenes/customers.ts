import { createCustomer, ORDINARY } from './acts.js';
import { createBusiness, submitVerification, verifyBusiness } from './identity.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

async function person(stage: Stage, fullName?: string): Promise<Ending> {
  return { record: (await createCustomer(stage, fullName === undefined ? {} : { fullName })).id };
}

async function business(stage: Stage, ending: string): Promise<Ending> {
  const created = await createBusiness(stage, ending);
  await verifyBusiness(stage, created);
  return { record: created.id };
}

async function verification(stage: Stage, ending: string): Promise<Ending> {
  return { record: (await verifyBusiness(stage, await createBusiness(stage, ending))).id };
}

const blocking = ({ id }: { readonly id: string }): readonly string[] => [
  'corridor operator create --name scene --role operator --credential operator.json # once',
  `corridor customer block --platform PLATFORM --id ${id} --reason scene --case scene --operator operator.json`,
];

export const CUSTOMERS: Scenes<TypesOf<'CUSTOMER'>> = {
  'CUSTOMER.KYC_PENDING': { plays: 'a new person, whose verification starts', play: (stage) => person(stage) },
  'CUSTOMER.KYC_APPROVED': { plays: 'a new person, who is verified', play: (stage) => person(stage) },
  'CUSTOMER.KYC_REJECTED': {
    plays: 'a new person, whose verification is rejected',
    play: (stage) => person(stage, 'Ada Lovelace 002'),
  },
  'CUSTOMER.KYB_PENDING': {
    plays: 'a new business, which submits its verification',
    play: (stage) => business(stage, ORDINARY),
  },
  'CUSTOMER.KYB_APPROVED': {
    plays: 'a new business with an owner and documents, which is verified',
    play: (stage) => business(stage, ORDINARY),
  },
  'CUSTOMER.KYB_REJECTED': {
    plays: 'a new business with an owner and documents, whose verification is rejected',
    play: (stage) => business(stage, '002'),
  },
  'CUSTOMER.BLOCKED': {
    operator: 'an operator of the host blocks the customer',
    prepare: async (stage) => blocking(await createCustomer(stage)),
  },
  'CUSTOMER.UNBLOCKED': {
    operator: 'two operators of the host unblock the customer',
    prepare: async (stage) => {
      const customer = await createCustomer(stage);
      return [
        ...blocking(customer),
        `corridor customer unblock --platform PLATFORM --id ${customer.id} --reason scene --case scene --operator operator.json`,
      ];
    },
  },
};

export const VERIFICATIONS: Scenes<TypesOf<'VERIFICATION'>> = {
  'VERIFICATION.APPROVED': {
    plays: 'the verification of a business with an owner and documents',
    play: (stage) => verification(stage, ORDINARY),
  },
  'VERIFICATION.REJECTED': {
    plays: 'the verification of a business, which is rejected',
    play: (stage) => verification(stage, '002'),
  },
  'VERIFICATION.RESOLVE_ERRORS': {
    plays: 'the verification of a business without documents',
    play: async (stage) => ({
      record: (await submitVerification(stage, await createBusiness(stage, ORDINARY))).id,
    }),
  },
  'VERIFICATION.IN_PROGRESS': {
    plays: 'the verification of a business with an owner and documents',
    play: (stage) => verification(stage, ORDINARY),
  },
  'VERIFICATION.PENDING_MANUAL_REVIEW': {
    plays: 'the verification of a business that an operator has to decide',
    play: (stage) => verification(stage, '001'),
  },
  'VERIFICATION.READY_FOR_VERIFICATION': {
    neverSent: 'a verification is submitted by the same call that finds nothing missing: VERIFICATION.IN_PROGRESS',
  },
};
