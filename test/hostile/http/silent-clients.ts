import { RawClient, requestText } from '#test/support/raw-client.js'
import type { HostileRequest } from '../support/hostile-request.js'
import { type HostileServer, STOCK } from '../support/hostile-server.js'

const OBJECT = `${STOCK}/stock-1`
const TABLE = 'Accept: application/json;as=Table;v=v1;g=meta.k8s.io'

/** Clients that send requests and never read, while `meanwhile` runs; then they disconnect. */
export function silent(
  name: string,
  clients: number,
  bytes: string,
  meanwhile: (server: HostileServer) => Promise<unknown>,
): HostileRequest {
  return {
    name,
    expect: [200],
    requests: clients,
    send: async (server) => {
      const client = new RawClient(server.url)
      const sockets = await Promise.all(Array.from({ length: clients }, () => client.open(bytes)))
      await meanwhile(server)
      for (const socket of sockets) socket.destroy()
      return [await server.send({ method: 'GET', path: '/livez' })]
    },
  }
}

export const rest = (milliseconds = 1000) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Patches one object so often that the server has to buffer much for clients that do not read. */
async function writeMuch(server: HostileServer): Promise<void> {
  const headers = { 'content-type': 'application/merge-patch+json' }
  const annotate = (annotations: object | null) =>
    server.send({
      method: 'PATCH',
      path: OBJECT,
      headers,
      body: JSON.stringify({ metadata: { annotations } }),
    })
  const filler = 'x'.repeat(200_000)
  for (let turn = 0; turn < 12; turn++) await annotate({ turn: `${turn}${filler}` })
  await annotate(null)
}

/**
 * Clients that do not read, or do not finish their requests. The server may still work for them after they disconnect,
 * because only a write shows that they have. So they come last.
 */
export const silentClients: readonly HostileRequest[] = [
  silent(
    '40 clients that ask for 24 lists each and never read',
    40,
    requestText(`GET ${STOCK} HTTP/1.1`).repeat(24),
    () => rest(),
  ),
  silent(
    '40 clients that ask for 24 compressed lists each and never read',
    40,
    requestText(`GET ${STOCK} HTTP/1.1`, 'Accept-Encoding: gzip').repeat(24),
    () => rest(300),
  ),
  silent(
    '8 clients that ask for 24 tables each and never read',
    8,
    requestText(`GET ${STOCK} HTTP/1.1`, TABLE).repeat(24),
    () => rest(300),
  ),
  silent(
    '20 clients that ask for all there was at a past version and never read',
    20,
    requestText(`GET ${STOCK}?resourceVersion=20000&resourceVersionMatch=Exact HTTP/1.1`),
    async (server) => {
      await writeMuch(server)
      await rest(500)
    },
  ),
  silent(
    '150 clients of HTTP/1.0 that watch and never read',
    150,
    requestText(`GET ${STOCK}?watch=true&fieldSelector=metadata.name%3Dstock-1 HTTP/1.0`),
    writeMuch,
  ),
  silent(
    '150 clients that watch and never read',
    150,
    requestText(`GET ${STOCK}?watch=true&fieldSelector=metadata.name%3Dstock-1 HTTP/1.1`),
    writeMuch,
  ),
  silent(
    '60 clients that ask for the initial list and never read',
    60,
    requestText(`GET ${STOCK}?watch=true HTTP/1.0`),
    () => rest(300),
  ),
  silent(
    '100 clients that begin a request and do not go on',
    100,
    `GET ${OBJECT} HTTP/1.1\r\nHost: loc`,
    () => rest(),
  ),
  silent(
    '100 clients that begin a body and do not go on',
    100,
    `${requestText(`POST ${STOCK} HTTP/1.1`, 'Content-Length: 1000000')}{"metadata":`,
    () => rest(),
  ),
  silent(
    'five clients that send thousands of requests and never read',
    5,
    requestText(`GET ${OBJECT} HTTP/1.1`).repeat(5000),
    () => rest(),
  ),
]
