import type { ServedVersion, Subresource, Verb } from '#registry/kind.js'

/** What discovery says about a resource. */
export type ListedResource = Pick<
  ServedVersion,
  | 'group'
  | 'version'
  | 'kind'
  | 'plural'
  | 'singular'
  | 'namespaced'
  | 'verbs'
  | 'terminating'
  | 'shortNames'
  | 'categories'
  | 'subresources'
  | 'stored'
  | 'conventions'
  | 'isCustomResource'
>

const WRITES: ReadonlySet<Verb> = new Set(['create', 'patch', 'update'])

/** The verbs that discovery lists. While a kind is terminating, discovery hides those that create or change objects. */
export const listedVerbs = ({ verbs, terminating }: ListedResource): Verb[] =>
  verbs.filter((verb) => !terminating || !WRITES.has(verb))

/** Sorted by name, except those of custom resources: status, then scale. */
export const listedSubresources = ({ isCustomResource, subresources }: ListedResource): Subresource[] =>
  isCustomResource
    ? [...subresources]
    : subresources.toSorted((left, right) => (left.name < right.name ? -1 : 1))

/** Tells of a resource whether its group is the first of those that serve its kind, in the order of the kinds. */
export function firstGroupsOf(kinds: readonly ListedResource[]): (resource: ListedResource) => boolean {
  // Where a kind comes twice, the last entry stays in the map.
  const firstGroups = new Map(kinds.toReversed().map(({ stored, group }) => [stored, group]))
  return ({ stored, group }) => firstGroups.get(stored) === group
}
