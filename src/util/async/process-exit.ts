/** What is to be done when the process exits. */
const listeners = new Set<() => void>()

const onExit = () => {
  for (const listener of listeners) listener()
}

/**
 * Has a function called when the process exits, until the function that this returns is called. All of them share one listener of
 * the process: its host is warned of a leak when there are more than ten, and may have more servers than that.
 */
export function onProcessExit(listener: () => void): () => void {
  if (listeners.size === 0) process.on('exit', onExit)
  listeners.add(listener)
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) process.off('exit', onExit)
  }
}
