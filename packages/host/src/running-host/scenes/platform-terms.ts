import type { Scenes, TypesOf } from './scene.js';

const CREATE = 'corridor operator create --name scene --role admin --credential operator.json # once';
const CHANGE =
  'corridor terms change --environment SANDBOX --source USD --destination EUR --spread-bps 25 --valid-from TIME --reason scene --operator operator.json # TIME is tomorrow, such as 2026-01-31T10:00:00Z';

export const PLATFORM_TERMS: Scenes<TypesOf<'PLATFORM'>> = {
  'PLATFORM.TERMS_CHANGED': {
    operator: 'an operator of the host changes the spread of a corridor',
    prepare: async () => [CREATE, CHANGE],
  },
  'PLATFORM.TERMS_WITHDRAWN': {
    operator: 'an operator of the host withdraws a change of a corridor that is not in force',
    prepare: async () => [
      ...[CREATE, CHANGE],
      'corridor terms withdraw --environment SANDBOX --id TERMS --reason scene --operator operator.json # TERMS is the id that the command before printed',
    ],
  },
};
