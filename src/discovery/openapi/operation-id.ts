import type { GroupVersion } from '#meta/resource.js'

/** Names of operations, from which client generators make the names of methods. */

export interface OperationSubject extends GroupVersion {
  readonly kind: string
  readonly namespaced: boolean
}

/** Where an operation looks, if not in one place. */
export interface OperationScope {
  /** Goes before the kind: `Collection`. */
  readonly before?: string
  /** Goes behind the kind: `List`, or the name of a subresource. */
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

/** `Extensions`; of a group with dots every part, without the suffix that says nothing. */
export function groupWord(group: string): string {
  return (group || CORE)
    .replace(/\.k8s\.io$/, '')
    .split('.')
    .map(capitalized)
    .join('')
}

/** What all operations of a group and version have in common: `extensions_v1beta1`. */
export function versionTag({ group, version }: GroupVersion): string {
  return `${group || CORE}_${version}`
}

/** What operations call the group without a name. */
const CORE = 'core'

export function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
