import type { FieldSet } from './field-set.js'

/** An entry of `metadata.managedFields`. */
export interface ManagedEntry {
  readonly manager?: string | undefined
  readonly operation?: string | undefined
  readonly apiVersion?: string | undefined
  /** When the manager last changed the object; RFC 3339, in whole seconds. */
  readonly time?: string | null | undefined
  readonly fieldsType?: string | undefined
  readonly fieldsV1?: FieldSet | undefined
  readonly subresource?: string | undefined
}

/** The writer, and the subresource it writes through. */
export interface Manager {
  readonly name: string
  readonly subresource?: string | undefined
}

export type ManagedOperation = 'Apply' | 'Update'

export const FIELDS_TYPE = 'FieldsV1'

/** The identity of an entry. An applier has one entry for all versions; an updater has one per version. */
export function identityOf({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  return JSON.stringify([
    manager ?? '',
    operation,
    operation === 'Apply' ? '' : apiVersion,
    subresource ?? '',
  ])
}
