import { quoted, RefusedMessage } from './refused-message.js';

/** The content of an XML element, independent of the parser. */
export class XmlElement {
  readonly name: string;
  /** The namespace; empty for none. */
  readonly namespace: string;
  readonly parent: XmlElement | null;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text of this element without that of its children, without white space around it. */
  readonly text: string;

  constructor(
    parent: XmlElement | null,
    content: {
      readonly name: string;
      readonly namespace: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly text: string;
      readonly children: (of: XmlElement) => readonly XmlElement[];
    },
  ) {
    this.parent = parent;
    this.name = content.name;
    this.namespace = content.namespace;
    this.attributes = content.attributes;
    this.text = content.text.trim();
    this.children = content.children(this);
  }

  /** The path from the root. Elements that come more than once have a number from 1. */
  get place(): string {
    const twins = this.parent?.children.filter(({ name }) => name === this.name) ?? [];
    const number = twins.length > 1 ? `[${twins.indexOf(this) + 1}]` : '';
    return `${this.parent?.place ?? ''}/${this.name}${number}`;
  }

  /** The children of this name in the namespace of this element. */
  all(name: string): readonly XmlElement[] {
    return this.children.filter((child) => child.name === name && child.namespace === this.namespace);
  }

  /** The only child of this name, through a path of names; null if there is none. Refuses a second one. */
  one(...path: readonly string[]): XmlElement | null {
    let found: XmlElement = this;
    for (const name of path) {
      const [child, other] = found.all(name);
      if (other !== undefined) {
        throw new RefusedMessage('INVALID_FIELD', `${name} comes more than once`, other.place);
      }
      if (child === undefined) return null;
      found = child;
    }
    return found;
  }

  /** Like `one`; refuses a missing child. */
  required(...path: readonly string[]): XmlElement {
    const found = this.one(...path);
    if (found === null) throw new RefusedMessage('MISSING_FIELD', `${path.join('/')} is missing`, this.place);
    return found;
  }

  /** The text of the child at this path; null if the child is missing or empty. Refuses a child with elements in it. */
  value(...path: readonly string[]): string | null {
    return this.one(...path)?.leaf() ?? null;
  }

  /** The text of this element; null if it is empty. Refuses an element with elements in it. */
  leaf(): string | null {
    if (this.children.length > 0) throw this.invalid(`${this.name} has elements instead of a text`);
    return this.text === '' ? null : this.text;
  }

  /** Like `leaf`; refuses an empty element. */
  requiredLeaf(): string {
    const text = this.leaf();
    if (text === null) throw new RefusedMessage('MISSING_FIELD', `${this.name} is empty`, this.place);
    return text;
  }

  invalid(message: string): RefusedMessage {
    return new RefusedMessage('INVALID_FIELD', message, this.place);
  }

  /** A refusal that repeats the text of this element. */
  invalidText(expected: string): RefusedMessage {
    return this.invalid(`${quoted(this.text)} is not ${expected}`);
  }
}
