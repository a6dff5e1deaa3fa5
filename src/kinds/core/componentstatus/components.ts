import { notFound } from '#meta/api-error.js'
import type { ResourceStores } from '#registry/stores.js'
import { type ComponentStatus, componentStatus } from './index.js'

/** Why a component does not work; undefined if it does. */
export type ComponentCheck = () => string | undefined

/** The ports are those where Kubernetes asks for the health of the component. */
const notRunning = (port: number) => () =>
  `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`

/** The components of a control plane. Only the store is there, unless workloads are simulated. */
export function serveComponents(stores: ResourceStores, store: ComponentCheck, simulates: boolean): void {
  const works = () => undefined
  const components = new Map<string, ComponentCheck>([
    ['controller-manager', simulates ? works : notRunning(10257)],
    ['etcd-0', store],
    ['scheduler', simulates ? works : notRunning(10259)],
  ])
  stores.ofKind(componentStatus)?.serveComputed({
    get(_namespace, name) {
      const check = components.get(name)
      const { storageVersion } = componentStatus
      if (check === undefined) throw notFound({ ...storageVersion, plural: storageVersion.singular }, name)
      return statusOf(name, check())
    },
    *list() {
      for (const [name, check] of components) yield statusOf(name, check())
    },
  })
}

function statusOf(name: string, failure: string | undefined): ComponentStatus {
  const { kind } = componentStatus.storageVersion
  return {
    kind,
    apiVersion: 'v1',
    metadata: { name, creationTimestamp: null },
    conditions: [
      {
        type: 'Healthy',
        status: failure === undefined ? 'True' : 'False',
        message: failure ?? 'ok',
        error: undefined,
      },
    ],
  }
}
