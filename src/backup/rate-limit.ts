import { setTimeout as pause } from 'node:timers/promises'
import type { ExportTarget } from '#transfer/export-writer.js'

/** Bytes are passed on in pieces that take at most so long, so that a reader sees steady progress. */
const PIECE_MS = 100

/** Passes bytes on to a target, at most so many per second. */
export function rateLimited(target: ExportTarget, bytesPerSecond: number, signal: AbortSignal): ExportTarget {
  const pieceBytes = Math.max(1, Math.floor((bytesPerSecond * PIECE_MS) / 1000))
  /** When the next piece may be passed on, on the clock of `performance`. */
  let next = 0
  return {
    write: async (bytes) => {
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        const wait = next - performance.now()
        if (wait > 0) await pause(wait, undefined, { signal })
        const piece = bytes.subarray(start, start + pieceBytes)
        next = Math.max(next, performance.now()) + (1000 * piece.length) / bytesPerSecond
        await target.write(piece)
      }
    },
  }
}
