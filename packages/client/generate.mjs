// Generates src/generated from the OpenAPI document. `npm run client:write` runs it; a test compares the result.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { openApiDocument } from '@corridor/adapters-http';

/** `QUOTE_NOT_FOUND` becomes `QuoteNotFoundError`. */
const className = (code) =>
  `${code
    .toLowerCase()
    .replace(/(?:^|_)([a-z0-9])/g, (_, letter) => letter.toUpperCase())
    .replace(/Error$/, '')}Error`;

/** A class for each error code that an operation of the document can answer with. */
function errorClasses(document) {
  const { examples } = document.components;
  const classes = Object.keys(examples)
    .sort()
    .map((code) => {
      const { summary, value } = examples[code];
      return `/** ${value.status}: ${summary}. */\nexport class ${className(code)} extends ApiError {}\n`;
    });
  const rows = Object.keys(examples)
    .sort()
    .map((code) => `  ${code}: ${className(code)},\n`);
  return (
    "// Generated from the OpenAPI document by `npm run client:write`; do not edit.\nimport { ApiError } from '../api-error.js';\n\n" +
    `${classes.join('\n')}\n/** The class of each error code. */\nexport const ERROR_CLASSES = {\n${rows.join('')}} as const;\n`
  );
}

export async function generate(output) {
  const document = openApiDocument();
  await createClient({
    input: document,
    output: {
      path: output,
      module: { extension: '.js' },
      header: ['// Generated from the OpenAPI document by `npm run client:write`; do not edit.'],
    },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true },
      { name: '@hey-api/typescript', enums: false },
      {
        name: '@hey-api/sdk',
        operations: { strategy: 'single', containerName: 'Operations', methodName: '{{name}}' },
        responseStyle: 'data',
      },
    ],
    logs: { level: 'silent' },
  });
  await writeFile(join(output, 'errors.gen.ts'), errorClasses(document));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generate(process.argv[2] ?? fileURLToPath(new URL('src/generated', import.meta.url)));
}
