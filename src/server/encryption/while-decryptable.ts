import type { UnreadableValues } from '#cache/unreadable-values.js'
import type { Leadership } from '#controllers/controller.js'
import { restrictLeadership } from '#controllers/restricted-leadership.js'

/**
 * No controller acts while values cannot be decrypted. An owner, a definition or a namespace that cannot be read would
 * count as deleted, and controllers would delete what depends on it.
 */
export function whileDecryptable(unreadable: UnreadableValues, leadership: Leadership): Leadership {
  return restrictLeadership(
    leadership,
    () => !unreadable.hasUndecryptable,
    (listener) => unreadable.onChange(listener),
  )
}
