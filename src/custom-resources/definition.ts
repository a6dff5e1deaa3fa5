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
import { perObject } from '#util/memoize.js'

export interface StoredDefinition extends Omit<CustomResourceDefinition, 'spec'> {
  readonly spec: Omit<CustomResourceDefinition['spec'], 'versions'> & {
    readonly versions: readonly CustomResourceDefinitionVersion[]
  }
}

let lastObject: CachedObject | undefined
let lastDefinition: StoredDefinition | undefined

/** The whole definition, parsed once for all versions. Do not change it. */
export function parseDefinition(object: CachedObject): StoredDefinition {
  if (object !== lastObject || lastDefinition === undefined) {
    lastDefinition = JSON.parse(object.peek().toString()) as StoredDefinition
    lastObject = object
  }
  return lastDefinition
}

/** A definition without schemas, annotations and managed fields, which are most of it. Do not change it. */
export const definitionOutline = perObject((object: CachedObject): StoredDefinition => {
  const outline = JSON.parse(outlineText(object.peek())) as StoredDefinition
  delete outline.metadata.managedFields
  return outline
})

const ANNOTATIONS = Buffer.from('"annotations":{')
const SCHEMA_PROPERTY = '"schema":'
const SCHEMA = Buffer.from(`${SCHEMA_PROPERTY}{"openAPIV3Schema":{`)

/** The JSON of a definition with empty annotations and schemas. */
function outlineText(json: Buffer): string {
  let text = ''
  let done = 0
  const leaveOut = (start: number) => {
    text += `${json.toString('utf8', done, start)}{}`
    done = endOfObject(json, start)
  }
  let schema = json.indexOf(SCHEMA)
  const annotations = json.indexOf(ANNOTATIONS)
  // After the first schema, it is not the annotations of the definition.
  if (annotations >= 0 && annotations < schema) leaveOut(annotations + ANNOTATIONS.length - 1)
  for (; schema >= 0; schema = json.indexOf(SCHEMA, done)) leaveOut(schema + SCHEMA_PROPERTY.length)
  return text + json.toString('utf8', done)
}

export function isServed({ status }: StoredDefinition): boolean {
  return hasCondition(status, ESTABLISHED) || hasCondition(status, NAMES_ACCEPTED)
}

export function isTerminating({ metadata }: Pick<StoredDefinition, 'metadata'>): boolean {
  return Boolean(metadata.deletionTimestamp)
}

/** Everything that a kind is built from. The generation stands for the spec. */
export function stateOf(definition: StoredDefinition): string {
  const { metadata, status } = definition
  return JSON.stringify([metadata.uid, metadata.generation, status.acceptedNames, isTerminating(definition)])
}

/** The group and key prefix, from the name `plural.group`. */
export function placeOf({ name }: CachedObject): { readonly group: string; readonly prefix: string } {
  const dot = name.indexOf('.')
  const [plural, group] = [name.slice(0, dot), name.slice(dot + 1)]
  return { group, prefix: `${group}/${plural}/` }
}
