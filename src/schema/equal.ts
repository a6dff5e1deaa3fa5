import { SCALARS } from './scalars.js'
import type { AnyStruct, Fields, Type } from './type.js'

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
    case 'struct':
      for (const { name, type: member } of membersOf(type)) {
        const [a, b] = [(left as Members)[name], (right as Members)[name]]
        if (a !== b && !sameMeaning(member, a, b)) return false
      }
      return true
  }
}

interface Member {
  readonly name: string
  readonly type: Type
}

const members = new WeakMap<AnyStruct, readonly Member[]>()

/** The members of a struct as a list, made once: walking an object's keys each time costs more than the comparison. */
function membersOf(type: AnyStruct): readonly Member[] {
  let list = members.get(type)
  if (list === undefined) {
    list = Object.entries(type.fields as Fields).map(([name, field]) => ({ name, type: field.type }))
    members.set(type, list)
  }
  return list
}

function isEmpty(type: Type, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (type.kind === 'list') return (value as unknown[]).length === 0
  if (type.kind === 'map') return Object.keys(value).length === 0
  return false
}
