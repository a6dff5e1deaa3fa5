import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { newAuthority } from '#test/support/certificates/authority.js'
import type { Json } from '#test/support/client.js'

/** The authority of extension servers. */
const AUTHORITY = newAuthority()
export const CA_BUNDLE = Buffer.from(AUTHORITY.cert).toString('base64')

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  /** The common name of a certificate of the trusted authority. */
  readonly proxy: string | undefined
}

interface Suite {
  after(hook: () => void): void
}

/** A server behind an APIService: serves JSON documents by path, and remembers who asked. */
export class ExtensionServer {
  readonly port: number
  readonly requests: SeenRequest[] = []
  /** Documents by path, without the query. */
  readonly documents = new Map<string, Json>()
  /** Responds instead of the documents; returns false to leave a request to them. */
  respond: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  readonly #server: ReturnType<typeof createServer>
  readonly #credentials: { readonly cert: string; readonly key: string }

  static async start(
    suite: Suite,
    service = 'extension.apis.svc',
    address = '127.0.0.1',
  ): Promise<ExtensionServer> {
    const credentials = AUTHORITY.issueServer([service])
    const server = createServer({ ...credentials, requestCert: true, rejectUnauthorized: false })
    server.listen(0, address)
    await once(server, 'listening')
    suite.after(() => {
      server.closeAllConnections()
      server.close()
    })
    return new ExtensionServer(server, credentials)
  }

  private constructor(
    server: ReturnType<typeof createServer>,
    credentials: { readonly cert: string; readonly key: string },
  ) {
    this.#server = server
    this.#credentials = credentials
    this.port = (server.address() as AddressInfo).port
    server.on('request', (request, response) => this.#onRequest(request, response))
    server.on('upgrade', (request, socket) => {
      this.requests.push(seen(request))
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
      socket.pipe(socket)
    })
  }

  /** Trusts the front proxies of an authority, in PEM. */
  trust(ca: string): void {
    this.#server.setSecureContext({ ...this.#credentials, ca })
  }

  /** Serves the resource list of a group version. */
  serve(group: string, version: string, resources: readonly Json[]): void {
    const groupVersion = `${group}/${version}`
    this.documents.set(`/apis/${groupVersion}`, {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion,
      resources,
    })
  }

  /** The last request for a path. */
  lastOf(path: string): SeenRequest | undefined {
    return this.requests.findLast(({ url }) => url.split('?', 1)[0] === path)
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(seen(request))
    if (this.respond(request, response)) return
    const document = this.documents.get((request.url ?? '').split('?', 1)[0] as string)
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? { kind: 'Status', code: 404, reason: 'NotFound' }))
  }
}

function seen({ method = '', url = '', headers, socket }: IncomingMessage): SeenRequest {
  const { authorized, getPeerCertificate } = socket as TLSSocket
  const proxy = authorized ? getPeerCertificate.call(socket).subject.CN : undefined
  return { method, url, headers, proxy: Array.isArray(proxy) ? proxy[0] : proxy }
}

export const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices'

/** An APIService of the service apis/extension. */
export function apiServiceOf(group: string, version: string, spec: Json = {}): Json {
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `${version}.${group}` },
    spec: {
      ...{ group, version, groupPriorityMinimum: 100, versionPriority: 10, caBundle: CA_BUNDLE },
      service: { namespace: 'apis', name: 'extension' },
      ...spec,
    },
  }
}
