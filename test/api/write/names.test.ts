import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import type { Json } from '#test/support/client.js'
import { DEPLOYMENTS, deployment, INGRESSES, ingress, KINDS } from '#test/support/objects.js'
import { startTestServer } from '#testing.js'

const MERGE = 'application/merge-patch+json'

/** Path segments, their names and the error. */
const IMPOSSIBLE: readonly (readonly [segment: string, name: string, error: string])[] = [
  ['.', '.', "may not be '.'"],
  ['%2e', '.', "may not be '.'"],
  ['..', '..', "may not be '..'"],
  ['%2E%2e', '..', "may not be '..'"],
  ['a%25b', 'a%b', "may not contain '%'"],
  ['%25', '%', "may not contain '%'"],
]

describe('names that no object can have', () => {
  let server: RunningServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  /** Sends the path as it is: other clients would resolve its dots. */
  const send = (method: string, path: string, body?: Json, type = 'application/json') =>
    new Promise<{ status: number; body: Json }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const headers = { 'content-type': type }
      const sent = request({ hostname, port, method, path, headers }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) })
      })
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })

  for (const { path, make } of KINDS) {
    it(`${make('x').kind}: are rejected by every verb`, async () => {
      for (const [segment, name, error] of IMPOSSIBLE) {
        const target = `${path}/${segment}`
        for (const { status, body } of [
          await send('GET', target),
          await send('GET', `${target}?export=true`),
          await send('PUT', target, make(name)),
          await send('PATCH', target, {}, MERGE),
          await send('DELETE', target),
          await send('PUT', `${target}/status`, make(name)),
        ]) {
          assert.equal(status, 400, segment)
          assert.deepEqual(body, {
            kind: 'Status',
            apiVersion: 'v1',
            metadata: {},
            status: 'Failure',
            message: `Name parameter invalid: ${JSON.stringify(name)}: ${error}`,
            reason: 'BadRequest',
            code: 400,
          })
        }
      }
    })
  }

  it('are rejected in the body of a rollback, with all errors', async () => {
    const rollBack = (name: string) => send('POST', `${DEPLOYMENTS}/web/rollback`, { name, rollbackTo: {} })
    assert.equal((await rollBack('..')).body.message, `Name parameter invalid: "..": may not be '..'`)
    const { status, body } = await rollBack('a/%')
    assert.equal(status, 400)
    assert.equal(body.message, `Name parameter invalid: "a/%": may not contain '/';may not contain '%'`)
  })

  it('have no scale', async () => {
    for (const [segment, name] of IMPOSSIBLE) {
      const { status, body } = await send('GET', `${DEPLOYMENTS}/${segment}/scale`)
      assert.equal(status, 404)
      assert.equal(body.message, `deployments/scale.extensions ${JSON.stringify(name)} not found`)
    }
  })

  it('make a created object invalid', async () => {
    for (const name of ['.', '..', 'a%b', 'a/b']) {
      const { status, body } = await send('POST', INGRESSES, ingress(name))
      assert.equal(status, 422)
      assert.equal(body.details.causes[0].field, 'metadata.name')
    }
  })

  it('with a slash are not found in a path, and select nothing in a list', async () => {
    assert.equal((await send('GET', `${INGRESSES}/a%2Fb`)).status, 404)
    for (const name of ['..', 'a%25b', 'a%2Fb']) {
      const { status, body } = await send('GET', `${INGRESSES}?fieldSelector=metadata.name=${name}`)
      assert.equal(status, 200)
      assert.deepEqual(body.items, [])
    }
  })

  it('are reported after other errors of the request', async () => {
    const target = `${DEPLOYMENTS}/..`
    assert.equal((await send('POST', target, deployment('x'))).status, 405)
    assert.equal((await send('PATCH', target, {}, 'application/json')).status, 415)
    assert.match(
      (await send('PUT', target, deployment('x'))).body.message,
      /does not match the name on the URL/,
    )
  })
})
