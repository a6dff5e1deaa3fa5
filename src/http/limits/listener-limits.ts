const MIB = 1024 * 1024

export interface ListenerLimits {
  readonly maxHeaderBytes: number
  /** Longer bodies are rejected, those that say beforehand to be longer before they are sent. */
  readonly maxBodyBytes: number
  /** From the first byte of a request, or the opening of its connection, to the end of its headers. */
  readonly headersTimeoutMs: number
  /** From there to the end of its body. The response may take as long as it needs. */
  readonly requestTimeoutMs: number
  /** How long a connection may lie idle between requests. */
  readonly keepAliveTimeoutMs: number
  /** How often the first two are looked at, and so how far they may be overrun. */
  readonly checkIntervalMs: number
  /** Further connections are closed as soon as they are opened. */
  readonly maxConnections: number
  /** How many requests a client may have under way on one connection of HTTP/2. Further ones are refused. */
  readonly maxStreamsPerConnection: number
  /** The same for all connections of HTTP/2 together. */
  readonly maxStreams: number
  /** How long a client may take nothing of a response that waits for it. */
  readonly sendTimeoutMs: number
  /**
   * The same for a stream of events. What waits for streams is shared by them, and a client that is stopped for a while
   * (in a debugger, on a machine that is moved) would have to list everything again.
   */
  readonly streamSendTimeoutMs: number
  /** What may wait for all clients together. Above it, those for whom the most waits are cut off. */
  readonly maxUnsentBytes: number
  /** How often it is looked at which clients do not take what waits for them. */
  readonly inspectionMs: number
}

export const defaultLimits: ListenerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 3 * MIB,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  // Longer than clients keep idle connections (90 s in Go), so that it is they who close them. If both do at
  // the same moment, a request is lost on the way.
  keepAliveTimeoutMs: 100_000,
  checkIntervalMs: 5_000,
  // An idle connection takes some 20 KiB.
  maxConnections: 10_000,
  // As many as other servers of this API allow; clients open a second connection for more.
  maxStreamsPerConnection: 250,
  maxStreams: 20_000,
  sendTimeoutMs: 30_000,
  streamSendTimeoutMs: 120_000,
  maxUnsentBytes: 256 * MIB,
  inspectionMs: 1000,
}
