/** Sends a review to a webhook. Resolves with the response, parsed. */
export type SendReview = (review: unknown) => Promise<unknown>

/** Another server, which authenticates tokens or authorizes requests. */
export interface ReviewWebhook {
  readonly send: SendReview
  close(): void
}

/** Maximum reviews in progress at one webhook. */
export const MAX_REVIEWS = 1024

/** Opens the webhook that a kubeconfig names. Rejects if the file cannot be used. */
export type OpenReviewWebhook = (kubeconfigFile: string, timeoutMs: number) => Promise<ReviewWebhook>

/** A part of a response that must be an object. Throws an error that names the place. */
export function objectIn(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw new Error(`${place} is not an object`)
}
