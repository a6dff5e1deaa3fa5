import type { ServedVersion, Subresource, Verb } from '#registry/kind.js'

/** The properties of a resource in discovery. */
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

/** Returns a function that tells whether a resource belongs to the first group that serves its kind. */
export function firstGroupsOf(kinds: readonly ListedResource[]): (resource: ListedResource) => boolean {
  // The map keeps the last entry of a kind.
  const firstGroups = new Map(kinds.toReversed().map(({ stored, group }) => [stored, group]))
  return ({ stored, group }) => firstGroups.get(stored) === group
}
