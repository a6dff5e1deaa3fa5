import { DEFAULT_NAMESPACE } from './namespace.js'

/** The namespaces that every server has. */
export const SYSTEM_NAMESPACES: readonly string[] = [
  DEFAULT_NAMESPACE,
  'kube-node-lease',
  'kube-public',
  'kube-system',
]

/** Those of them that cannot be deleted. */
export const LASTING_NAMESPACES: ReadonlySet<string> = new Set([
  DEFAULT_NAMESPACE,
  'kube-public',
  'kube-system',
])
