import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import type { Json } from '../client.js'
import { temporaryFolder } from '../temporary-folder.js'

/** The status of a review; undefined for a failure of the webhook. */
export type Answer = (review: Json) => unknown

export interface ReviewWebhook {
  /** What it was asked. */
  readonly reviews: Json[]
  /** A kubeconfig that names it. */
  readonly kubeconfig: string
}

/** A webhook that answers reviews, once `delay` is over. It is closed after the test. */
export async function startReviewWebhook(
  t: TestContext,
  answer: Answer,
  delay?: Promise<void>,
): Promise<ReviewWebhook> {
  const reviews: Json[] = []
  const webhook = createServer(async (request, response) => {
    const review = (await json(request)) as Json
    reviews.push({ ...review, path: request.url, authorization: request.headers.authorization })
    await delay
    const status = await answer(review)
    response.statusCode = status === undefined ? 500 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...review, status }))
  })
  webhook.listen(0, '127.0.0.1')
  await once(webhook, 'listening')
  t.after(() => {
    webhook.closeAllConnections()
    webhook.close()
  })
  const { port } = webhook.address() as AddressInfo
  const folder = await temporaryFolder()
  t.after(folder.remove)
  const kubeconfig = join(folder.path, 'webhook.yaml')
  await writeFile(
    kubeconfig,
    `
apiVersion: v1
kind: Config
clusters: [{ name: hook, cluster: { server: 'http://127.0.0.1:${port}/review' } }]
users: [{ name: me, user: { token: of-the-server } }]
contexts: [{ name: hook, context: { cluster: hook, user: me } }]
current-context: hook
`,
  )
  return { reviews, kubeconfig }
}
