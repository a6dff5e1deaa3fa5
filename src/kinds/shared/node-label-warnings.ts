import type { NodeSelectorTerm } from './pod/scheduling/affinity.js'

/** Warnings about node labels that have been renamed. */

type Labels = Readonly<Record<string, string>> | undefined

const renamed = (since: string, label: string) => `deprecated since ${since}; use "${label}" instead`
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', renamed('v1.14', 'kubernetes.io/arch')],
  ['beta.kubernetes.io/os', renamed('v1.14', 'kubernetes.io/os')],
  ['failure-domain.beta.kubernetes.io/region', renamed('v1.17', 'topology.kubernetes.io/region')],
  ['failure-domain.beta.kubernetes.io/zone', renamed('v1.17', 'topology.kubernetes.io/zone')],
  ['beta.kubernetes.io/instance-type', renamed('v1.17', 'node.kubernetes.io/instance-type')],
])

/** `at` returns the path of a label. */
export function labelWarnings(labels: Labels, at: (label: string) => string): string[] {
  return Object.keys(labels ?? {}).flatMap((label) => {
    const warning = RENAMED.get(label)
    return warning === undefined ? [] : [`${at(label)}: ${warning}`]
  })
}

/** For a label name that is a value. */
export function labelNameWarnings(label: string | undefined, path: string): string[] {
  const warning = RENAMED.get(label ?? '')
  return warning === undefined ? [] : [`${path}: ${label} is ${warning}`]
}

export function nodeTermWarnings(term: NodeSelectorTerm, path: string): string[] {
  return (term.matchExpressions ?? []).flatMap(({ key }, index) =>
    labelNameWarnings(key, `${path}.matchExpressions[${index}].key`),
  )
}
