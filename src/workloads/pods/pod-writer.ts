import { withCondition } from '#controllers/conditions.js'
import { storeOf } from '#controllers/controller.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { ApiError } from '#meta/api-error.js'
import { SERVER } from '#meta/user.js'
import type { ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import { POD } from '#workloads/action.js'

/**
 * The scheduler and the kubelet may write any field of the pod that they observed. None of it is a change of what its
 * owner wants.
 */
const BY_NODE: SubresourceUpdate<Pod> = {
  prepare: () => undefined,
  keepsGeneration: true,
  validate: () => undefined,
}

/** Writes pods as the scheduler and the kubelet do. Ignores pods that are gone or have changed. */
export class PodWriter {
  readonly #stores: ResourceStores

  constructor(stores: ResourceStores) {
    this.#stores = stores
  }

  get store(): ResourceStore {
    return storeOf(this.#stores, POD)
  }

  /** Updates the observed version. Returns false if the pod has changed: it will be processed again. */
  async modify({ metadata }: Readonly<Pod>, change: (copy: Pod) => void): Promise<boolean> {
    const { definition, writer } = this.store
    const { namespace, name = '', uid, resourceVersion } = metadata
    return unlessGone(() =>
      writer.modify(namespace, name, {
        preconditions: { uid, resourceVersion },
        retry: false,
        mode: BY_NODE as SubresourceUpdate<never>,
        next: (current) => {
          const copy = current.copy() as Pod
          change(copy)
          return definition.decode(copy)
        },
      }),
    )
  }

  /** Deletes a stopped pod at once. */
  async remove({ metadata }: Readonly<Pod>): Promise<void> {
    // Finalizers belong to their owners.
    if (metadata.deletionGracePeriodSeconds !== 0) await this.delete({ metadata }, 0)
  }

  /** An undefined grace period means the default of the pod. */
  async delete({ metadata }: Pick<Pod, 'metadata'>, gracePeriodSeconds: number | undefined): Promise<void> {
    const { namespace, name = '', uid } = metadata
    await unlessGone(() =>
      this.store.writer.delete(namespace, name, {
        uid,
        resourceVersion: undefined,
        policy: undefined,
        gracePeriodSeconds,
        dryRun: false,
        user: SERVER,
      }),
    )
  }
}

export function setCondition(pod: Pod, condition: Parameters<typeof withCondition>[1], now: number): void {
  pod.status.conditions = [
    ...withCondition(pod.status.conditions, condition, now),
  ] as Pod['status']['conditions']
}

async function unlessGone(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    const isGone = error instanceof ApiError && (error.error === 'notFound' || error.error === 'conflict')
    if (!isGone) throw error
    return false
  }
}
