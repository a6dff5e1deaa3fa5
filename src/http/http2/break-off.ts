import type { ServerHttp2Stream } from 'node:http2'

/**
 * Ends a stream at once and frees what it holds, whether its client reads or not. Without an error node would first end
 * the answer, which would then look complete.
 */
export function breakOff(stream: ServerHttp2Stream): void {
  if (!stream.destroyed) stream.destroy(new Error('the answer was broken off'))
}
