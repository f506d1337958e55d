export interface ErrorMessages {
  readonly messages: ReadonlyMap<string, ReadonlySet<string>>;
  readonly fields: ReadonlySet<string>;
  readonly unreadable: readonly string[];
}

export function errorMessages(
  catalogue: Readonly<Record<string, { readonly meaning: string }>>,
  sources?: readonly { readonly path: string; readonly text: string }[],
): ErrorMessages;
