/**
 * A thread stops while it takes over a value from another one, so a large value is sent in pieces. A `ListInPieces`
 * replaces each list that is too long for a piece.
 */
interface ListInPieces {
  readonly listInPieces: number;
}

/** A part of a list; lists inside its items come in earlier pieces. */
export interface Piece {
  readonly list: number;
  readonly items: readonly unknown[];
}

export interface Divided {
  readonly pieces: readonly Piece[];
  /** The value without the lists in pieces. */
  readonly rest: unknown;
}

/** A piece has about so many primitives; taking it over takes a few milliseconds. */
const WEIGHT = 2000;

interface Weighed {
  readonly value: unknown;
  readonly weight: number;
}

/** Divides a value of plain objects, lists and primitives. */
export function divide(value: unknown): Divided {
  const pieces: Piece[] = [];
  let lists = 0;

  function listOf(items: readonly Weighed[], weight: number): Weighed {
    if (weight <= WEIGHT) return { value: items.map((item) => item.value), weight };
    const list = lists;
    lists += 1;
    let part: unknown[] = [];
    let filled = 0;
    for (const item of items) {
      part.push(item.value);
      filled += item.weight;
      if (filled < WEIGHT) continue;
      pieces.push({ list, items: part });
      part = [];
      filled = 0;
    }
    pieces.push({ list, items: part });
    return { value: { listInPieces: list } satisfies ListInPieces, weight: 1 };
  }

  function weighed(of: unknown): Weighed {
    if (typeof of !== 'object' || of === null) return { value: of, weight: 1 };
    const names = Object.keys(of);
    const parts = (Array.isArray(of) ? of : Object.values(of)).map(weighed);
    const weight = parts.reduce((sum, part) => sum + part.weight, 1);
    if (Array.isArray(of)) return listOf(parts, weight);
    return { value: Object.fromEntries(parts.map((part, index) => [names[index], part.value])), weight };
  }

  return { rest: weighed(value).value, pieces };
}

export interface Joining {
  readonly add: (piece: Piece) => void;
  /** The whole value, after all pieces. */
  readonly end: (rest: unknown) => unknown;
}

/** Puts a divided value together. The pieces come in their order, and are changed. */
export function joining(): Joining {
  const lists = new Map<number, unknown[]>();
  const whole = (of: unknown): unknown => {
    if (typeof of !== 'object' || of === null) return of;
    if ('listInPieces' in of) return lists.get((of as ListInPieces).listInPieces);
    const members = of as Record<string, unknown>;
    for (const [name, value] of Object.entries(members)) {
      if (typeof value === 'object' && value !== null) members[name] = whole(value);
    }
    return of;
  };
  return {
    add: ({ list, items }) => {
      const own = items.map(whole);
      const before = lists.get(list);
      if (before === undefined) lists.set(list, own);
      else for (const item of own) before.push(item);
    },
    end: whole,
  };
}
