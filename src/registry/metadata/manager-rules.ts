import type { FieldErrors } from '#meta/field-errors.js'
import type { ManagedFieldsEntry } from '#meta/object-meta.js'

/** In bytes. */
export const MAX_MANAGER_LENGTH = 128
export const MAX_SUBRESOURCE_LENGTH = 256

/** Letters, marks, numbers, punctuation, symbols and the space. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u
export const isPrintable = (text: string) => PRINTABLE.test(text)

const OPERATIONS: ReadonlySet<string | undefined> = new Set(['Apply', 'Update'])

/** The rules on one entry of `metadata.managedFields`. */
export function validateManagedFields(entry: ManagedFieldsEntry, errors: FieldErrors): void {
  const { operation, fieldsType, manager, subresource } = entry
  if (!OPERATIONS.has(operation)) errors.invalid('operation', operation ?? '', 'must be `Apply` or `Update`')
  if (fieldsType !== undefined && fieldsType !== 'FieldsV1') {
    errors.invalid('fieldsType', fieldsType, 'must be `FieldsV1`')
  }
  if (manager !== undefined) validateManager('manager', manager, errors)
  if (subresource !== undefined && isLonger(subresource, MAX_SUBRESOURCE_LENGTH)) {
    errors.tooLarge('subresource', MAX_SUBRESOURCE_LENGTH)
  }
}

/** The rules for the name of a field manager. */
export function validateManager(field: string, manager: string, errors: FieldErrors): void {
  if (isLonger(manager, MAX_MANAGER_LENGTH)) errors.tooLarge(field, MAX_MANAGER_LENGTH)
  if (isPrintable(manager)) return
  let position = 0
  for (const character of manager) {
    if (errors.isFull) return
    if (!isPrintable(character)) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
      errors.invalid(field, manager, `invalid character U+${code} (at position ${position})`)
    }
    position += Buffer.byteLength(character)
  }
}

const isLonger = (text: string, limit: number) => Buffer.byteLength(text) > limit
