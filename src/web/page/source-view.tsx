import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';

const linesPerBlock = 100;

/** The plan as it stands in its file, line by line. */
export function SourceView({ lines }: { readonly lines: readonly string[] }): VNode {
  return useMemo(() => {
    const starts = Array.from({ length: Math.ceil(lines.length / linesPerBlock) }, (_, index) => index * linesPerBlock);
    return (
      <div class="source">
        {starts.map((start) => (
          <div key={start} class="source-block">
            {lines.slice(start, start + linesPerBlock).map((line, index) => (
              <div key={start + index} class="source-line" data-line={start + index + 1}>
                {line === '' ? '\n' : line}
              </div>
            ))}
          </div>
        ))}
      </div>
    );
  }, [lines]);
}
