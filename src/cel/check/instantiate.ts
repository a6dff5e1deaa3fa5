import type { Overload } from '#cel/library/declaration.js'
import type { CelType } from '#cel/types.js'
import { partsOf, type Substitutions } from './unify.js'

const generic = new WeakMap<Overload, boolean>()

/** The types of an overload, with fresh type variables for its type parameters. */
export function instantiate(
  overload: Overload,
  substitutions: Substitutions,
): { readonly parameters: readonly CelType[]; readonly result: CelType } {
  if (!isGeneric(overload)) return overload
  const variables = new Map<string, CelType>()
  const replace = (type: CelType): CelType => {
    switch (type.kind) {
      case 'parameter': {
        const known = variables.get(type.name) ?? substitutions.fresh()
        variables.set(type.name, known)
        return known
      }
      case 'list':
        return { ...type, element: replace(type.element) }
      case 'map':
        return { ...type, key: replace(type.key), value: replace(type.value) }
      case 'opaque':
        return { ...type, parameters: type.parameters.map(replace) }
      case 'type':
        return { ...type, of: replace(type.of) }
      default:
        return type
    }
  }
  return { parameters: overload.parameters.map(replace), result: replace(overload.result) }
}

function isGeneric(overload: Overload): boolean {
  let known = generic.get(overload)
  if (known === undefined) {
    known = [...overload.parameters, overload.result].some(mentionsParameter)
    generic.set(overload, known)
  }
  return known
}

const mentionsParameter = (type: CelType): boolean =>
  type.kind === 'parameter' ||
  (type.kind === 'type' && mentionsParameter(type.of)) ||
  partsOf(type).some(mentionsParameter)
