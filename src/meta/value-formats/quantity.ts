import { DecodeError } from '#schema/decode-error.js'
import { canonicalQuantity } from '#schema/quantity.js'

/** Whether text is an amount such as `500m` or `10Gi`. */
export function isQuantity(text: string): boolean {
  try {
    canonicalQuantity(text)
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}
