// The package ships no types.
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  // biome-ignore lint/style/noDefaultExport: it is what the package exports.
  export default function footnotePlugin(markdown: MarkdownIt): void;
}
