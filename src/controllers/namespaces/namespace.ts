import type { ApiObject } from '#meta/api-object.js'

/** What of a namespace its life is made of. */
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

/** Where namespaces lie in the store. */
export const NAMESPACES = { prefix: 'core/namespaces/' } as const

/** Where pods lie in the store. */
export const PODS = { prefix: 'core/pods/' } as const

/** The finalizer by which the server holds a namespace until it is empty. */
export const SERVER_FINALIZER = 'kubernetes'

/** The namespace that is always there. */
export const DEFAULT_NAMESPACE = 'default'

/** The namespaces that every server has. */
export const SYSTEM_NAMESPACES: readonly string[] = [
  DEFAULT_NAMESPACE,
  'kube-node-lease',
  'kube-public',
  'kube-system',
]

/** Those of them that cannot be deleted. */
export const IMMORTAL_NAMESPACES: ReadonlySet<string> = new Set([
  DEFAULT_NAMESPACE,
  'kube-public',
  'kube-system',
])
