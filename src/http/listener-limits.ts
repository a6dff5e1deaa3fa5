export interface ListenerLimits {
  readonly maxHeaderBytes: number
  /** Longer bodies are refused, those that say beforehand to be longer before they are sent. */
  readonly maxBodyBytes: number
  /** From the first byte of a request, or the opening of its connection, to the end of its headers. */
  readonly headersTimeoutMs: number
  /** From there to the end of its body. The answer may take as long as it needs. */
  readonly requestTimeoutMs: number
  /** How long a connection may lie idle between requests. */
  readonly keepAliveTimeoutMs: number
  /** How often the first two are looked at, and so how far they may be overrun. */
  readonly checkIntervalMs: number
}

export const defaultLimits: ListenerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 3 * 1024 * 1024,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  // Longer than clients keep idle connections (90 s in Go), so that it is they who close them. If both do at
  // the same moment, a request is lost on the way.
  keepAliveTimeoutMs: 100_000,
  checkIntervalMs: 5_000,
}
