import { createApi } from './api.ts';
import { createLocalCopies, DraftKeeper } from './draft-keeper.ts';
import { messages } from './language.ts';
import { type Address, createPageActions, type PageActions } from './page-actions.ts';
import { PageLoader } from './page-loader.ts';
import { createStore, type Store } from './page-state.ts';
import { readPlace, toFragment } from './place.ts';

/** What the components work with. */
export interface Page {
  readonly store: Store;
  readonly actions: PageActions;
  readonly refresh: () => Promise<void>;
}

const reconnectMs = 2000;

/** Starts the page in this window: signs in, follows the address, listens for changes. */
export function startPage(window: Window & typeof globalThis): Page {
  const { location, history } = window;
  const store = createStore();
  const api = createApi(new URL('.', location.href).href);
  const drafts = new DraftKeeper(store, api, createLocalCopies(window.localStorage));
  const address: Address = {
    go(place, { isReplacing = false } = {}) {
      const fragment = toFragment(place);
      if (isReplacing) history.replaceState(null, '', fragment);
      else history.pushState(null, '', fragment);
      store.set({ place: readPlace(fragment).place });
      void refresh();
    },
  };
  const loader = new PageLoader({ store, api, drafts, address });
  const refresh = (): Promise<void> => loader.load();
  const actions = createPageActions({ store, api, drafts, address, refresh });

  const follow = async (): Promise<void> => {
    const { place, token } = readPlace(location.hash);
    store.set({ place });
    if (token !== null) {
      // Out of the address before anything else: it must not stay in the history or in a picture of the screen.
      history.replaceState(null, '', place.reviewId === null ? location.pathname : toFragment(place));
      const answer = await api.signIn(token);
      if (!answer.isOk && answer.failure.code === 'WRONG_TOKEN') return store.set({ access: 'wrong' });
    }
    await refresh();
  };
  window.addEventListener('hashchange', () => void follow());
  window.addEventListener('popstate', () => void follow());
  window.addEventListener('focus', () => void refresh());
  window.document.addEventListener('visibilitychange', () => {
    if (window.document.visibilityState === 'hidden') void drafts.flush(true);
  });
  window.addEventListener('pagehide', () => void drafts.flush(true));
  void follow().then(() => listen(api.eventsUrl, { store, refresh }));
  return { store, actions, refresh };
}

/** Looks again at every change, and after every break of the connection. */
function listen(url: string, { store, refresh }: Pick<Page, 'store' | 'refresh'>): void {
  const source = new EventSource(url);
  const live = (): void => {
    if (store.get().connection === 'lost') store.say(messages.connectionBack);
    store.set({ connection: 'live' });
  };
  source.addEventListener('open', live);
  source.addEventListener('changed', () => {
    live();
    void refresh();
  });
  source.addEventListener('error', () => {
    if (store.get().access === 'granted') store.set({ connection: 'lost' });
    if (source.readyState !== EventSource.CLOSED) return; // It tries again by itself.
    source.close();
    setTimeout(() => listen(url, { store, refresh }), reconnectMs);
  });
}
