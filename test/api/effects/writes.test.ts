import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { valueAt } from '#test/support/object-paths.js'
import { startTestServer, type TestServer } from '#testing.js'
import type { EffectExample, Step } from './writes/example.js'
import { effectExamples } from './writes/index.js'

const MERGE = 'application/merge-patch+json'

describe('what the server does with', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    // Without the controller that changes new ServiceCIDRs.
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(() => server.close())

  for (const { kind, on, effect, steps } of effectExamples) {
    it(`${kind} on ${on}: ${effect}`, () => run(steps))
  }

  async function run(steps: EffectExample['steps']): Promise<void> {
    const made = new Set<string>()
    let last: Json = {}
    try {
      for (const [index, step] of steps.entries()) last = await send(step, last, made, index)
    } finally {
      for (const path of [...made].reverse()) {
        await client.delete(`${path}?gracePeriodSeconds=0&propagationPolicy=Background`)
        await patch(path, { metadata: { finalizers: null } })
      }
      await server.settled()
    }
  }

  async function send(step: Step, last: Json, made: Set<string>, index: number): Promise<Json> {
    const [method = '', path = ''] = step.request.split(' ')
    const body = typeof step.body === 'function' ? step.body(last) : step.body
    const type = step.contentType ?? (method === 'PATCH' ? MERGE : undefined)
    const response = await client.send(method, path, body, type === undefined ? {} : { 'content-type': type })
    const where = `step ${index + 1}: ${step.request}: ${response.text}`
    if (step.code === undefined) assert.ok(response.status < 300, where)
    else assert.equal(response.status, step.code, where)
    const name = response.body?.metadata?.name
    if (method === 'POST' && response.status === 201 && name !== undefined && !path.includes('?')) {
      made.add(`${path}/${name}`)
    }
    for (const [at, expected] of Object.entries(step.has ?? {})) {
      const [list, field] = at.split('[].')
      const actual =
        field === undefined
          ? valueAt(response.body, at)
          : (valueAt(response.body, list as string) as Json[] | undefined)?.map((item: Json) =>
              valueAt(item, field),
            )
      if (expected instanceof RegExp) assert.match(String(actual), expected, `${at} of ${where}`)
      else assert.deepEqual(actual, expected, `${at} of ${where}`)
    }
    return response.body
  }

  const patch = (path: string, body: Json) => client.send('PATCH', path, body, { 'content-type': MERGE })
})
