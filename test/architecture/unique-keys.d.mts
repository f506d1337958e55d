import type { AnyKind } from '@corridor/core/records';

export function uniqueKeysTable(kinds?: readonly AnyKind[]): string;
