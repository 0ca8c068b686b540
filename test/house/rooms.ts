/** What each room may import: the table of the architecture, as data. A room is a folder of src/. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  core: [],
  plans: ['core'],
  tools: ['core', 'plans'],
  storage: ['core'],
  agent: ['core', 'tools', 'storage'],
  'agent-controller': ['core', 'tools', 'storage', 'agent'],
  review: ['core', 'plans', 'storage'],
  web: ['core', 'plans', 'review'],
  testing: ['core', 'storage'],
  cli: ['core', 'plans', 'tools', 'storage', 'agent', 'agent-controller', 'review', 'web', 'testing'],
};

/** Rooms without a subpath of the package: `core` is what the others share, `cli` is the command. */
export const privateRooms: readonly string[] = ['core', 'cli'];

/** Rooms in which every program starts: nothing slow may be imported there before it is needed. */
export const lightRooms: readonly string[] = [
  'core',
  'plans',
  'tools',
  'storage',
  'agent',
  'agent-controller',
  'review',
  'testing',
];

/** Packages that are imported where they are used, or in rooms that are not light. */
export const heavyPackages: readonly string[] = [
  '@hono/node-server',
  'ai',
  'commander',
  'diff',
  'highlight.js',
  'hono',
  'markdown-it',
  'markdown-it-footnote',
  'open',
  'zod',
];
