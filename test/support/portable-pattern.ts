/** The largest count of RE2. */
const MOST_REPEATS = 1000;
const SYNTAX = '^$\\.*+?()[]{}|/';
/** Escapes that mean the same everywhere: a character by its two hexadecimal digits, and the usual control characters. */
const CONTROLS = 'tnrfv';
/** Doubled, these are operators of sets in some engine. */
const SET_OPERATORS = ['&&', '--', '~~', '||'];

/** Reads a pattern from left to right. Throws the fault. */
class Reader {
  private at = 0;

  constructor(private readonly pattern: string) {}

  readAll(): void {
    this.readAlternatives(0);
    if (this.at < this.pattern.length) throw new Error(`${this.here()} closes nothing`);
  }

  private readAlternatives(depth: number): void {
    for (;;) {
      const next = this.pattern[this.at];
      if (next === undefined || next === ')') return;
      if (next === '|') this.at += 1;
      else this.readTerm(depth);
    }
  }

  private readTerm(depth: number): void {
    const next = this.pattern[this.at]!;
    if (next === '^' || next === '$') {
      this.at += 1;
      const isOutside = next === '^' ? /^\(*(?:\?:)?$|\|$/ : /^(?:\)|\||$)/;
      const side = next === '^' ? this.pattern.slice(0, this.at - 1) : this.pattern.slice(this.at);
      if (depth > 0 || !isOutside.test(side)) throw new Error(`${next} is neither at the start nor at the end`);
      return;
    }
    if (next === '.') throw new Error('. differs in what ends a line');
    if ('*+?{'.includes(next)) throw new Error(`${next} repeats nothing`);
    if (']}'.includes(next)) throw new Error(`${next} is not escaped`);
    if (next === '(') this.readGroup(depth);
    else if (next === '[') this.readSet();
    else if (next === '\\') this.readEscape('');
    else this.readLiteral();
    this.readQuantifier();
  }

  private readGroup(depth: number): void {
    this.at += 1;
    if (this.pattern[this.at] === '?') {
      if (this.pattern[this.at + 1] !== ':') throw new Error(`${this.here()} is a group that RE2 or Python lacks`);
      this.at += 2;
    }
    this.readAlternatives(depth + 1);
    if (this.pattern[this.at] !== ')') throw new Error('a group does not end');
    this.at += 1;
  }

  private readSet(): void {
    this.at += 1;
    if (this.pattern[this.at] === '^') this.at += 1;
    if (this.pattern[this.at] === ']') throw new Error('a set is empty');
    while (this.pattern[this.at] !== ']') {
      if (this.at >= this.pattern.length) throw new Error('a set does not end');
      if (SET_OPERATORS.includes(this.pattern.slice(this.at, this.at + 2))) throw new Error(`${this.here()} in a set`);
      const from = this.readMember();
      if (this.pattern[this.at] !== '-' || this.pattern[this.at + 1] === ']') continue;
      this.at += 1;
      if (this.readMember() < from) throw new Error('a range is descending');
    }
    this.at += 1;
  }

  /** Returns the code of the character. */
  private readMember(): number {
    const next = this.pattern[this.at]!;
    if (next === '[') throw new Error('[ in a set is not escaped');
    return next === '\\' ? this.readEscape('-') : this.readLiteral();
  }

  private readLiteral(): number {
    const code = this.pattern.codePointAt(this.at)!;
    if (code >= 0xd800 && (code <= 0xdfff || code > 0xffff))
      throw new Error('a character above U+FFFF is two without u');
    this.at += 1;
    return code;
  }

  private readEscape(also: string): number {
    const escaped = this.pattern[this.at + 1] ?? '';
    const hex = /^[0-9a-fA-F]{2}/.exec(this.pattern.slice(this.at + 2))?.[0];
    if (escaped === 'x' && hex !== undefined) {
      this.at += 4;
      return Number.parseInt(hex, 16);
    }
    if (escaped === '' || !(SYNTAX + CONTROLS + also).includes(escaped))
      throw new Error(`\\${escaped} differs by engine`);
    this.at += 2;
    return escaped.charCodeAt(0);
  }

  private readQuantifier(): void {
    const [quantifier = '', least = '', most = ''] =
      /^(?:[*+?]|\{([0-9]+)(?:,([0-9]*))?\})\??/.exec(this.pattern.slice(this.at)) ?? [];
    this.at += quantifier.length;
    if (Math.max(Number(least), Number(most)) > MOST_REPEATS) throw new Error(`${quantifier} is too often for RE2`);
    if (most !== '' && Number(most) < Number(least)) throw new Error(`${quantifier} is descending`);
    if (quantifier !== '' && /^[*+?{]/.test(this.pattern.slice(this.at)))
      throw new Error(`${this.here()} repeats twice`);
  }

  private here(): string {
    return this.pattern.slice(this.at, this.at + 3);
  }
}

/**
 * Why a pattern does not mean the same in ECMAScript (with and without the flag u), in Python's `re` and in RE2; null if
 * it does. `\d`, `\w` and `\s` are refused: Python finds digits, letters and blanks of all scripts.
 */
export function portabilityFault(pattern: string): string | null {
  try {
    new Reader(pattern).readAll();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Every pattern of a JSON value: the values of `pattern`, and the names of `patternProperties`. */
export function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name === 'pattern' && typeof member === 'string') return [member];
    const isNames = name === 'patternProperties' && typeof member === 'object' && member !== null;
    return [...(isNames ? Object.keys(member) : []), ...patternsIn(member)];
  });
}
