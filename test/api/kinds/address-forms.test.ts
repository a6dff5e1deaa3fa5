import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { startTestServer, type TestServer } from '#testing.js'

const NETWORKING = '/apis/networking.k8s.io/v1'
const PATH = `${NETWORKING}/namespaces/test`

describe('addresses and ranges in unusual forms', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  const warningsOf = (headers: Headers) => headers.get('warning')?.match(/(?<=299 - ")(?:[^"\\]|\\.)*/g) ?? []

  it('are accepted in network policies, with warnings', async () => {
    const ipBlock = { cidr: '10.0.0.1/8', except: ['10.01.0.0/16', '10.2.0.0/16'] }
    const spec = {
      podSelector: {},
      ingress: [{ from: [{ ipBlock }] }],
      egress: [{ to: [{ ipBlock: { cidr: '2001:DB8::/32' } }] }],
    }
    const created = await client.post(`${PATH}/networkpolicies`, { metadata: { name: 'a' }, spec })
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(created.body.spec.policyTypes, ['Ingress', 'Egress'])
    assert.deepEqual(
      warningsOf(created.headers).map((text) => text.replaceAll('\\"', '"')),
      [
        'spec.ingress[0].from[0].ipBlock.cidr: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
        'spec.ingress[0].from[0].ipBlock.except[0]: non-standard CIDR value "10.01.0.0/16" will be considered invalid in a future Kubernetes release: use "10.1.0.0/16"',
        'spec.egress[0].to[0].ipBlock.cidr: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 canonical format ("2001:db8::/32")',
      ],
    )
  })

  it('are accepted in the status of ingresses, with warnings', async () => {
    const spec = { rules: [{ host: 'a.example' }] }
    await client.post(`${PATH}/ingresses`, { metadata: { name: 'a' }, spec })
    const { body } = await client.get(`${PATH}/ingresses/a`)
    const ingress = [{ ip: '010.0.0.1' }, { ip: '2001:DB8::1' }, { ip: '10.0.0.1' }]
    const updated = await client.put(`${PATH}/ingresses/a/status`, {
      ...body,
      status: { loadBalancer: { ingress } },
    })
    assert.equal(updated.status, 200, updated.text)
    assert.deepEqual(
      warningsOf(updated.headers).map((text) => text.replaceAll('\\"', '"')),
      [
        'status.loadBalancer.ingress[0]: non-standard IP address "010.0.0.1" will be considered invalid in a future Kubernetes release: use "10.0.0.1"',
        'status.loadBalancer.ingress[1]: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")',
      ],
    )
    const labelled = await client.put(`${PATH}/ingresses/a`, {
      ...updated.body,
      metadata: { ...updated.body.metadata, labels: { a: 'b' } },
    })
    assert.deepEqual(warningsOf(labelled.headers), [])
  })
})

describe('what an update of an ingress may keep', () => {
  it('is a name of a secret that an older version accepts', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    const spec = { backend: { serviceName: 'web', servicePort: 80 }, tls: [{ secretName: 'a_b' }] }
    const created = await client.post('/apis/extensions/v1beta1/namespaces/test/ingresses', {
      metadata: { name: 'old' },
      spec,
    })
    assert.equal(created.status, 201, created.text)
    const { body } = await client.get(`${PATH}/ingresses/old`)
    const kept = await client.put(`${PATH}/ingresses/old`, {
      ...body,
      spec: { ...body.spec, ingressClassName: 'a' },
    })
    assert.equal(kept.status, 200, kept.text)
    const { name: _, ...rest } = body.metadata
    const copied = await client.post(`${PATH}/ingresses`, {
      ...body,
      metadata: { name: 'copy', labels: rest.labels },
    })
    assert.equal(copied.status, 422)
    assert.equal(copied.body.details.causes[0].field, 'spec.tls[0].secretName')
  })
})

describe('the fields of coordinated leader election', () => {
  it('are dropped', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    const spec = { holderIdentity: 'a', strategy: 'Odd', preferredHolder: 'b' }
    const { status, body } = await client.post('/apis/coordination.k8s.io/v1/namespaces/test/leases', {
      metadata: { name: 'a' },
      spec,
    })
    assert.equal(status, 201)
    assert.deepEqual(body.spec, { holderIdentity: 'a' })
  })
})
