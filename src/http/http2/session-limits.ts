import type { ServerOptions } from 'node:http2'
import type { ListenerLimits } from '#http/limits/listener-limits.js'

/**
 * How much larger than allowed the headers of a request may be to be answered why they are not. What is larger still is
 * reset by node.
 */
const HEADERS_READ = 4
/** How much of a body may be on its way before the server has read it. The default of HTTP/2; newer releases of node have more. */
const WINDOW_BYTES = 65_535
/** What HTTP/2 counts for a header besides its name and value. */
const HEADER_OVERHEAD = 32

/**
 * What a client that speaks HTTP/2 has to keep to, in the words of node. Node itself limits what takes memory or time
 * and is no request: what is in memory for a connection, frames that mean nothing (1,000), and settings and pings
 * whose acknowledgements the client does not read (1,000). A client that goes beyond loses its connection.
 */
export function sessionOptions({ maxHeaderBytes, maxStreamsPerConnection }: ListenerLimits): ServerOptions {
  const maxHeaderListSize = maxHeaderBytes * HEADERS_READ
  return {
    settings: {
      maxConcurrentStreams: maxStreamsPerConnection,
      maxHeaderListSize,
      initialWindowSize: WINDOW_BYTES,
    },
    // In megabytes: all streams may be sent a body at the same time, and be answered.
    maxSessionMemory: Math.ceil((maxStreamsPerConnection * 2 * WINDOW_BYTES) / 1e6),
    // Of headers the bytes are limited, which is enough.
    maxHeaderListPairs: maxHeaderListSize / HEADER_OVERHEAD,
  }
}
