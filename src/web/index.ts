/** The review page: a review host over HTTP, for browsers on this machine and for programs that hold the token. */
export { createReviewServer, type ReviewServer, type ReviewServerOptions } from './create-review-server.ts';
export { doorStatus, httpStatus } from './http-status.ts';
export type { ListeningServer, ListenOptions } from './listen.ts';
export type {
  DiffView,
  DoorCode,
  ErrorBody,
  OutlineEntry,
  ReviewItem,
  ReviewList,
  ReviewUpdate,
  ReviewView,
  WireDecision,
  WireDelivery,
  WireDraft,
} from './wire.ts';
