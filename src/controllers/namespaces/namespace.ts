import type { ApiObject } from '#meta/object-meta.js'

/** The fields of a namespace that its lifecycle uses. */
export interface NamespaceObject extends ApiObject {
  spec: { finalizers?: string[] | undefined }
  status: { phase?: string | undefined; conditions?: NamespaceCondition[] | undefined }
}

export interface NamespaceCondition {
  type: string
  status: string
  lastTransitionTime?: string | null | undefined
  reason?: string | undefined
  message?: string | undefined
}

export type NamespacePhase = 'Active' | 'Terminating'

export const NAMESPACES = { prefix: 'core/namespaces/' } as const

export const PODS = { prefix: 'core/pods/' } as const

/** The finalizer that keeps a namespace until it is empty. */
export const SERVER_FINALIZER = 'kubernetes'

export const DEFAULT_NAMESPACE = 'default'

export const SYSTEM_NAMESPACES: readonly string[] = [
  DEFAULT_NAMESPACE,
  'kube-node-lease',
  'kube-public',
  'kube-system',
]

/** System namespaces that cannot be deleted. */
export const IMMORTAL_NAMESPACES: ReadonlySet<string> = new Set([
  DEFAULT_NAMESPACE,
  'kube-public',
  'kube-system',
])
