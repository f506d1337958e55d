import type { DeclaredAction } from '@corridor/core/internal';

export function actionsTable(actions?: Readonly<Record<string, DeclaredAction>>): string;
