import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { StubMember } from '../support/members/stub-member.js'
import { eventually, Federation } from './clusters-of-servers.js'

const MAPS = '/api/v1/namespaces/shop/configmaps'
const CLUSTERS = '/apis/federation/v1beta1/clusters'

type ApiResponse = (request: IncomingMessage, response: ServerResponse) => void

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const RESOURCES = { resources: [{ name: 'configmaps', kind: 'ConfigMap', namespaced: true }] }
const missing = { kind: 'Status', code: 404, reason: 'NotFound', details: { name: 'a', kind: 'configmaps' } }

/** Responds like a member, except to reads and writes of objects. */
async function nasty(t: TestContext, respond: ApiResponse): Promise<StubMember> {
  const member = await StubMember.start()
  t.after(() => member.close())
  member.handler = (request, response) => {
    const { url = '', method } = request
    if (url === '/readyz') response.end('ok')
    else if (url === '/api/v1') json(response, 200, RESOURCES)
    else if (url.startsWith('/api/v1/configmaps?') && url.includes('limit='))
      json(response, 200, { metadata: { resourceVersion: '1' }, items: [] })
    else if (url.startsWith('/api/v1/configmaps?')) response.writeHead(200).flushHeaders()
    else if (url.startsWith(MAPS)) {
      if (method === 'GET') json(response, 404, missing)
      else respond(request, response)
    } else json(response, 404, {})
  }
  return member
}

const NASTY: readonly (readonly [string, ApiResponse, RegExp])[] = [
  ['responds with a list', (_, response) => json(response, 200, []), /Unreadable/],
  ['responds with plain text', (_, response) => void response.writeHead(201).end('done'), /Unreadable/],
  ['has no server-side apply and no POST', (_, response) => json(response, 415, {}), /Status415/],
  ['fails', (_, response) => json(response, 500, { reason: 'InternalError', message: 'oh' }), /oh/],
  ['forbids', (_, response) => json(response, 403, { reason: 'Forbidden', message: 'no' }), /Forbidden/],
  ['redirects', (_, response) => void response.writeHead(302, { location: '/' }).end(), /Status302/],
  ['hangs up', (request) => void request.socket.destroy(), /Unreachable/],
  [
    'keeps none of the written fields',
    (_, response) => json(response, 201, { metadata: { name: 'a', uid: 'x', resourceVersion: '2' } }),
    /Altered/,
  ],
]

describe('a faulty member', { timeout: 120_000 }, () => {
  for (const [what, respond, expected] of NASTY) {
    it(`that ${what} is named in the status and does not affect others`, async (t) => {
      const federation = await Federation.start(t, ['good'])
      const member = await nasty(t, respond)
      const { host } = federation
      const serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0', serverAddress: member.url }]
      await host.create(CLUSTERS, { metadata: { name: 'nasty' }, spec: { serverAddressByClientCIDRs } })
      await eventually('the cluster is ready', async () => assert.ok(await federation.isReady('nasty')))
      await host.create(MAPS, { metadata: { name: 'a' }, data: { x: '1' } })
      await eventually('the status reports it', async () => {
        const { metadata } = await host.get(`${MAPS}/a`)
        const states = JSON.parse(metadata.annotations['federation.binnacle.dev/cluster-status'])
        assert.equal(states.good.state, 'Synced')
        assert.match(JSON.stringify(states.nasty), expected)
      })
      const asked = member.paths.filter((path) => path.startsWith(MAPS)).length
      assert.ok(asked < 40, `it was asked ${asked} times`)
    })
  }
})
