import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { patched } from '../support/servers/webhook-server.js'
import { expectStatus, rule, WebhookHost, webhook } from './webhook-host.js'

const spec = (replicas: number) => ({
  replicas,
  selector: { matchLabels: { app: 'a' } },
  template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'i' }] } },
})
const deployment = (name: string): Json => ({ metadata: { name }, spec: spec(1) })
const APPS = '/apis/apps/v1/namespaces/default/deployments'
const OLD = '/apis/extensions/v1beta1/namespaces/default/deployments'
const extensionsRule = rule({
  apiGroups: ['extensions'],
  apiVersions: ['v1beta1'],
  resources: ['deployments', 'deployments/*'],
})

describe('the matched requests of a webhook', () => {
  it('are of all versions of a resource, converted to the version of its rules', async (t) => {
    const host = await WebhookHost.start(t)
    const clientConfig = host.hooks.on('/old', () =>
      patched({ op: 'add', path: '/spec/paused', value: true }),
    )
    await host.mutate('old', webhook('old', clientConfig, { rules: [extensionsRule] }))
    const { body } = expectStatus(201, await host.client.post(APPS, deployment('d')))
    assert.deepEqual([body.apiVersion, body.spec.paused], ['apps/v1', true])
    const [{ kind, resource, requestKind, requestResource, object }] = host.hooks.requests('/old')
    assert.deepEqual(kind, { group: 'extensions', version: 'v1beta1', kind: 'Deployment' })
    assert.deepEqual(resource, { group: 'extensions', version: 'v1beta1', resource: 'deployments' })
    assert.deepEqual(requestKind, { group: 'apps', version: 'v1', kind: 'Deployment' })
    assert.deepEqual(requestResource, { group: 'apps', version: 'v1', resource: 'deployments' })
    assert.equal(object.apiVersion, 'extensions/v1beta1')
  })

  it('are only of the versions of its rules, with Exact', async (t) => {
    const host = await WebhookHost.start(t)
    const more = { rules: [extensionsRule], matchPolicy: 'Exact' }
    await host.validate('old', webhook('old', host.hooks.on('/old'), more))
    expectStatus(201, await host.client.post(APPS, deployment('a')))
    assert.equal(host.hooks.asked.length, 0)
    expectStatus(201, await host.client.post(OLD, deployment('b')))
    assert.equal(host.hooks.asked.length, 1)
  })

  it('are subresources in its rules: the status as the whole object, the scale as a Scale', async (t) => {
    const host = await WebhookHost.start(t)
    expectStatus(201, await host.client.post(APPS, deployment('d')))
    const rules = (...resources: string[]) => ({
      rules: [rule({ apiGroups: ['apps'], operations: ['UPDATE'], resources })],
    })
    await host.validate('whole', webhook('whole', host.hooks.on('/whole'), rules('deployments')))
    await host.validate('status', webhook('status', host.hooks.on('/status'), rules('*/status')))
    const clientConfig = host.hooks.on('/scale', () =>
      patched({ op: 'replace', path: '/spec/replicas', value: 7 }),
    )
    await host.mutate('scale', webhook('scale', clientConfig, rules('deployments/scale')))
    expectStatus(200, await host.merge(`${APPS}/d/status`, { status: { replicas: 1 } }))
    assert.deepEqual(
      host.hooks.asked.map(({ path }) => path),
      ['/status'],
    )
    const [status] = host.hooks.requests('/status')
    assert.deepEqual(
      [status.subResource, status.kind.kind, status.object.status.replicas],
      ['status', 'Deployment', 1],
    )
    const { body } = expectStatus(200, await host.merge(`${APPS}/d/scale`, { spec: { replicas: 3 } }))
    assert.equal(body.spec.replicas, 7)
    const [scale] = host.hooks.requests('/scale')
    assert.deepEqual(scale.kind, { group: 'autoscaling', version: 'v1', kind: 'Scale' })
    assert.deepEqual(
      [scale.object.kind, scale.object.spec, scale.oldObject.spec],
      ['Scale', { replicas: 3 }, { replicas: 1 }],
    )
    assert.equal(host.hooks.requests('/whole').length, 0)
  })

  it('are limited by scope', async (t) => {
    const host = await WebhookHost.start(t)
    const everything = { apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['CREATE'] }
    const scoped = (scope: string) => ({ rules: [rule({ ...everything, scope })] })
    await host.validate('c', webhook('c', host.hooks.on('/cluster'), scoped('Cluster')))
    await host.validate('n', webhook('n', host.hooks.on('/namespaced'), scoped('Namespaced')))
    expectStatus(201, await host.client.post('/api/v1/namespaces', { metadata: { name: 'x' } }))
    expectStatus(201, await host.configMap('m'))
    assert.deepEqual(
      host.hooks.asked.map(({ path, body }) => [path, body.request.name, body.request.namespace]),
      [
        ['/cluster', 'x', 'x'],
        ['/namespaced', 'm', 'default'],
      ],
    )
  })

  it('are limited by namespace labels, for namespaces by their new labels', async (t) => {
    const host = await WebhookHost.start(t)
    const namespaceSelector = { matchLabels: { team: 'a' } }
    const rules = [rule({ resources: ['configmaps', 'namespaces'], operations: ['CREATE', 'UPDATE'] })]
    await host.validate('a', webhook('a', host.hooks.on('/a'), { namespaceSelector, rules }))
    const namespace = (name: string, labels: Json) =>
      host.client.post('/api/v1/namespaces', { metadata: { name, labels } })
    expectStatus(201, await namespace('in', { team: 'a' }))
    expectStatus(201, await namespace('out', { team: 'b' }))
    for (const name of ['in', 'out']) {
      const path = `/api/v1/namespaces/${name}/configmaps`
      expectStatus(201, await host.client.post(path, { metadata: { name: `in-${name}` } }))
    }
    assert.deepEqual(
      host.hooks.requests('/a').map(({ name }) => name),
      ['in', 'in-in'],
    )
  })

  it('are limited by object labels, old or new', async (t) => {
    const host = await WebhookHost.start(t)
    const objectSelector = { matchExpressions: [{ key: 'watched', operator: 'Exists' }] }
    await host.validate('a', webhook('a', host.hooks.on('/a'), { objectSelector }))
    const path = '/api/v1/namespaces/default/configmaps'
    expectStatus(201, await host.configMap('m'))
    expectStatus(200, await host.merge(`${path}/m`, { metadata: { labels: { watched: 'y' } } }))
    expectStatus(200, await host.merge(`${path}/m`, { metadata: { labels: { watched: null } } }))
    expectStatus(200, await host.client.delete(`${path}/m`))
    assert.deepEqual(
      host.hooks.requests('/a').map(({ operation }) => operation),
      ['UPDATE', 'UPDATE'],
    )
  })
})
