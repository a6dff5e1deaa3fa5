import type { ClusterAffinity, ClusterFieldSelector } from '#kinds/federation/policies/selectors.js'
import { labelSelectorText, selectorMatches } from '#meta/label-selector.js'
import { type ClusterFacts, type ClusterVerdict, rejected } from './cluster-facts.js'

/** Why a cluster does not match; undefined if it does. An absent affinity matches every cluster. */
export function affinityRejection(
  affinity: ClusterAffinity | undefined,
  cluster: ClusterFacts,
): ClusterVerdict | undefined {
  const { clusterNames = [], labelSelector, fieldSelectors = [], exclude = [] } = affinity ?? {}
  if (exclude.includes(cluster.name)) return rejected('Excluded', 'the policy excludes the cluster')
  if (clusterNames.length > 0 && !clusterNames.includes(cluster.name))
    return rejected('NotNamed', `the policy names only ${clusterNames.join(', ')}`)
  if (labelSelector !== undefined && !selectorMatches(labelSelector, cluster.labels))
    return rejected(
      'LabelsDiffer',
      `the labels of the cluster (${labelsText(cluster.labels)}) do not match ${labelSelectorText(labelSelector)}`,
    )
  for (const selector of fieldSelectors) {
    if (!fieldMatches(selector, cluster))
      return rejected(
        'FieldsDiffer',
        `the cluster has ${factText(selector.key, cluster)}, not ${wantedText(selector)}`,
      )
  }
  return undefined
}

export const affinityMatches = (affinity: ClusterAffinity | undefined, cluster: ClusterFacts): boolean =>
  affinityRejection(affinity, cluster) === undefined

const labelsText = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',') || 'none'

function factText(key: string, cluster: ClusterFacts): string {
  const values = valuesOf(key, cluster)
  return values.length === 0 ? `no known ${key}` : `the ${key} ${values.join(',')}`
}

function wantedText({ operator, values = [] }: ClusterFieldSelector): string {
  switch (operator) {
    case 'In':
      return values.join(' or ')
    case 'NotIn':
      return `one other than ${values.join(' and ')}`
    case 'Gt':
      return `a newer one than ${values[0]}`
    case 'Lt':
      return `an older one than ${values[0]}`
    case 'Exists':
      return 'a known one'
    default:
      return 'an unknown one'
  }
}

function valuesOf(key: string, { region, zones, version }: ClusterFacts): readonly string[] {
  if (key === 'zone') return zones
  const value = key === 'region' ? region : key === 'version' ? version : ''
  return value === '' ? [] : [value]
}

/** A cluster in several zones is in each of them. */
function fieldMatches({ key, operator, values = [] }: ClusterFieldSelector, cluster: ClusterFacts): boolean {
  const found = valuesOf(key, cluster)
  const equals = key === 'version' ? isRelease : (one: string, other: string) => one === other
  const isIn = found.some((value) => values.some((wanted) => equals(value, wanted)))
  switch (operator) {
    case 'In':
      return isIn
    case 'NotIn':
      return !isIn
    case 'Exists':
      return found.length > 0
    case 'DoesNotExist':
      return found.length === 0
    case 'Gt':
      return found.some((value) => compareReleases(value, values[0] ?? '') > 0)
    case 'Lt':
      return found.some((value) => compareReleases(value, values[0] ?? '') < 0)
    default:
      return false
  }
}

const isRelease = (version: string, wanted: string) => compareReleases(version, wanted) === 0

/** Compares the parts that are wanted: every `v1.33.x` equals `1.33`. */
function compareReleases(version: string, wanted: string): number {
  const own = partsOf(version)
  for (const [index, part] of partsOf(wanted).entries()) {
    const difference = (own[index] ?? 0) - part
    if (difference !== 0) return difference
  }
  return 0
}

const partsOf = (version: string) =>
  (/^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? [])
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number)
