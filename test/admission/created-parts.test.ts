import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { patched } from '../support/servers/webhook-server.js'
import {
  expectStatus,
  GROUP,
  onHostsOfEveryEngine,
  rule,
  type StartHost,
  type WebhookHost,
  webhook,
} from './webhook-host.js'

const PODS = '/api/v1/namespaces/default/pods'
const pod = (name: string): Json => ({
  metadata: { name },
  spec: { containers: [{ name: 'a', image: 'i' }] },
})
const everything = { rules: [rule({ resources: ['*/*'] })] }
const evict = (name: string): Json => ({
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  metadata: { name, namespace: 'default' },
})
const bind = (name: string, node: string): Json => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name },
  target: { kind: 'Node', name: node },
})

/** A server with a pod, and webhooks that receive everything from then on. */
async function startWithPod(start: StartHost, t: TestContext): Promise<WebhookHost> {
  const host = await start(t)
  expectStatus(201, await host.client.post(PODS, pod('p')))
  return host
}

onHostsOfEveryEngine('what is created through a subresource', (start) => {
  it('is a create of the subresource for webhooks, without its effects', async (t) => {
    const host = await startWithPod(start, t)
    await host.validate('all', webhook('all', host.hooks.on('/all'), everything))
    expectStatus(201, await host.client.post(`${PODS}/p/binding`, bind('p', 'n')))
    expectStatus(201, await host.client.post(`${PODS}/p/eviction?dryRun=All`, evict('p')))
    expectStatus(201, await host.client.post(`${PODS}/p/eviction`, evict('p')))
    const seen = host.hooks
      .requests('/all')
      .map(({ operation, resource, subResource, kind, name, object, oldObject, dryRun }) => [
        `${operation} ${resource.resource}/${subResource} ${name}`,
        `${kind.group}/${kind.version} ${kind.kind}`,
        object.kind,
        oldObject,
        dryRun,
      ])
    assert.deepEqual(seen, [
      ['CREATE pods/binding p', '/v1 Binding', 'Binding', null, false],
      ['CREATE pods/eviction p', 'policy/v1 Eviction', 'Eviction', null, true],
      ['CREATE pods/eviction p', 'policy/v1 Eviction', 'Eviction', null, false],
    ])
    const { target } = host.hooks.requests('/all')[0].object
    assert.deepEqual(target, { kind: 'Node', name: 'n' })
  })

  it('can be denied, without any effect', async (t) => {
    const host = await startWithPod(start, t)
    const clientConfig = host.hooks.on('/no', () => ({ allowed: false, status: { message: 'stays' } }))
    const rules = [rule({ resources: ['pods/eviction', 'pods/binding'], operations: ['CREATE'] })]
    await host.validate('no', webhook('no', clientConfig, { rules }))
    expectStatus(400, await host.client.post(`${PODS}/p/eviction`, evict('p')))
    expectStatus(400, await host.client.post(`${PODS}/p/binding`, bind('p', 'n')))
    const { body } = expectStatus(200, await host.client.get(`${PODS}/p`))
    assert.equal(body.spec.nodeName, undefined)
    assert.equal(body.metadata.deletionTimestamp, undefined)
  })

  it('can be changed by a webhook', async (t) => {
    const host = await startWithPod(start, t)
    const clientConfig = host.hooks.on('/node', () =>
      patched({ op: 'replace', path: '/target/name', value: 'other' }),
    )
    await host.mutate(
      'node',
      webhook('node', clientConfig, { rules: [rule({ resources: ['pods/binding'] })] }),
    )
    expectStatus(201, await host.client.post(`${PODS}/p/binding`, bind('p', 'n')))
    const { body } = expectStatus(200, await host.client.get(`${PODS}/p`))
    assert.equal(body.spec.nodeName, 'other')
  })

  it('is checked by policies', async (t) => {
    const host = await startWithPod(start, t)
    const matchConstraints = {
      resourceRules: [
        rule({ resources: ['pods/eviction', 'serviceaccounts/token'], operations: ['CREATE'] }),
      ],
    }
    const validations = [
      { expression: "request.subResource == 'token' || object.deleteOptions.gracePeriodSeconds == 0" },
      { expression: "request.subResource != 'token' || object.spec.expirationSeconds <= 600" },
    ]
    const policy = { metadata: { name: 'p' }, spec: { matchConstraints, validations } }
    expectStatus(201, await host.client.post(`${GROUP}/validatingadmissionpolicies`, policy))
    const binding = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } }
    expectStatus(201, await host.client.post(`${GROUP}/validatingadmissionpolicybindings`, binding))
    const evicted = (seconds: number) => ({ ...evict('p'), deleteOptions: { gracePeriodSeconds: seconds } })
    expectStatus(422, await host.client.post(`${PODS}/p/eviction`, evicted(5)))
    expectStatus(201, await host.client.post(`${PODS}/p/eviction`, evicted(0)))
    const accounts = '/api/v1/namespaces/default/serviceaccounts'
    expectStatus(201, await host.client.post(accounts, { metadata: { name: 's' } }))
    const asked = (expirationSeconds: number) => ({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds, audiences: [] },
    })
    expectStatus(422, await host.client.post(`${accounts}/s/token`, asked(3600)))
    expectStatus(201, await host.client.post(`${accounts}/s/token`, asked(600)))
  })

  it('has no metadata if it is a rollback', async (t) => {
    const host = await start(t)
    const deployments = '/apis/extensions/v1beta1/namespaces/default/deployments'
    const template = (image: string) => ({
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'a', image }] },
    })
    const deployment = { metadata: { name: 'd' }, spec: { template: template('one') } }
    expectStatus(201, await host.client.post(deployments, deployment))
    expectStatus(200, await host.merge(`${deployments}/d`, { spec: { template: template('two') } }))
    const rules = [
      rule({ apiGroups: ['extensions'], apiVersions: ['*'], resources: ['deployments', 'deployments/*'] }),
    ]
    await host.validate(
      'all',
      webhook('all', host.hooks.on('/all'), { rules }),
      webhook('selected', host.hooks.on('/selected'), {
        rules,
        objectSelector: { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] },
      }),
    )
    await host.mutate(
      'annotates',
      webhook(
        'annotates',
        host.hooks.on('/annotates', () =>
          patched({ op: 'add', path: '/updatedAnnotations', value: { by: 'webhook' } }),
        ),
        { rules },
      ),
    )
    const rollback = {
      kind: 'DeploymentRollback',
      apiVersion: 'extensions/v1beta1',
      name: 'd',
      rollbackTo: {},
    }
    expectStatus(422, await host.client.post(`${deployments}/d/rollback`, { ...rollback, name: '' }))
    expectStatus(201, await host.client.post(`${deployments}/d/rollback`, rollback))
    const seen = host.hooks
      .requests('/all')
      .map(({ operation, resource, subResource, kind, name, object, oldObject, options }) => [
        `${operation} ${resource.resource}/${subResource} ${name}`,
        kind.kind,
        object.kind,
        object.updatedAnnotations,
        oldObject,
        options.kind,
      ])
    assert.deepEqual(seen, [
      [
        'CREATE deployments/rollback d',
        'DeploymentRollback',
        'DeploymentRollback',
        { by: 'webhook' },
        null,
        'CreateOptions',
      ],
    ])
    assert.deepEqual(host.hooks.requests('/selected'), [])
    const { body } = expectStatus(200, await host.client.get(`${deployments}/d`))
    assert.equal(body.spec.template.spec.containers[0].image, 'one')
    assert.equal(body.metadata.annotations.by, 'webhook')
  })
})
