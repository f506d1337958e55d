/** The name of an identifier or of the last member of a path, also behind a sign or a non-null assertion. */
const nameOf = (node) => {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return node.computed ? '' : nameOf(node.property);
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return nameOf(node.expression);
    case 'UnaryExpression':
      return nameOf(node.argument);
    default:
      return '';
  }
};

/** Constants are bounds of the fields of requests, which are in smallest units. */
const AMOUNT = /(?:^a|A)mount$/;
const CURRENCY = /currency(?:Code)?$/i;
/** What keys have in front of a currency. */
const NO_AMOUNT = /^(?:environment|rail|country)$/;
const FORMATTED = /^(?:amountText|decimalText|money|moneyText|formatAmount)$/;

const isFormatted = (node) => node.type === 'CallExpression' && FORMATTED.test(nameOf(node.callee));

/**
 * Reports amounts in smallest units in texts for people, which read a hundred times too large: a template with words that
 * has an amount by its name, or a value in front of a currency, that no function has formatted. A template without spaces
 * is a key.
 */
const inTexts = {
  meta: {
    type: 'problem',
    docs: { description: 'amounts in texts have the decimals of their currency' },
    schema: [],
  },
  create: (context) => ({
    TemplateLiteral({ expressions, quasis }) {
      if (!quasis.some(({ value }) => value.raw.includes(' '))) return;
      expressions.forEach((node, index) => {
        const after = expressions[index + 1];
        const isBeforeCurrency =
          quasis[index + 1].value.raw === ' ' &&
          after !== undefined &&
          CURRENCY.test(nameOf(after)) &&
          !NO_AMOUNT.test(nameOf(node));
        if (isFormatted(node) || !(AMOUNT.test(nameOf(node)) || isBeforeCurrency)) return;
        context.report({ node, message: 'Write an amount in a text with amountText of the money room.' });
      });
    },
  }),
};

export default { rules: { 'in-texts': inTexts } };
