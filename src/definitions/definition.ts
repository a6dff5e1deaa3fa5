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

export function parseDefinition({ json }: CachedObject): StoredDefinition {
  return JSON.parse(json.toString()) as StoredDefinition
}

/** Whether objects of the kind are served. */
export function isServed({ status }: StoredDefinition): boolean {
  return hasCondition(status, ESTABLISHED) || hasCondition(status, NAMES_ACCEPTED)
}

export function isGoing({ metadata }: Pick<StoredDefinition, 'metadata'>): boolean {
  return Boolean(metadata.deletionTimestamp)
}

/** Where the objects of a defined kind are stored. */
export function prefixOf({ spec }: StoredDefinition): string {
  return `${spec.group}/${spec.names.plural}/`
}
