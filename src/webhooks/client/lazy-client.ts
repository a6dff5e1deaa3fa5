import { lazy } from '#util/memoize.js'
import type { Random } from '#util/random.js'
import type { ServiceResolver } from './service-resolver.js'
import type { WebhookCall, WebhookClient } from './webhook-client.js'
import { type ClientConfig, type WebhookEndpoint, webhookEndpoint } from './webhook-endpoint.js'

/** Calls webhooks by their `clientConfig`. The HTTP client is loaded with the first call. */
export class LazyWebhookClient {
  readonly #services: ServiceResolver
  readonly #random: Random
  #client: WebhookClient | undefined
  readonly #open = lazy(async () => {
    const { WebhookClient } = await import('./webhook-client.js')
    this.#client = new WebhookClient()
    return this.#client
  })

  constructor(services: ServiceResolver, random: Random) {
    this.#services = services
    this.#random = random
  }

  /** Resolves with the parsed response. Rejects with `WebhookUnusable` or `WebhookFailure`. */
  async call(config: ClientConfig, call: Omit<WebhookCall, 'endpoint'>): Promise<unknown> {
    const endpoint = this.#endpoint(config, call)
    return (await this.#open()).call({ ...call, endpoint })
  }

  #endpoint(config: ClientConfig, { timeoutSeconds, step }: Omit<WebhookCall, 'endpoint'>): WebhookEndpoint {
    try {
      return webhookEndpoint(config, timeoutSeconds, this.#services, this.#random)
    } catch (error) {
      step?.end((error as Error).message)
      throw error
    }
  }

  close(): void {
    this.#client?.close()
  }
}
