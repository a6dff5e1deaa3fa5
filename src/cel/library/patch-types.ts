import { DYN, listOf, type ObjectField, type ObjectType, objectType, STRING } from '#cel/types.js'
import { declare, type FunctionDeclaration, overload } from './declaration.js'

/** What expressions of mutations can construct besides other values. */

const field = (jsonName: string, type: ObjectField['type']): [string, ObjectField] => [
  jsonName,
  { jsonName, type },
]

/** An operation of a JSON patch. */
const JSON_PATCH = objectType(
  'JSONPatch',
  new Map([field('op', STRING), field('path', STRING), field('from', STRING), field('value', DYN)]),
)

/** A part of an object with the fields to apply. Its name is the path of the part; its fields are checked when it is applied. */
const partOfObject = (name: string): ObjectType => ({ ...objectType(name, new Map()), isOpen: true })

/** The results that a mutation may have. */
export const APPLY_CONFIGURATION = partOfObject('Object')
export const JSON_PATCHES = listOf(JSON_PATCH)

export function patchTypeNamed(written: string): ObjectType | undefined {
  const name = written.replace(/^\./, '')
  if (name === JSON_PATCH.name) return JSON_PATCH
  const { name: root } = APPLY_CONFIGURATION
  return name === root || name.startsWith(`${root}.`) ? partOfObject(name) : undefined
}

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

export const patchLibrary: readonly FunctionDeclaration[] = [
  declare('jsonpatch.escapeKey', overload([STRING], STRING, escapeKey)),
]
