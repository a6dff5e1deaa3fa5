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
  | 'form'
>

const WRITES: ReadonlySet<Verb> = new Set(['create', 'patch', 'update'])

/** The verbs that clients are told of. While a kind is terminating its objects can be patched, so that finalizers go. */
export const listedVerbs = ({ verbs, terminating }: ListedResource): Verb[] =>
  verbs.filter((verb) => !terminating || !WRITES.has(verb))

/** Those of defined kinds come in an order of their own: status, scale. */
export const listedSubresources = ({ form, subresources }: ListedResource): Subresource[] =>
  form === undefined
    ? subresources.toSorted((left, right) => (left.name < right.name ? -1 : 1))
    : [...subresources]

/** Tells of a resource whether its group is the first of those that serve its kind, in the order of the kinds. */
export function firstGroupsOf(kinds: readonly ListedResource[]): (resource: ListedResource) => boolean {
  // Where a kind comes twice, the last entry stays in the map.
  const firstGroups = new Map(kinds.toReversed().map(({ stored, group }) => [stored, group]))
  return ({ stored, group }) => firstGroups.get(stored) === group
}
