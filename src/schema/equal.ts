import { SCALARS } from './scalars.js'
import type { Fields, Type } from './type.js'

type Members = Record<string, unknown>

/**
 * Whether two canonical values mean the same: an absent list or map equals an empty one, an absent scalar
 * equals null, quantities compare by number. Members that the description does not name are not looked at.
 */
export function sameMeaning(type: Type, left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (isEmpty(type, left)) return isEmpty(type, right)
  if (isEmpty(type, right)) return false
  switch (type.kind) {
    case 'scalar': {
      const equal = SCALARS[type.name].equal as ((left: unknown, right: unknown) => boolean) | undefined
      return equal?.(left, right) ?? false
    }
    case 'list': {
      const [a, b] = [left as unknown[], right as unknown[]]
      return (
        a.length === b.length && a.every((element, index) => sameMeaning(type.element, element, b[index]))
      )
    }
    case 'map': {
      const [a, b] = [left as Members, right as Members]
      const keys = Object.keys(a)
      return (
        keys.length === Object.keys(b).length &&
        keys.every((key) => Object.hasOwn(b, key) && sameMeaning(type.element, a[key], b[key]))
      )
    }
    case 'struct': {
      const fields = type.fields as Fields
      for (const name in fields) {
        const field = fields[name]
        if (field && !sameMeaning(field.type, (left as Members)[name], (right as Members)[name])) return false
      }
      return true
    }
  }
}

function isEmpty(type: Type, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (type.kind === 'list') return (value as unknown[]).length === 0
  if (type.kind === 'map') return Object.keys(value).length === 0
  return false
}
