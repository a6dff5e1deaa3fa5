/** A program that uses the exports of the package. */
export const EXAMPLE = `
import { createServer, defineKind, StartError, type ObjectOf, type RunningServer } from 'binnacle'
import { ManualClock, startTestServer } from 'binnacle/testing'

const Ship = defineKind({
  group: 'fleet.example.com',
  kind: 'Ship',
  versions: {
    v1: {
      schema: {
        type: 'object',
        properties: { spec: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] } },
        required: ['spec'],
      },
    },
  },
} as const)

await using server: RunningServer = await createServer({ kinds: [Ship], storage: 'memory', port: 0, logLevel: 'error' })
await using test = await startTestServer({ users: { ann: ['dev'] }, clock: new ManualClock(0) })
if ((await test.as('ann')('/api/v1/pods')).status !== 403) throw new Error('ann may list pods')

const body = JSON.stringify(Ship.object('v1', { metadata: { name: 'sun' }, spec: { port: 'Riga' } }))
const headers = { 'content-type': 'application/json' }
await fetch(server.url + Ship.path('v1', 'default'), { method: 'POST', headers, body })
const response = await fetch(server.url + Ship.path('v1', 'default', 'sun'))
const ship = (await response.json()) as ObjectOf<typeof Ship, 'v1'>
const port: string = ship.spec.port

// Both entry points share their modules, and so the error class.
const error: unknown = await startTestServer({ port: -1 }).catch((reason: unknown) => reason)
if (!(error instanceof StartError)) throw new Error('a wrong port is no StartError')
console.log(ship.metadata.name + ' from port ' + port)
`
