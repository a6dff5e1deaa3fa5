import { constants } from 'node:crypto'
import type { Server } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import { Sessions, type SessionsOptions } from '#http/http2/sessions.js'
import { takeOver } from './node-internals.js'

/** The certificate of a server and the client CAs. All in PEM. */
export interface TlsCredentials {
  /** The server certificate, followed by its intermediates. */
  readonly cert: string
  readonly key: string
  /** Client CAs. Without any, clients are not asked for certificates. */
  readonly clientCas?: readonly string[] | undefined
}

/** What connections may use. */
export interface TlsProtocol {
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3'
  /** By the names of OpenSSL, separated by colons; those of Node by default. */
  readonly ciphers?: string | undefined
}

const DEFAULT_PROTOCOL: TlsProtocol = { minVersion: 'TLSv1.2' }

/** Receive encrypted connections. `wire` is the socket below TLS. */
export interface SecureConnectionListeners {
  readonly http1: (socket: TLSSocket, wire: Socket) => void
  readonly http2: (socket: TLSSocket, wire: Socket) => void
}

/**
 * A TLS server for HTTP/1.1 that hands over HTTP/2 connections. It accepts untrusted client certificates: their
 * requests are rejected with a reason.
 */
export function createSecureServer(
  options: ServerOptions,
  credentials: TlsCredentials,
  listeners: SecureConnectionListeners,
  protocol: TlsProtocol = DEFAULT_PROTOCOL,
): SecureServer {
  const server = createServer({
    ...options,
    ...contextOf(credentials, protocol),
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
      // The client is gone.
      socket.destroy()
    } else if (socket.alpnProtocol === 'h2') {
      listeners.http2(socket, wire)
    } else {
      // Not earlier: a connection that fails the handshake must close with its client.
      socket.allowHalfOpen = true
      listeners.http1(socket, wire)
    }
  })
  return { server, serveHttp1, replace: (next) => server.setSecureContext(contextOf(next, protocol)) }
}

export interface SecureServer {
  readonly server: Server
  /** Hands a connection to node's server. */
  readonly serveHttp1: (socket: Socket) => void
  /** Replaces the certificate for new connections. Throws if key and certificate do not match. */
  replace(credentials: TlsCredentials): void
}

function contextOf(
  { cert, key, clientCas }: TlsCredentials,
  { minVersion, ciphers }: TlsProtocol,
): SecureContextOptions {
  const context: SecureContextOptions = { cert, key, minVersion, ciphers }
  if (clientCas === undefined) return context
  // A resumed session has the client certificate without its intermediates, so its CA could not be found. Without
  // tickets every connection does a full handshake.
  return { ...context, ca: [...clientCas], secureOptions: constants.SSL_OP_NO_TICKET }
}

/** The sockets below TLS sockets. Node does not expose them, so they are found by the client's address. */
class Wires {
  readonly #byPeer = new Map<string, Socket>()

  add(socket: Socket): void {
    const peer = peerOf(socket)
    this.#byPeer.set(peer, socket)
    socket.once('close', () => {
      if (this.#byPeer.get(peer) === socket) this.#byPeer.delete(peer)
    })
  }

  /** Undefined after the connection closed. */
  below(socket: TLSSocket): Socket | undefined {
    return this.#byPeer.get(peerOf(socket))
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

export interface SecureFrontOptions extends SessionsOptions {
  readonly options: ServerOptions
  /** Receives HTTP/1.1 connections. `wire` is the socket below TLS. */
  readonly onHttp1: (socket: Socket, wire: Socket) => void
}

/** A TLS server and its HTTP/2 sessions. */
export interface OpenSecureFront extends SecureServer {
  readonly sessions: Sessions
}

/** Creates the TLS server of a listener. Listeners without TLS never load it. */
export type SecureFront = (parts: SecureFrontOptions) => OpenSecureFront

export const secureFront =
  (credentials: TlsCredentials, protocol?: TlsProtocol): SecureFront =>
  ({ options, onHttp1, ...parts }) => {
    const sessions = new Sessions(parts)
    const http2 = (socket: Socket, wire: Socket) => sessions.accept(socket, wire)
    return { sessions, ...createSecureServer(options, credentials, { http1: onHttp1, http2 }, protocol) }
  }
