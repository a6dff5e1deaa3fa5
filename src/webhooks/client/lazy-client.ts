import { lazy } from '#util/memoize.js'
import type { ServiceResolver } from './service-resolver.js'
import type { WebhookCall, WebhookClient } from './webhook-client.js'
import { type ClientConfig, webhookEndpoint } from './webhook-endpoint.js'

/** Calls webhooks by their `clientConfig`. The HTTP client is loaded with the first call. */
export class LazyWebhookClient {
  readonly #services: ServiceResolver
  #client: WebhookClient | undefined
  readonly #open = lazy(async () => {
    const { WebhookClient } = await import('./webhook-client.js')
    this.#client = new WebhookClient()
    return this.#client
  })

  constructor(services: ServiceResolver) {
    this.#services = services
  }

  /** Resolves with the parsed response. Rejects with `WebhookUnusable` or `WebhookFailure`. */
  async call(config: ClientConfig, call: Omit<WebhookCall, 'endpoint'>): Promise<unknown> {
    const endpoint = webhookEndpoint(config, this.#services)
    return (await this.#open()).call({ ...call, endpoint })
  }

  close(): void {
    this.#client?.close()
  }
}
