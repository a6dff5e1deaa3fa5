const MIB = 1024 * 1024

export interface ListenerLimits {
  readonly maxHeaderBytes: number
  /** Longer bodies are rejected; with `Content-Length` before they are sent. */
  readonly maxBodyBytes: number
  /** From the first byte of a request, or the start of its connection, to the end of its headers. */
  readonly headersTimeoutMs: number
  /** From there to the end of the body. The response has no time limit. */
  readonly requestTimeoutMs: number
  /** Maximum idle time between requests. */
  readonly keepAliveTimeoutMs: number
  /** How often these timeouts are checked. */
  readonly checkIntervalMs: number
  /** Further connections are closed at once. */
  readonly maxConnections: number
  /** Concurrent requests per HTTP/2 connection. Further ones are refused. */
  readonly maxStreamsPerConnection: number
  /** The same for all HTTP/2 connections together. */
  readonly maxStreams: number
  /** How long a client may read nothing of a pending response. */
  readonly sendTimeoutMs: number
  /**
   * The same for a watch. Watches share their queued events, and a client that was only paused (in a debugger, during
   * a migration) would have to list everything again.
   */
  readonly streamSendTimeoutMs: number
  /** Maximum bytes queued for all clients. Above it, the clients with the most queued bytes are disconnected. */
  readonly maxUnsentBytes: number
  /** How long a large response waits for the memory of others before it is rejected with 429. */
  readonly memoryTimeoutMs: number
  /** The interval of the slow-client check. */
  readonly inspectionMs: number
}

export const defaultLimits: ListenerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 3 * MIB,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  // Longer than the idle timeout of clients (90 s in Go), so that the client closes first. If both close at the same
  // moment, a request is lost.
  keepAliveTimeoutMs: 100_000,
  checkIntervalMs: 5_000,
  // An idle connection takes about 20 KiB.
  maxConnections: 10_000,
  // The same as kube-apiserver; clients open a second connection for more.
  maxStreamsPerConnection: 250,
  maxStreams: 20_000,
  sendTimeoutMs: 30_000,
  streamSendTimeoutMs: 120_000,
  maxUnsentBytes: 256 * MIB,
  memoryTimeoutMs: 10_000,
  inspectionMs: 1000,
}
