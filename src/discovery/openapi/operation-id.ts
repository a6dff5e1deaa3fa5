import type { GroupVersion } from '#meta/resource.js'

/** Names of operations, from which client generators make the names of methods. */

export interface OperationSubject extends GroupVersion {
  readonly kind: string
  readonly namespaced: boolean
}

/** The words around the kind in the id of an operation. */
export interface OperationScope {
  /** Before the kind: `Collection`. */
  readonly before?: string
  /** After the kind: `List`, or the name of a subresource. */
  readonly behind?: string
  readonly allNamespaces?: boolean
}

/** Such as `readExtensionsV1beta1NamespacedDeploymentScale`. */
export function operationId(
  verb: string,
  subject: OperationSubject,
  { before = '', behind = '', allNamespaces = false }: OperationScope = {},
): string {
  const place = subject.namespaced && !allNamespaces ? 'Namespaced' : ''
  const everywhere = allNamespaces ? 'ForAllNamespaces' : ''
  const what = `${place}${subject.kind}${capitalized(behind)}${everywhere}`
  return `${verb}${groupWord(subject.group)}${capitalized(subject.version)}${before}${what}`
}

/** The group in an operation id: `Extensions`. Joins the parts of a domain, without `k8s.io`. */
export function groupWord(group: string): string {
  return (group || CORE)
    .replace(/\.k8s\.io$/, '')
    .split('.')
    .map(capitalized)
    .join('')
}

/** The tag of a group: `rbacAuthorization`. */
export function groupTag(group: string): string {
  const word = groupWord(group)
  return word.slice(0, 1).toLowerCase() + word.slice(1)
}

/** The tag of a group and version: `rbacAuthorization_v1`. */
export function versionTag({ group, version }: GroupVersion): string {
  return `${groupTag(group)}_${version}`
}

/** The name of the core group in operation ids. */
const CORE = 'core'

export function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
