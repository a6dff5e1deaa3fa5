import type { ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { Sessions, type SessionsOptions } from '#http/http2/sessions.js'
import { createSecureServer, type SecureServer, type TlsCredentials } from './secure-server.js'

export interface SecureFrontOptions extends SessionsOptions {
  readonly options: ServerOptions
  /** Is handed the connections of clients that speak HTTP/1.1. `wire` is the socket below that of TLS. */
  readonly onHttp1: (socket: Socket, wire: Socket) => void
}

/** A server whose connections are encrypted, and those of them that speak HTTP/2. */
export interface OpenSecureFront extends SecureServer {
  readonly sessions: Sessions
}

/** What a listener needs to encrypt connections. Listeners that do not encrypt never load it. */
export type SecureFront = (parts: SecureFrontOptions) => OpenSecureFront

export const secureFront =
  (credentials: TlsCredentials): SecureFront =>
  ({ options, onHttp1, ...parts }) => {
    const sessions = new Sessions(parts)
    const http2 = (socket: Socket, wire: Socket) => sessions.accept(socket, wire)
    return { sessions, ...createSecureServer(options, credentials, { http1: onHttp1, http2 }) }
  }
