import { type ControlledResource, storeOf } from '#controllers/controller.js'
import type { Node } from '#kinds/core/node/schema.js'
import { ApiError } from '#meta/api-error.js'
import { objectKey } from '#registry/keys.js'
import { formatMicroTime } from '#schema/times.js'
import type { WorkloadContext } from '#workloads/action.js'

const LEASE: ControlledResource = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', plural: 'leases' }
const NAMESPACE = 'kube-node-lease'

/** As kubelets do. */
const DURATION_SECONDS = 40
const RENEW_AFTER_MS = (DURATION_SECONDS * 1000) / 4

interface Lease {
  metadata: object
  spec?: { renewTime?: string | null | undefined } | undefined
}

/** The leases that simulated kubelets hold. */
export class NodeLeases {
  readonly #context: WorkloadContext

  constructor(context: WorkloadContext) {
    this.#context = context
  }

  /** Renews the lease of a node if it is time. Returns when to renew it next. */
  async renew({ metadata }: Readonly<Node>): Promise<number> {
    const { stores, feed, clock } = this.#context
    const { name = '', uid = '' } = metadata
    const { definition, writer } = storeOf(stores, LEASE)
    const now = clock.now()
    const served = feed.find(objectKey(definition.stored, NAMESPACE, name))
    const lease = served && (writer.parse(served) as unknown as Lease)
    const renewed = lease?.spec?.renewTime ? Date.parse(lease.spec.renewTime) : undefined
    if (renewed !== undefined && renewed <= now && renewed + RENEW_AFTER_MS > now) {
      return renewed + RENEW_AFTER_MS
    }
    const time = formatMicroTime(Math.floor(now / 1000), (now % 1000) * 1000)
    const spec = { holderIdentity: name, leaseDurationSeconds: DURATION_SECONDS, renewTime: time }
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid }]
    await unlessRejected(() =>
      lease === undefined
        ? writer.create(NAMESPACE, { metadata: { name, ownerReferences }, spec })
        : writer.modify(NAMESPACE, name, {
            retry: true,
            next: (current) => {
              const copy = current.copy() as unknown as Lease
              return definition.decode({
                ...copy,
                metadata: { ...copy.metadata, ownerReferences },
                spec: { ...copy.spec, ...spec },
              })
            },
          }),
    )
    return now + RENEW_AFTER_MS
  }
}

/** The namespace may be missing, and other clients may write the lease too. */
async function unlessRejected(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
