import { constants } from 'node:crypto'
import type { Server } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import { Sessions, type SessionsOptions } from '#http/http2/sessions.js'
import { takeOver } from './node-internals.js'

/** What a server shows to its clients, and by whom it lets them be vouched for. All in PEM. */
export interface TlsCredentials {
  /** The certificate of the server, and those between it and an authority that clients know. */
  readonly cert: string
  readonly key: string
  /** The authorities that vouch for clients; clients are asked for certificates only if there are any. */
  readonly clientCas?: readonly string[] | undefined
}

/** What becomes of a connection once it is encrypted. `wire` is its socket below that of TLS. */
export interface SecureConnectionListeners {
  readonly http1: (socket: TLSSocket, wire: Socket) => void
  readonly http2: (socket: TLSSocket, wire: Socket) => void
}

/**
 * A server for HTTP/1.1 over TLS which hands over the connections of clients that choose HTTP/2. That a client shows a
 * certificate that no authority vouches for is not decided here: its requests are rejected, and say why.
 */
export function createSecureServer(
  options: ServerOptions,
  credentials: TlsCredentials,
  listeners: SecureConnectionListeners,
): SecureServer {
  const server = createServer({
    ...options,
    ...contextOf(credentials),
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: options.headersTimeout,
    requestCert: credentials.clientCas !== undefined,
    rejectUnauthorized: false,
  })
  const wires = new Wires()
  const serveHttp1 = takeOver(server, 'secureConnection')
  server.on('connection', (socket: Socket) => wires.add(socket))
  server.on('secureConnection', (socket: TLSSocket) => {
    const wire = wires.below(socket)
    if (wire === undefined) {
      // The client is gone already.
      socket.destroy()
    } else if (socket.alpnProtocol === 'h2') {
      listeners.http2(socket, wire)
    } else {
      // Only from here on: what is not TLS, or not HTTP, is over when its client says so.
      socket.allowHalfOpen = true
      listeners.http1(socket, wire)
    }
  })
  return { server, serveHttp1, replace: (next) => server.setSecureContext(contextOf(next)) }
}

export interface SecureServer {
  readonly server: Server
  /** Has node's server read a connection. */
  readonly serveHttp1: (socket: Socket) => void
  /** What new connections are shown. Those that are open go on. Throws when key and certificate do not fit. */
  replace(credentials: TlsCredentials): void
}

function contextOf({ cert, key, clientCas }: TlsCredentials): SecureContextOptions {
  const context: SecureContextOptions = { cert, key, minVersion: 'TLSv1.2' }
  if (clientCas === undefined) return context
  // A connection that resumes an earlier one shows the certificate of its client without those behind it, so that the
  // authority could not be found. Without tickets every connection begins anew.
  return { ...context, ca: [...clientCas], secureOptions: constants.SSL_OP_NO_TICKET }
}

/** The sockets below those of TLS, which node does not tell: each is found by the address of its client. */
class Wires {
  readonly #byPeer = new Map<string, Socket>()

  add(socket: Socket): void {
    const peer = peerOf(socket)
    this.#byPeer.set(peer, socket)
    socket.once('close', () => {
      if (this.#byPeer.get(peer) === socket) this.#byPeer.delete(peer)
    })
  }

  /** Undefined once the connection is closed. */
  below(socket: TLSSocket): Socket | undefined {
    return this.#byPeer.get(peerOf(socket))
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

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
