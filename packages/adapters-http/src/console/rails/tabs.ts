import type { Html } from '../../pages/html.js';
import { tabs } from '../kit/components.js';
import type { Visit } from '../kit/visit.js';
import { TREASURY } from './shortfalls.js';

/** The parts of the section Rails. */
export const railTabs = ({ base, path }: Pick<Visit, 'base' | 'path'>): Html =>
  tabs(
    'Rails and what they hold',
    (
      [
        ['/rails', 'Connections'],
        [TREASURY, 'The money of the service'],
      ] as const
    ).map(([to, text]) => ({ path: `${base}${to}`, text, isCurrent: to === path })),
  );
