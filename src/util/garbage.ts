import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { once } from './once.js'

/** Collecting a larger heap would hold up the event loop for longer than 50 ms. V8 does that by itself, in small steps. */
const LARGEST_HEAP = 64 * 1024 * 1024

/** Node has this function only where the flag is set while a context is made. */
const collector = once(() => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void
  setFlagsFromString('--no-expose-gc')
  return gc
})

/** Collects what has been garbage from the start, which takes a few milliseconds. */
export function collectYoungGarbage(): void {
  collector()({ type: 'minor' })
}

/**
 * Collects all garbage. Where hardly anything was allocated for five seconds since the last collection, V8 also gives back
 * the room that it has made for young objects. By itself V8 waits for minutes with both. A large heap is left to V8.
 */
export function collectGarbage(): void {
  if (getHeapStatistics().used_heap_size <= LARGEST_HEAP) collector()({ type: 'major' })
}
