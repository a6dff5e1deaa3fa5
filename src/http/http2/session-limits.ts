import type { ServerOptions } from 'node:http2'
import type { ListenerLimits } from '#http/limits/listener-limits.js'

/** Headers up to this multiple of the limit get an error response. Node resets streams with larger ones. */
const HEADERS_READ = 4
/** The initial window. This is the default of HTTP/2; newer Node releases have a larger one. */
const WINDOW_BYTES = 65_535
/** The overhead that HTTP/2 counts per header. */
const HEADER_OVERHEAD = 32

/**
 * The session limits, as options of node. Node itself limits the memory of a session, invalid frames (1,000), and
 * unacknowledged settings and pings (1,000). A client that exceeds them is disconnected.
 */
export function sessionOptions({ maxHeaderBytes, maxStreamsPerConnection }: ListenerLimits): ServerOptions {
  const maxHeaderListSize = maxHeaderBytes * HEADERS_READ
  return {
    settings: {
      maxConcurrentStreams: maxStreamsPerConnection,
      maxHeaderListSize,
      initialWindowSize: WINDOW_BYTES,
    },
    // In megabytes: all streams may receive and send at the same time.
    maxSessionMemory: Math.ceil((maxStreamsPerConnection * 2 * WINDOW_BYTES) / 1e6),
    // The size limit of headers is enough.
    maxHeaderListPairs: maxHeaderListSize / HEADER_OVERHEAD,
  }
}
