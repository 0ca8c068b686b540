/** The review host: waiting plans, one decision each, and its delivery to whoever can go on. */
export type {
  Assurance,
  Decision,
  DecisionAuthor,
  DecisionRecord,
  DeliveredLeg,
  DeliveryRecord,
  DraftRecord,
  DueDelivery,
  Listing,
  PlanSnapshot,
  ResumableAgent,
  ReviewComment,
  ReviewRecord,
  ReviewSource,
  ReviewStatus,
} from '../core/index.ts';
export type { ReviewHostOptions } from './create-review-host.ts';
export { createReviewHost } from './create-review-host.ts';
export type {
  DecideOptions,
  PlanFileState,
  ReviewDetail,
  ReviewHost,
  ReviewSummary,
  SubmitOptions,
  WaitOptions,
} from './review-host.ts';
