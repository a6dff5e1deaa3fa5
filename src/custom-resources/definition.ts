import type { CachedObject } from '#cache/cached-object.js'
import { endOfObject } from '#cache/json-scan.js'
import {
  ESTABLISHED,
  hasCondition,
  NAMES_ACCEPTED,
} from '#kinds/apiextensions/customresourcedefinition/conditions.js'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { perObject } from '#util/per-object.js'

/** A definition as it is stored. */
export interface StoredDefinition extends Omit<CustomResourceDefinition, 'spec'> {
  readonly spec: Omit<CustomResourceDefinition['spec'], 'versions'> & {
    readonly versions: readonly CustomResourceDefinitionVersion[]
  }
}

let lastObject: CachedObject | undefined
let lastDefinition: StoredDefinition | undefined

/** All of a definition. Must not be changed: its versions are looked at one after the other, and it is parsed for them once. */
export function parseDefinition(object: CachedObject): StoredDefinition {
  if (object !== lastObject || lastDefinition === undefined) {
    lastDefinition = JSON.parse(object.peek().toString()) as StoredDefinition
    lastObject = object
  }
  return lastDefinition
}

/** A definition without its schemas, annotations and managed fields, which are most of it. Must not be changed. */
export const definitionOutline = perObject((object: CachedObject): StoredDefinition => {
  const outline = JSON.parse(outlineText(object.peek())) as StoredDefinition
  delete outline.metadata.managedFields
  return outline
})

const ANNOTATIONS = Buffer.from('"annotations":{')
const SCHEMA_PROPERTY = '"schema":'
const SCHEMA = Buffer.from(`${SCHEMA_PROPERTY}{"openAPIV3Schema":{`)

/** The JSON of a definition with nothing in the place of annotations and schemas, which are not parsed. */
function outlineText(json: Buffer): string {
  let text = ''
  let done = 0
  const leaveOut = (start: number) => {
    text += `${json.toString('utf8', done, start)}{}`
    done = endOfObject(json, start)
  }
  let schema = json.indexOf(SCHEMA)
  const annotations = json.indexOf(ANNOTATIONS)
  // Behind the first schema they are no annotations of the definition.
  if (annotations >= 0 && annotations < schema) leaveOut(annotations + ANNOTATIONS.length - 1)
  for (; schema >= 0; schema = json.indexOf(SCHEMA, done)) leaveOut(schema + SCHEMA_PROPERTY.length)
  return text + json.toString('utf8', done)
}

/** Whether objects of the kind are served. */
export function isServed({ status }: StoredDefinition): boolean {
  return hasCondition(status, ESTABLISHED) || hasCondition(status, NAMES_ACCEPTED)
}

export function isTerminating({ metadata }: Pick<StoredDefinition, 'metadata'>): boolean {
  return Boolean(metadata.deletionTimestamp)
}

/** All that a kind is made from. The generation counts the changes of the spec. */
export function stateOf(definition: StoredDefinition): string {
  const { metadata, status } = definition
  return JSON.stringify([metadata.uid, metadata.generation, status.acceptedNames, isTerminating(definition)])
}

/** What a definition is about: its name is the plural of the kind and the group. */
export function placeOf({ name }: CachedObject): { readonly group: string; readonly prefix: string } {
  const dot = name.indexOf('.')
  const [plural, group] = [name.slice(0, dot), name.slice(dot + 1)]
  return { group, prefix: `${group}/${plural}/` }
}
