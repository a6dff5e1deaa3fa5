import type { Node } from '#kinds/core/node/schema.js'
import { type ApiError, serviceUnavailable } from '#meta/api-error.js'
import { DirectUpstream, type UpstreamAccess } from '#proxy/direct-upstream.js'
import { OpenRequests } from '#proxy/open-requests.js'
import type { Upstream } from '#proxy/upstream.js'
import type { DialRules } from '#util/net/address-rules.js'
import type { NodeConnectionConfig } from './config.js'
import { readKubeletCredentials } from './credentials.js'
import { authorityOf, type KubeletAddress, kubeletAddress } from './node-address.js'
import { internal } from './response-error.js'

/** A server that a request is passed on to. */
export interface Target {
  readonly access: UpstreamAccess
  readonly rules: DialRules | undefined
}

/** Opens connections, one for each request, and closes them with the server. */
export class Connections {
  readonly #open = new Set<Upstream>()
  readonly #requests = new OpenRequests()
  #isClosed = false

  /** Runs a request. Rejects with an `ApiError`, or with what `failed` makes of an address that is not dialled. */
  async use(
    { access, rules }: Target,
    failed: (error: Error) => ApiError,
    run: (upstream: Upstream) => Promise<void>,
  ): Promise<void> {
    if (this.#isClosed) throw serviceUnavailable('the server is shutting down')
    await this.#requests.run(access.server, () => this.#connect({ access, rules }, failed, run))
  }

  async #connect(
    { access, rules }: Target,
    failed: (error: Error) => ApiError,
    run: (upstream: Upstream) => Promise<void>,
  ): Promise<void> {
    let upstream: Upstream
    try {
      upstream = new DirectUpstream(access, rules)
    } catch (error) {
      throw failed(error as Error)
    }
    this.#open.add(upstream)
    try {
      await run(upstream)
    } finally {
      upstream.close()
      this.#open.delete(upstream)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const upstream of this.#open) upstream.close()
  }
}

/** The error if a kubelet cannot be reached. */
export const notDialled = ({ message }: Error): ApiError => internal(`error dialing backend: ${message}`)

/** Where the kubelet of a node listens. Throws an `ApiError`. */
export function addressOf(
  node: Node,
  { kubeletPreferredAddressTypes }: NodeConnectionConfig,
): KubeletAddress {
  try {
    return kubeletAddress(node, kubeletPreferredAddressTypes)
  } catch (error) {
    throw internal((error as Error).message)
  }
}

/** The kubelet of a node. Rejects with an `ApiError`. */
export async function kubeletTarget(
  node: Node,
  config: NodeConnectionConfig,
  skipsVerification = false,
): Promise<Target> {
  const { host, port } = addressOf(node, config)
  try {
    const credentials = await readKubeletCredentials(config)
    const access = {
      ...credentials,
      server: `https://${authorityOf(host, port)}`,
      token: undefined,
      serverName: undefined,
      skipsVerification: skipsVerification || credentials.ca === undefined,
    }
    return { access, rules: undefined }
  } catch (error) {
    throw internal((error as Error).message)
  }
}
