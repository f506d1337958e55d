import type { AnyAction } from '../../operators/index.js';
import { type OperatorActionPorts, type OperatorActions, operatorActions } from './operator-actions.js';

/** What is declared of an action without a core that could run it. */
export type DeclaredAction = Pick<AnyAction, 'title' | 'role' | 'byMasterKey' | 'input' | 'effects' | 'exempt'>;

/** Stands for every port: actions use their ports when they begin, and not while they are declared. */
const UNUSED: object = new Proxy(() => undefined, { get: () => UNUSED });

/** The declarations of all actions of operators, from which the command line makes its commands without a core. */
export const DECLARED_ACTIONS: Readonly<Record<keyof OperatorActions, DeclaredAction>> = operatorActions(
  UNUSED as OperatorActionPorts,
);
