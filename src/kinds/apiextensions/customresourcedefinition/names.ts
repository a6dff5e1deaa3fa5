import type { Allocations } from '#registry/allocations.js'
import { ESTABLISHED, NAMES_ACCEPTED, type NewCondition } from './conditions.js'
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from './schema.js'

/** A namespace of names. In an API group, a name of a pool belongs to one definition. */
type Pool = 'resources' | 'kinds'

const allocationOf = (group: string, pool: Pool, name: string) => `definitions/${group}/${pool}/${name}`

/** The names that a definition has reserved: the accepted ones, not the wanted ones. */
export function reservedNames({ spec, status }: Readonly<CustomResourceDefinition>): readonly string[] {
  const { plural, singular, shortNames = [], kind, listKind } = status.acceptedNames
  const inPool = (pool: Pool, names: readonly (string | undefined)[]) =>
    names
      .filter((name) => name !== undefined && name !== '')
      .map((name) => allocationOf(spec.group, pool, name as string))
  return [
    ...new Set([
      ...inPool('resources', [plural, singular, ...shortNames]),
      ...inPool('kinds', [kind, listKind]),
    ]),
  ]
}

/** The accepted names, and the conflict if there is one. */
export interface NameDecision {
  readonly names: CustomResourceDefinitionNames
  readonly accepted: NewCondition
}

/**
 * Accepts the names that a definition asks for, except those that another definition has: there it keeps its previous
 * name. `current` is the stored definition.
 */
export function decideNames(
  { spec: { group, names: wanted } }: Readonly<CustomResourceDefinition>,
  current: Readonly<CustomResourceDefinition> | undefined,
  allocations: Allocations,
): NameDecision {
  const had = current?.status.acceptedNames ?? { plural: '', kind: '' }
  const held = new Set(current && reservedNames(current))
  const isTaken = (pool: Pool, name: string) => {
    const allocation = allocationOf(group, pool, name)
    return !held.has(allocation) && allocations.isTaken(allocation)
  }
  let accepted: NewCondition = ACCEPTED
  /** The wanted name, or the previous one on a conflict. The last conflict is reported. */
  const settle = (pool: Pool, name: string | undefined, before: string | undefined, reason: string) => {
    if (name === undefined || name === before || !isTaken(pool, name)) return name
    accepted = conflict(reason, [name])
    return before
  }
  const plural = settle('resources', wanted.plural, had.plural, 'PluralConflict') ?? ''
  const singular = settle('resources', wanted.singular, had.singular, 'SingularConflict')
  const taken = (wanted.shortNames ?? []).filter((name) => isTaken('resources', name))
  if (taken.length > 0) accepted = conflict('ShortNamesConflict', taken)
  const shortNames = taken.length > 0 ? had.shortNames : wanted.shortNames
  const kind = settle('kinds', wanted.kind, had.kind, 'KindConflict') ?? ''
  const listKind = settle('kinds', wanted.listKind, had.listKind, 'ListKindConflict')
  const names = { plural, singular, shortNames, kind, listKind, categories: wanted.categories }
  return { names, accepted }
}

const ACCEPTED: NewCondition = {
  type: NAMES_ACCEPTED,
  status: 'True',
  reason: 'NoConflicts',
  message: 'no conflicts found',
}

function conflict(reason: string, names: readonly string[]): NewCondition {
  const words = names.map((name) => `${JSON.stringify(name)} is already in use`)
  const message = words.length === 1 ? (words[0] as string) : `[${words.join(', ')}]`
  return { type: NAMES_ACCEPTED, status: 'False', reason, message }
}

export const IS_ESTABLISHED: NewCondition = {
  type: ESTABLISHED,
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
}

export const HAS_BAD_BUNDLE: NewCondition = {
  type: ESTABLISHED,
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
}

export const NOT_ESTABLISHED: NewCondition = {
  type: ESTABLISHED,
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
}
