const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text that is HTML already. Only the tag below makes it. */
class Html {
  constructor(text) {
    this.text = text;
  }
}

const markupOf = (value) => {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(markupOf).join('');
  return String(value ?? '').replaceAll(/[&<>"']/g, (character) => ENTITIES[character]);
};

/** A template that escapes every value which is not HTML made by this tag. */
export const html = (strings, ...values) =>
  new Html(strings.map((text, index) => (index === 0 ? '' : markupOf(values[index - 1])) + text).join(''));
