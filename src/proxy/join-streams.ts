import type { Duplex } from 'node:stream'

/**
 * Connects two streams: what one side sends, the other receives, at the pace of the slower. A side that ends is ended
 * at the other. `onOver` is called once, when both are closed.
 */
export function join(left: Duplex, right: Duplex, onOver: () => void): void {
  let open = 2
  const pass = (from: Duplex, to: Duplex) => {
    from.on('error', () => undefined)
    from.pipe(to)
    from.once('close', () => {
      // After an end, the other side still sends what it has.
      if (from.readableEnded && !to.destroyed) to.end()
      else to.destroy()
      if (--open === 0) onOver()
    })
  }
  pass(left, right)
  pass(right, left)
}
