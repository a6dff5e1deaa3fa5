import { MAX_REVIEWS, type ReviewWebhook } from '#access/review-webhook.js'
import { readKubeconfigFile } from '#federation/joining/kubeconfig-file.js'
import { MemberClient } from '#federation/members/member-client.js'

/** The webhook that a kubeconfig names. Rejects if the file cannot be used. */
export async function openReviewWebhook(kubeconfigFile: string, timeoutMs: number): Promise<ReviewWebhook> {
  const access = await readKubeconfigFile(kubeconfigFile)
  // Reviews do not wait for each other: a review that comes too late is a failure.
  const client = new MemberClient(access, { connections: MAX_REVIEWS })
  let isClosed = false
  const query = `?timeout=${timeoutMs / 1000}s`
  const path = new URL(access.server).pathname === '/' ? `/${query}` : query
  const attempt = (review: unknown, leftMs: number) =>
    client.send({ method: 'POST', path, body: review, timeoutMs: leftMs })
  return {
    send: async (review) => {
      const began = performance.now()
      // The other server may just have closed a connection that was idle.
      const { status, body } = await attempt(review, timeoutMs).catch((error: Error) => {
        const leftMs = timeoutMs - (performance.now() - began)
        if (isClosed || leftMs < timeoutMs / 2) throw error
        return attempt(review, leftMs)
      })
      if (status !== 200 && status !== 201) throw new Error(`the webhook responded with ${status}`)
      return body
    },
    close: () => {
      isClosed = true
      client.close()
    },
  }
}
