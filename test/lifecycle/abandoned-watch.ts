/**
 * A program that embeds a server and closes it. One client disconnects before its watch starts, another during its
 * watch. Nothing here ends the process: it ends when no handle is open.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { INGRESSES, ingress } from '../support/objects.js'

const server = await startTestServer()
const client = new Client(server.url)

async function abandon(path: string): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await client.get('/livez')
  await pause(20)
  socket.resetAndDestroy()
  await once(socket, 'close')
  await client.get('/livez')
}

const version = Number((await client.get(INGRESSES)).body.metadata.resourceVersion) + 1
await abandon(
  `${INGRESSES}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=${version}`,
)
await client.post(INGRESSES, ingress('awaited'))
await abandon(`${INGRESSES}?watch=true`)
await server.close()
