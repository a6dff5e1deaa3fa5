import type { FieldSet } from './field-set.js'

/** What one manager owns, as `metadata.managedFields` says it. */
export interface ManagedEntry {
  readonly manager?: string | undefined
  readonly operation?: string | undefined
  readonly apiVersion?: string | undefined
  /** When its manager last changed the object; RFC 3339 with whole seconds. */
  readonly time?: string | null | undefined
  readonly fieldsType?: string | undefined
  readonly fieldsV1?: FieldSet | undefined
  readonly subresource?: string | undefined
}

/** Who writes, and through which door. */
export interface Manager {
  readonly name: string
  readonly subresource?: string | undefined
}

/** How a manager comes to own fields: by saying all that it wants, or by changing what is there. */
export type ManagedOperation = 'Apply' | 'Update'

export const FIELDS_TYPE = 'FieldsV1'

/** What tells entries apart. An applier has one entry, whichever version it applies; an updater has one for each. */
export function identityOf({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  return JSON.stringify([
    manager ?? '',
    operation,
    operation === 'Apply' ? '' : apiVersion,
    subresource ?? '',
  ])
}
