import type { RequestContext } from '#http/request/request-context.js'
import { sendValue } from '#http/response/respond.js'
import { KUBERNETES_VERSION } from '#meta/kubernetes-version.js'
import type { ServerInfo } from '#protocol/server.js'
import type { Inspected } from './inspected.js'

/** Serves what the server says about itself. */
export class ServerRoute {
  readonly #inspected: Pick<Inspected, 'server' | 'clock'>

  constructor(inspected: Pick<Inspected, 'server' | 'clock'>) {
    this.#inspected = inspected
  }

  respond(context: RequestContext): void | Promise<void> {
    const { server, clock } = this.#inspected
    return sendValue(context, 200, {
      kind: 'ServerInfo',
      apiVersion: 'binnacle.dev/v1',
      version: server.version,
      kubernetesVersion: KUBERNETES_VERSION,
      storage: server.storage,
      startedAt: new Date(server.startedAt).toISOString(),
      uptimeSeconds: Math.max(0, Math.floor((clock.now() - server.startedAt) / 1000)),
      user: context.identity === undefined ? undefined : context.user.name,
    } satisfies ServerInfo)
  }
}
