import { createMarkdownRenderer } from 'vitepress';
import { describe, expect, it } from 'vitest';
import { markdown } from '../../docs/.vitepress/markdown.mjs';
import { documents, pageOf, pagesOf, root } from '../../docs/.vitepress/pages.mjs';

/** Composed, so that the check of citations does not look for these documents. */
const chapter = (name: string): string => `docs/${name}.md`;

describe('the pages of the site', () => {
  const { sidebar, navigation } = pagesOf();
  const linksOf = (path: string) =>
    sidebar[path]!.flatMap(({ link, items = [] }) => [
      ...(link === undefined ? [] : [link]),
      ...items.map((one) => one.link),
    ]);

  it('are all in the navigation', () => {
    const links = new Set(Object.keys(sidebar).flatMap(linksOf));
    const pages = documents().map((document) => {
      const page = pageOf(document);
      return `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`;
    });
    expect([...links].sort()).toEqual([...new Set(pages)].sort());
    expect(pages.length).toBeGreaterThan(150);
  });

  it('begin with the guides, in their order', () => {
    const [guides] = sidebar['/']!;
    expect(guides!.text).toBe('Guides');
    expect(guides!.items!.slice(0, 4).map(({ link }) => link)).toEqual([
      '/first-payment.html',
      '/receiving-money.html',
      '/verification.html',
      '/webhooks.html',
    ]);
    expect(guides!.items!.at(-1)!.link).toBe('/client.html');
    expect(navigation.map(({ text }) => text)).toEqual(['Guides', 'Operate', 'Reference']);
  });

  it('follow in the order of the list of their folder', () => {
    const numbers = linksOf('/decisions/').flatMap((link) => /\/(\d{4})-/.exec(link)?.[1] ?? []);
    expect(numbers).toEqual([...numbers].sort());
    expect(linksOf('/decisions/').slice(0, 2)).toEqual(['/', '/decisions/']);
  });

  it('need a group', () => {
    expect(() => pagesOf(['docs/README.md', chapter('of-no-group')])).toThrow('of-no-group.md has no group');
  });

  it('have paths of their own', () => {
    expect(() => pagesOf(['docs/client.md', chapter('guides/client')])).toThrow('would both be the page client.md');
  });

  it.each([
    ['docs/README.md', 'index.md'],
    ['README.md', 'overview.md'],
    ['docs/ledger.md', 'concepts/ledger.md'],
    ['docs/rails.md', 'rails/index.md'],
    ['docs/operate/alerts/README.md', 'operate/alerts/index.md'],
    ['packages/core/STATES.md', 'packages/core/states.md'],
    ['packages/core/README.md', 'packages/core.md'],
  ])('have a path: %s is %s', (document, page) => {
    expect(pageOf(document)).toBe(page);
  });
});

describe('the Markdown of the repository', () => {
  const rendered = async (text: string, document = 'docs/architecture.md'): Promise<string> => {
    const renderer = await createMarkdownRenderer(root, markdown, '/guides/');
    return renderer.render(text, { path: root + document, relativePath: document, cleanUrls: false });
  };

  it('links to pages', async () => {
    expect(await rendered('[states](../packages/core/STATES.md#quote)')).toContain(
      'href="/guides/packages/core/states.html#quote"',
    );
    expect(await rendered('[alerts](operate/alerts/README.md)')).toContain('href="/guides/operate/alerts/"');
    expect(await rendered('[rail](rail.openapi.json)', 'docs/rails/http.md')).toContain(
      'href="/guides/rails/rail.openapi.json"',
    );
    expect(await rendered('[below](#layers)')).toContain('href="#layers"');
  });

  it('keeps the text of links to sources', async () => {
    const html = await rendered('See [`money.ts`](../packages/core/src/money/money.ts), and [money](areas/money.md).');
    expect(html).toBe('<p>See <code>money.ts</code>, and <a href="/guides/areas/money.html">money</a>.</p>\n');
  });

  it('is text: no markup, no expression and no comment', async () => {
    expect(await rendered('<script>run()</script> and <Tag> {{ constructor }} {#id}')).toBe(
      '<p>&lt;script&gt;run()&lt;/script&gt; and &lt;Tag&gt; &#123;&#123; constructor }} &#123;#id}</p>\n',
    );
    expect(await rendered('<!-- generated: a\nb -->\n\nText\n\n<!-- end -->')).toBe('<p>Text</p>\n');
    expect(await rendered('`{{ code }}`')).toBe('<p><code>&#123;&#123; code }}</code></p>\n');
    expect(await rendered('    {{ code }}')).toBe('<pre><code>&#123;&#123; code }}\n</code></pre>\n');
  });

  it('has the anchors of a code host', async () => {
    const html = await rendered('## The `quote` of [a payment](payment.md)!\n\n## Twice\n\n## Twice');
    expect([...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'the-quote-of-a-payment',
      'twice',
      'twice-1',
    ]);
  });

  it('has no style attributes, in code and in tables', async () => {
    const html = await rendered('```ts\nconst a = 1; // one\n```\n\n| A |\n| -: |\n| 1 |');
    expect(html).not.toContain('style=');
    expect(html).toContain('<span class="code-keyword">const</span>');
    expect(html).toContain('<td class="align-right">1</td>');
  });

  it('describes diagrams by their steps, except for states, which a table repeats', async () => {
    const fence = (text: string) => rendered(`\`\`\`mermaid\n${text}\n\`\`\``);
    const messages =
      'sequenceDiagram\n  participant P as Platform\n  participant H as Host\n  P->>H: POST <x>\n  H-->>P: 201\n  Note over P,H: later';
    expect(await fence(messages)).toContain(
      '<li>Platform → Host: POST &lt;x&gt;</li>\n<li>Host → Platform: 201</li>\n<li>later</li>',
    );
    const flow = 'flowchart LR\n  A --> B[a use case] --> C[(unit:<br>records)]\n  C --> B';
    expect(await fence(flow)).toContain('<li>A → a use case → unit: records</li>\n<li>unit: records → a use case</li>');
    expect(await fence('stateDiagram-v2\n  [*] --> OPEN: create')).toBe('');
    await expect(fence('pie\n  "a": 1')).rejects.toThrow('cannot describe a diagram of the kind pie');
  });
});
