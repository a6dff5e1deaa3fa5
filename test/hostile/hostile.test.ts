import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loopUnwatchable } from '../support/measure/loop-watch.js'
import { isWithinLimit } from '../support/measure/processor-time.js'
import { applies } from './apply/applies.js'
import { fieldOwners } from './apply/field-owners.js'
import { largeApplies } from './apply/large-applies.js'
import { bodies } from './bodies/bodies.js'
import { lists } from './bodies/lists.js'
import { longLists } from './bodies/long-lists.js'
import { objects } from './bodies/objects.js'
import { owners } from './bodies/owners.js'
import { patches } from './bodies/patches.js'
import { protobufBodies } from './bodies/protobuf.js'
import { yamlBodies } from './bodies/yaml.js'
import { documents } from './http/documents.js'
import { headers } from './http/headers.js'
import { http } from './http/http.js'
import { responses as formats } from './http/responses.js'
import { selectors } from './http/selectors.js'
import { silentClients } from './http/silent-clients.js'
import type { HostileRequest, HostileResponse } from './support/hostile-request.js'
import { HostileServer } from './support/hostile-server.js'

/** Maximum time of a request on the main thread, in milliseconds of processor time: without yielding, and in total. */
const MAX_WITHOUT_YIELD_MS = 100
const IN_ALL = 1000
/**
 * Maximum memory of the process, in MiB: 160 to 270 for its objects, depending on the release of Node, and the rest for
 * the stored objects of earlier requests with their history, for large bodies and for other threads.
 */
const MEMORY_LIMIT = 800
/** Maximum size of a response in bytes, unless the request sets another. */
const RESPONSE_LIMIT = 256 * 1024

/** Every group of requests has its own file and one line here. */
const GROUPS: Readonly<Record<string, readonly HostileRequest[]>> = {
  bodies,
  objects,
  lists,
  'long lists against others': longLists,
  patches,
  applies,
  selectors,
  YAML: yamlBodies,
  protobuf: protobufBodies,
  responses: formats,
  owners,
  'large applies': largeApplies,
  'owners of fields': fieldOwners,
  headers,
  documents,
  http,
  'silent clients': silentClients,
}

/** Part of a name: runs only the requests that match, to find a cause. */
const ONLY = process.env.HOSTILE ?? ''

describe('no request blocks other clients', { skip: loopUnwatchable }, () => {
  let server: HostileServer
  before(async () => {
    server = await HostileServer.start()
  })
  after(() => server.stop())

  for (const [group, requests] of Object.entries(GROUPS)) {
    describe(group, () => {
      for (const request of requests.filter(({ name }) => name.includes(ONLY))) {
        test(request.name, async (context) => {
          if (!server.isRunning) server = await HostileServer.start()
          await request.prepare?.(server)
          let responses: readonly HostileResponse[] = []
          const harm = await server.suffer(async () => {
            responses = await request.send(server)
          })
          const { busiest, total, collection, peakMemory, gets } = harm
          const figures = `${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all, ${collection.toFixed(0)} ms collecting, ${peakMemory.toFixed(0)} MiB, ${gets} gets`
          context.diagnostic(figures)
          if (process.env.HOSTILE !== undefined)
            console.log(`${request.name}: ${figures}; ${summaryOf(responses)}`)
          expectHarmless(request, responses)
          assert.ok(server.isRunning, 'the server still runs')
          assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
          assert.ok(isWithinLimit(total, IN_ALL * (request.requests ?? responses.length)), figures)
          assert.ok(peakMemory <= MEMORY_LIMIT, figures)
        })
      }
    })
  }
})

function expectHarmless(
  { expect, responseLimit = RESPONSE_LIMIT }: HostileRequest,
  responses: readonly HostileResponse[],
) {
  assert.ok(responses.length > 0, 'the server responded')
  for (const { status, size, beginning } of responses) {
    assert.ok(expect.includes(status), `${status} instead of ${expect.join(' or ')}: ${beginning}`)
    assert.ok(status < 500, `${status} is a fault of the server`)
    assert.ok(size <= responseLimit, `a response of ${size} bytes: ${beginning.slice(0, 200)}`)
  }
}

function summaryOf(responses: readonly HostileResponse[]): string {
  const [first] = responses
  return first === undefined
    ? 'no response'
    : `${first.status}, ${first.size} bytes: ${first.beginning.slice(0, 300)}`
}
