import { EVERY_FIELD } from '#selector/field-selector.js'
import { EVERYTHING } from '#selector/label-selector.js'
import type { Revision } from '#storage/contract.js'
import { Watcher } from './watcher.js'

/** A watcher of everything that sends its events nowhere. */
export function newWatcher(): Watcher {
  const selection = {
    namespace: undefined,
    labels: EVERYTHING,
    fields: EVERY_FIELD,
    includeUninitialized: true,
  }
  const encoder = {
    frame: () => Buffer.alloc(0),
    get following() {
      return encoder
    },
  }
  return new Watcher(selection, 1 as Revision, encoder, { send: () => true, drained: () => undefined })
}
