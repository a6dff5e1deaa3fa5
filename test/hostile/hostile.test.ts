import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loopUnwatchable } from '../support/measure/loop-watch.js'
import { isWithinLimit } from '../support/measure/processor-time.js'
import { applies } from './applies.js'
import { bodies } from './bodies.js'
import { documents } from './documents.js'
import { fieldOwners } from './field-owners.js'
import { headers } from './headers.js'
import type { HostileRequest, HostileResponse } from './hostile-request.js'
import { HostileServer } from './hostile-server.js'
import { http } from './http.js'
import { largeApplies } from './large-applies.js'
import { lists } from './lists.js'
import { longLists } from './long-lists.js'
import { objects } from './objects.js'
import { owners } from './owners.js'
import { patches } from './patches.js'
import { protobufBodies } from './protobuf.js'
import { responses as forms } from './responses.js'
import { selectors } from './selectors.js'
import { silentClients } from './silent-clients.js'
import { yamlBodies } from './yaml.js'

/** What a single request may take of the main thread, in milliseconds of processor time: without yielding, and in all. */
const MAX_WITHOUT_YIELD_MS = 100
const IN_ALL = 1000
/**
 * What the process may ever take, in MiB: its objects 160 to 270, depending on the release of Node, what the requests
 * before have stored, with every version of it, and what large bodies and other threads may take.
 */
const MEMORY_LIMIT = 800
/** How large, in bytes, a response may be unless the request asks for more. */
const RESPONSE_LIMIT = 256 * 1024

/** A new group of requests is a file of its own, and one line here. */
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
  responses: forms,
  owners,
  'large applies': largeApplies,
  'owners of fields': fieldOwners,
  headers,
  documents,
  http,
  'silent clients': silentClients,
}

/** A part of the name of those that are to be tried alone, to look for a cause. */
const ONLY = process.env.HOSTILE ?? ''

describe('no request stops the server for others', { skip: loopUnwatchable }, () => {
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
          assert.ok(server.isRunning, 'the server lives')
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
  assert.ok(responses.length > 0, 'the request was answered')
  for (const { status, size, beginning } of responses) {
    assert.ok(expect.includes(status), `${status} instead of ${expect.join(' or ')}: ${beginning}`)
    assert.ok(status < 500, `${status} is a fault of the server`)
    assert.ok(size <= responseLimit, `an answer of ${size} bytes: ${beginning.slice(0, 200)}`)
  }
}

function summaryOf(responses: readonly HostileResponse[]): string {
  const [first] = responses
  return first === undefined
    ? 'no answer'
    : `${first.status}, ${first.size} bytes: ${first.beginning.slice(0, 300)}`
}
