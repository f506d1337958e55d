export function eventsDocument(): string;

/** The templates in a source that can be an event type. */
export function composedTypesIn(text: string): readonly string[];
