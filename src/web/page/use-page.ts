import { useEffect, useState } from 'preact/hooks';
import type { PageState, Store } from './page-state.ts';

/** The state, and a new drawing whenever it changes. */
export function usePageState(store: Store): PageState {
  const [state, setState] = useState(store.get());
  useEffect(() => store.subscribe(() => setState(store.get())), [store]);
  return state;
}

/** The server's time, read anew every `everyMs`. */
export function useNow(clockOffsetMs: number, everyMs: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + clockOffsetMs;
}
