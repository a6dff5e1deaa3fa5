import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const CLASSES = '/apis/networking.k8s.io/v1/ingressclasses'
const INGRESSES = '/apis/networking.k8s.io/v1/namespaces/test/ingresses'
const OLD_INGRESSES = '/apis/extensions/v1beta1/namespaces/test/ingresses'

const ingressClass = (name: string, isDefault: string): Json => ({
  metadata: { name, annotations: { 'ingressclass.kubernetes.io/is-default-class': isDefault } },
  spec: { controller: 'example.com/controller' },
})
const ingress = (name: string, metadata: Json = {}): Json => ({
  metadata: { name, ...metadata },
  spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
})

it('a new ingress without a class gets the default class, if there is one', async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  const classOf = async (name: string, metadata?: Json) => {
    const { status, body, text } = await client.post(INGRESSES, ingress(name, metadata))
    assert.equal(status, 201, text)
    return body.spec.ingressClassName
  }

  await client.post(CLASSES, ingressClass('other', 'false'))
  assert.equal(await classOf('before'), undefined)
  await client.post(CLASSES, ingressClass('b-default', 'true'))
  await client.post(CLASSES, ingressClass('a-default', 'true'))
  const chosen = await classOf('after')
  assert.ok(['a-default', 'b-default'].includes(chosen), chosen)
  const named = { 'kubernetes.io/ingress.class': 'named' }
  assert.equal(await classOf('named-before', { annotations: named }), undefined)

  // Existing ingresses, and new ones of the version without classes, are not changed.
  const patch = { metadata: { labels: { a: '1' } } }
  const merge = { 'content-type': 'application/merge-patch+json' }
  const { body } = await client.send('PATCH', `${INGRESSES}/before`, patch, merge)
  assert.equal(body.spec.ingressClassName, undefined)
  const old = { metadata: { name: 'old' }, spec: { backend: { serviceName: 'web', servicePort: 80 } } }
  assert.equal((await client.post(OLD_INGRESSES, old)).status, 201)
  assert.equal((await client.get(`${INGRESSES}/old`)).body.spec.ingressClassName, undefined)
})

it('fields of only one version of an ingress survive writes through the other', async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  const bucket = { apiGroup: 'example.com', kind: 'Bucket', name: 'static' }
  const paths = [
    {
      path: '/',
      pathType: 'ImplementationSpecific',
      backend: { service: { name: 'a', port: { number: 80 } } },
    },
    { path: '/', pathType: 'Prefix', backend: { service: { name: 'b', port: { name: 'http' } } } },
    { path: '/files', pathType: 'Exact', backend: { resource: bucket } },
  ]
  const spec = {
    ingressClassName: 'nginx',
    defaultBackend: { resource: bucket },
    rules: [{ http: { paths } }],
  }
  const created = await client.post(INGRESSES, { metadata: { name: 'web' }, spec })
  assert.equal(created.status, 201, created.text)

  const old = (await client.get(`${OLD_INGRESSES}/web`)).body
  old.spec.rules.unshift({ host: 'new.example.com', http: { paths: [PLAIN] } })
  const replaced = await client.put(`${OLD_INGRESSES}/web`, old)
  assert.equal(replaced.status, 200, replaced.text)
  const { body } = await client.get(`${INGRESSES}/web`)
  const [added, ...rules] = body.spec.rules
  assert.equal(added.http.paths[0].pathType, 'ImplementationSpecific')
  assert.deepEqual({ ...body.spec, rules }, spec)
  assert.equal(body.metadata.annotations, undefined)
  assert.equal(body.metadata.generation, 2)

  // A service that replaces a resource is a service in both versions.
  old.spec.backend = PLAIN.backend
  delete old.metadata.resourceVersion
  await client.put(`${OLD_INGRESSES}/web`, old)
  const { defaultBackend } = (await client.get(`${INGRESSES}/web`)).body.spec
  assert.deepEqual(defaultBackend, { service: { name: 'plain', port: { number: 80 } } })
})

const PLAIN = { path: '/', backend: { serviceName: 'plain', servicePort: 80 } }
