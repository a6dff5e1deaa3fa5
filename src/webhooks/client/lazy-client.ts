import { lazily } from '#util/lazily.js'
import type { ServiceResolver } from './service-resolver.js'
import type { WebhookCall, WebhookClient } from './webhook-client.js'
import { type ClientConfig, webhookEndpoint } from './webhook-endpoint.js'

/** Calls webhooks where configurations and definitions say they are. What it takes to dial is loaded with the first call. */
export class LazyWebhookClient {
  readonly #services: ServiceResolver
  #client: WebhookClient | undefined
  readonly #open = lazily(async () => {
    const { WebhookClient } = await import('./webhook-client.js')
    this.#client = new WebhookClient()
    return this.#client
  })

  constructor(services: ServiceResolver) {
    this.#services = services
  }

  /** The parsed JSON of the answer. Rejects with `WebhookUnusable` or `WebhookFailure`. */
  async call(config: ClientConfig, call: Omit<WebhookCall, 'endpoint'>): Promise<unknown> {
    const endpoint = webhookEndpoint(config, this.#services)
    return (await this.#open()).call({ ...call, endpoint })
  }

  close(): void {
    this.#client?.close()
  }
}
