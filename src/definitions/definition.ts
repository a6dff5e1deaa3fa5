import type { CachedObject } from '../cache/cached-object.js'
import {
  ESTABLISHED,
  hasCondition,
  NAMES_ACCEPTED,
} from '../kinds/apiextensions/customresourcedefinition/conditions.js'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../kinds/apiextensions/customresourcedefinition/schema.js'

/** A definition as it is stored. */
export interface StoredDefinition extends Omit<CustomResourceDefinition, 'spec'> {
  readonly spec: Omit<CustomResourceDefinition['spec'], 'versions'> & {
    readonly versions: readonly CustomResourceDefinitionVersion[]
  }
}

let lastObject: CachedObject | undefined
let lastDefinition: StoredDefinition | undefined

/** Must not be changed: those who look at one definition look at it one after the other, and it is parsed for them once. */
export function parseDefinition(object: CachedObject): StoredDefinition {
  if (object !== lastObject || lastDefinition === undefined) {
    lastDefinition = JSON.parse(object.json.toString()) as StoredDefinition
    lastObject = object
  }
  return lastDefinition
}

const STATUS = Buffer.from('"status":{"conditions":')

/** The status of a definition, which stands at its end, without a look at the schemas before it. */
export function statusOf(object: CachedObject): StoredDefinition['status'] {
  const { json } = object
  const at = json.lastIndexOf(STATUS)
  if (at < 0) return parseDefinition(object).status
  return JSON.parse(
    json.toString('utf8', at + '"status":'.length, json.length - 1),
  ) as StoredDefinition['status']
}

/** Whether objects of the kind are served. */
export function isServed({ status }: StoredDefinition): boolean {
  return hasCondition(status, ESTABLISHED) || hasCondition(status, NAMES_ACCEPTED)
}

export function isGoing({ metadata }: Pick<StoredDefinition, 'metadata'>): boolean {
  return Boolean(metadata.deletionTimestamp)
}

/** All that a kind is made from. The generation counts the changes of the spec. */
export function stateOf(definition: StoredDefinition): string {
  const { metadata, status } = definition
  return JSON.stringify([metadata.uid, metadata.generation, status.acceptedNames, isGoing(definition)])
}

/** What a definition is about: its name is the plural of the kind and the group. */
export function placeOf({ name }: CachedObject): { readonly group: string; readonly prefix: string } {
  const dot = name.indexOf('.')
  const [plural, group] = [name.slice(0, dot), name.slice(dot + 1)]
  return { group, prefix: `${group}/${plural}/` }
}
