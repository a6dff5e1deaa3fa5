import { labelValue } from '#meta/formats.js'
import type { NodeSelectorTerm } from './pod/scheduling/affinity.js'

/** Warnings about node labels that are deprecated. */

type Labels = Readonly<Record<string, string>> | undefined

const renamed = (since: string, label: string) => `deprecated since ${since}; use "${label}" instead`
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', renamed('v1.14', 'kubernetes.io/arch')],
  ['beta.kubernetes.io/os', renamed('v1.14', 'kubernetes.io/os')],
  ['failure-domain.beta.kubernetes.io/region', renamed('v1.17', 'topology.kubernetes.io/region')],
  ['failure-domain.beta.kubernetes.io/zone', renamed('v1.17', 'topology.kubernetes.io/zone')],
  ['beta.kubernetes.io/instance-type', renamed('v1.17', 'node.kubernetes.io/instance-type')],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  [
    'scheduler.alpha.kubernetes.io/preferAvoidPods',
    'deprecated since v1.22; use Taints and Tolerations instead',
  ],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
])

/** `at` returns the path of a label. */
export function labelWarnings(labels: Labels, at: (label: string) => string): string[] {
  return Object.keys(labels ?? {}).flatMap((label) => {
    const warning = DEPRECATED.get(label)
    return warning === undefined ? [] : [`${at(label)}: ${warning}`]
  })
}

/** For a label name that is a value. */
export function labelNameWarnings(label: string | undefined, path: string): string[] {
  const warning = DEPRECATED.get(label ?? '')
  return warning === undefined ? [] : [`${path}: ${label} is ${warning}`]
}

/** Preferences may have values that no label can have. */
export function nodeTermWarnings(term: NodeSelectorTerm, path: string, isPreference = false): string[] {
  return (term.matchExpressions ?? []).flatMap(({ key, values = [] }, index) => {
    const at = `${path}.matchExpressions[${index}]`
    return [
      ...labelNameWarnings(key, `${at}.key`),
      ...(isPreference ? values.flatMap((value, nth) => valueWarnings(value, `${at}.values[${nth}]`)) : []),
    ]
  })
}

const valueWarnings = (value: string, path: string) =>
  labelValue(value).map((message) => `${path}: ${value} is invalid, ${message}`)
