import {
  DATA_LIMIT,
  mustStayFixed,
  sizeOfBytes,
  sizeOfTexts,
  validateKeys,
} from '#kinds/shared/data-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ConfigMap } from './schema.js'

export function validateConfigMap({ data, binaryData }: Readonly<ConfigMap>, errors: FieldErrors): void {
  validateKeys('data', data, errors)
  for (const key in data) {
    if (binaryData !== undefined && Object.hasOwn(binaryData, key)) {
      errors.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')
    }
  }
  validateKeys('binaryData', binaryData, errors)
  // The limit is one of the object, not of either member.
  if (sizeOfTexts(data) + sizeOfBytes(binaryData) > DATA_LIMIT) errors.tooLarge('', DATA_LIMIT)
}

export function validateConfigMapUpdate(
  configMap: Readonly<ConfigMap>,
  current: Readonly<ConfigMap>,
  errors: FieldErrors,
): void {
  mustStayFixed(configMap, current, ['data', 'binaryData'], errors)
}
