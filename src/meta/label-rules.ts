import type { FieldErrors } from './field-errors.js'
import { labelValue, qualifiedName, VALID } from './formats.js'

type Texts = { readonly [key: string]: string } | undefined

export function validateLabels(field: string, labels: Texts, errors: FieldErrors): void {
  for (const key in labels) {
    if (errors.isFull) return
    errors.format(field, key, qualifiedName)
    errors.format(field, labels[key] as string, labelValue)
  }
}

/** In bytes, keys and values together. */
const ANNOTATIONS_LIMIT = 256 * 1024
/** The maximum UTF-8 bytes of one UTF-16 code unit. */
const BYTES_PER_CHARACTER = 3

export function validateAnnotations(
  field: string,
  annotations: Texts,
  errors: FieldErrors,
  isCurrent = false,
): void {
  let length = 0
  for (const key in annotations) {
    length += key.length + (annotations[key] as string).length
    // Keys may have upper case letters: many tools use mixed case.
    const messages = errors.isFull ? VALID : qualifiedName(key.toLowerCase())
    for (let index = 0; index < messages.length; index++) {
      errors.invalid(field, key, messages[index] as string)
    }
  }
  if (length * BYTES_PER_CHARACTER > ANNOTATIONS_LIMIT && sizeOf(annotations) > ANNOTATIONS_LIMIT) {
    if (isCurrent) errors.tooLarge(field, ANNOTATIONS_LIMIT)
    else errors.tooLong(field, ANNOTATIONS_LIMIT)
  }
}

function sizeOf(texts: Texts): number {
  let size = 0
  for (const key in texts) size += Buffer.byteLength(key) + Buffer.byteLength(texts[key] as string)
  return size
}
