import type { StateCore, Token } from 'markdown-it';

const box = /^\[([ \t\nxX])\](?=\n|[ \t]+[^ \t])/;

/** Turns a box at the beginning of a list item into a `task_box` token, as GitHub does, and marks the item. */
export function readTaskItems(state: StateCore): void {
  for (const [index, item] of state.tokens.entries()) {
    if (item.type !== 'list_item_open' || state.tokens[index + 1]?.type !== 'paragraph_open') continue;
    const inline = state.tokens[index + 2];
    const mark = inline?.content.match(box)?.[1];
    if (inline === undefined || mark === undefined || !removeBox(inline)) continue;
    const task = new state.Token('task_box', 'input', 0);
    task.meta = { isDone: mark.toLowerCase() === 'x' };
    item.meta = { ...item.meta, isTask: true };
    inline.children?.unshift(task);
  }
}

/** Takes the box out of the text; `false` where it was read as something else, such as a link. */
function removeBox({ children }: Token): boolean {
  const [first, second] = children ?? [];
  if (first?.type !== 'text' || !first.content.startsWith('[')) return false;
  // A line end inside the box splits it: `[`, the break, `] text`.
  const isSplit = first.content === '[' && second?.type === 'softbreak';
  const text = isSplit ? children?.[2] : first;
  if (text === undefined) return false;
  text.content = text.content.slice(isSplit ? 1 : 3).replace(/^[ \t]/, '');
  if (isSplit) children?.splice(0, 2);
  return true;
}
