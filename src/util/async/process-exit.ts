/** Called when the process exits. */
const listeners = new Set<() => void>()

const onExit = () => {
  for (const listener of listeners) listener()
}

/**
 * Calls a function when the process exits. Returns a function that cancels it. All share one listener of the process,
 * because Node warns of a leak above ten.
 */
export function onProcessExit(listener: () => void): () => void {
  if (listeners.size === 0) process.on('exit', onExit)
  listeners.add(listener)
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) process.off('exit', onExit)
  }
}
