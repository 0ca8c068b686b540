import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The names a server goes by. A request that names another host came by somebody else's name server, and is refused. */
export interface HostNames {
  /** Whether it goes by no name at all: nobody has said where it is mounted. */
  readonly isEmpty: boolean;
  /** @param host - as a `Host` header has it, in lower case. */
  readonly isAllowed: (host: string) => boolean;
  /** Adds the names of an address it listens on. */
  addListening(address: { readonly hostname: string; readonly port: number }): void;
  /** Takes the names of listening away again. */
  removeListening(): void;
}

const loopbackNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** @param configured - names with a port, or without one for every port. */
export function createHostNames(configured: readonly string[]): HostNames {
  const fixed = new Set(configured.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''));
  let listening: ReadonlySet<string> = new Set();

  return {
    get isEmpty() {
      return fixed.size === 0 && listening.size === 0;
    },
    isAllowed: (host) => listening.has(host) || fixed.has(host) || fixed.has(host.replace(/:\d+$/, '')),
    addListening({ hostname, port }) {
      listening = new Set(
        [...loopbackNames, ...toNames(hostname)].map((name) => (port === 80 ? name : `${name}:${port}`)),
      );
    },
    removeListening() {
      listening = new Set();
    },
  };
}

/** Whether an address is reached from this machine alone. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether an address stands for every address of this machine. */
export function isWildcard(hostname: string): boolean {
  return hostname === '0.0.0.0' || hostname === '::';
}

/** An address as it stands in a URL. */
export function toUrlHost(hostname: string): string {
  return isIP(hostname) === 6 ? `[${hostname}]` : hostname;
}

/** A name server cannot lead to an address that is written out, so all of the machine's own are good names. */
function toNames(hostname: string): readonly string[] {
  if (!isWildcard(hostname)) return [toUrlHost(hostname.toLowerCase())];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.map(({ address }) => toUrlHost(address));
}
