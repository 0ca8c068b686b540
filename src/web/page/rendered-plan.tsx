import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { detectLanguage } from './detect-language.ts';
import { messages } from './language.ts';
import { toFragment } from './place.ts';

/** Properties of {@link RenderedPlan}. */
export interface RenderedPlanProps {
  readonly reviewId: string;
  /** Made by the server's renderer, which lets no HTML of the plan's author through. */
  readonly html: string;
  /** What `html` was made from, for its language. */
  readonly sourceLines: readonly string[];
  /** The heading to scroll to. */
  readonly anchor: string | null;
}

/** The plan as its author meant it to look. */
export function RenderedPlan({ reviewId, html, sourceLines, anchor }: RenderedPlanProps): VNode {
  const ref = useRef<HTMLElement>(null);
  const language = useMemo(() => detectLanguage(sourceLines.join('\n')), [sourceLines]);
  useEffect(() => {
    if (ref.current !== null) prepareLinks(ref.current, reviewId);
  }, [html, reviewId]);
  useEffect(() => {
    const article = ref.current;
    if (article === null) return;
    const prepare = (): void => prepareScrolling(article);
    prepare();
    const observer = new ResizeObserver(prepare);
    observer.observe(article);
    return () => observer.disconnect();
  }, [html]);
  useEffect(() => {
    const heading = anchor === null ? null : document.getElementById(anchor);
    if (heading === null || ref.current?.contains(heading) !== true) return;
    heading.scrollIntoView();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [html, anchor]);
  return <article ref={ref} class="prose" lang={language} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Links inside the plan go by this page's way of addressing, so that the way back leads out of them. */
function prepareLinks(article: HTMLElement, reviewId: string): void {
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    const href = link.getAttribute('href') ?? '';
    if (!href.startsWith('#review='))
      link.setAttribute('href', toFragment({ reviewId, anchor: decodeURIComponent(href.slice(1)) }));
  }
}

/** What is wider than the page scrolls by itself, and the arrow keys must reach it; nothing else is a stop on the way. */
function prepareScrolling(article: HTMLElement): void {
  for (const box of article.querySelectorAll<HTMLElement>('pre, .table-scroll')) {
    if (box.scrollWidth <= box.clientWidth) {
      box.removeAttribute('tabindex');
      box.removeAttribute('role');
      continue;
    }
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    if (!box.hasAttribute('aria-label')) box.setAttribute('aria-label', messages.codeBlock);
  }
}
