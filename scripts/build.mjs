// `npm run build`: dist/ from the sources, when it is stale.
import { prepare, say } from './lib/prepare.mjs';

await prepare();
say('dist/ is up to date.');
