import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { Client, type Json } from '../../support/client.js'
import { daemonSet, deployment, ingress, replicaSet } from '../../support/objects.js'
import { clientSuite, serverOfSuite } from '../support/client-suite.js'
import { until } from '../support/until.js'
import { legacyClient, legacyClientMissing } from './legacy-client.js'

const KINDS = [
  { kind: 'Deployment', make: deployment, scales: true },
  { kind: 'DaemonSet', make: daemonSet, scales: false },
  { kind: 'ReplicaSet', make: replicaSet, scales: true },
  { kind: 'Ingress', make: ingress, scales: false },
]

/** The patch format of this client: it knows only the oldest one. */
const headers = (type: string) => ({ headers: { 'Content-Type': `application/${type}+json` } })
const NO = undefined
const patchArguments = [NO, NO, NO, NO] as const

/** Its errors are the response, not an Error with a message. */
const isRejected = (code: number) => (error: Json) => error.response.statusCode === code

clientSuite('client-node 0.11: extensions/v1beta1 with types', legacyClientMissing(), async () => {
  const server = await serverOfSuite()
  const { api, watch, informer } = legacyClient(server)
  const client = new Client(server)
  const call = async (method: string, ...args: unknown[]): Promise<Json> => {
    const { response, body } = await api[method](...args)
    assert.ok(response.statusCode < 300)
    return body
  }

  it('lists the resources of its group', async () => {
    const { resources } = await call('getAPIResources')
    assert.ok(resources.some(({ name }: Json) => name === 'deployments/rollback'))
  })

  for (const { kind, make, scales } of KINDS) {
    it(`creates, reads, replaces, patches, lists and deletes: ${kind}`, async () => {
      const at = (name: string) => [name, 'typed'] as const
      const created = await call(`createNamespaced${kind}`, 'typed', make('thing'))
      // Its typed models convert times to dates.
      assert.ok(created.metadata.creationTimestamp instanceof Date)
      const read = await call(`readNamespaced${kind}`, ...at('thing'))
      assert.deepEqual(read, created)

      read.metadata.labels = { round: 'two' }
      const replaced = await call(`replaceNamespaced${kind}`, ...at('thing'), read)
      assert.deepEqual(replaced.metadata.labels, { round: 'two' })
      await assert.rejects(api[`replaceNamespaced${kind}`](...at('thing'), created), isRejected(409))

      const patch = (body: unknown, type: string) =>
        call(`patchNamespaced${kind}`, ...at('thing'), body, ...patchArguments, headers(type))
      const json = [{ op: 'add', path: '/metadata/labels/json', value: 'yes' }]
      assert.equal((await patch(json, 'json-patch')).metadata.labels.json, 'yes')
      const merge = { metadata: { labels: { json: null, merge: 'yes' } } }
      assert.deepEqual((await patch(merge, 'merge-patch')).metadata.labels, { round: 'two', merge: 'yes' })
      const strategic = { metadata: { labels: { merge: null } } }
      assert.deepEqual((await patch(strategic, 'strategic-merge-patch')).metadata.labels, { round: 'two' })

      const selected = await call(`listNamespaced${kind}`, 'typed', NO, NO, NO, NO, 'round=two', 10)
      assert.deepEqual(
        selected.items.map(({ metadata }: Json) => metadata.name),
        ['thing'],
      )
      assert.equal((await call(`list${kind}ForAllNamespaces`)).items.length, 1)

      const status = await call(`deleteNamespaced${kind}`, ...at('thing'))
      assert.equal(status.status, 'Success')
      await assert.rejects(api[`readNamespaced${kind}`](...at('thing')), isRejected(404))
    })

    it(`updates the status: ${kind}`, async () => {
      const object = await call(`createNamespaced${kind}`, 'status', make('reported'))
      const reported =
        kind === 'Ingress' ? { loadBalancer: { ingress: [{ ip: '10.0.0.9' }] } } : { observedGeneration: 1 }
      const replaced = await call(`replaceNamespaced${kind}Status`, 'reported', 'status', {
        ...object,
        status: { ...object.status, ...reported },
      })
      const [member, value] = Object.entries(reported)[0] ?? []
      assert.deepEqual(plain(replaced.status[member ?? '']), value)
      const read = await call(`readNamespaced${kind}Status`, 'reported', 'status')
      assert.deepEqual(read, replaced)
    })

    if (!scales) continue
    it(`is scaled: ${kind}`, async () => {
      await call(`createNamespaced${kind}`, 'scale', make('scaled'))
      const scale = await call(`readNamespaced${kind}Scale`, 'scaled', 'scale')
      assert.equal(scale.spec.replicas, 1)
      scale.spec.replicas = 5
      await call(`replaceNamespaced${kind}Scale`, 'scaled', 'scale', scale)
      const patch = [
        { op: 'test', path: '/spec/replicas', value: 5 },
        { op: 'replace', path: '/spec/replicas', value: 6 },
      ]
      const patched = await call(
        `patchNamespaced${kind}Scale`,
        'scaled',
        'scale',
        patch,
        ...patchArguments,
        headers('json-patch'),
      )
      assert.equal(patched.spec.replicas, 6)
      assert.equal((await call(`readNamespaced${kind}`, 'scaled', 'scale')).spec.replicas, 6)
    })
  }

  it('deletes a collection', async () => {
    for (const name of ['a', 'b']) await call('createNamespacedIngress', 'collection', ingress(name))
    await call('deleteCollectionNamespacedIngress', 'collection')
    assert.equal((await call('listNamespacedIngress', 'collection')).items.length, 0)
  })

  it('rolls a deployment back', async () => {
    const web = (tag: string) => {
      const object = deployment('web')
      object.spec.template.spec.containers[0].image = `web:${tag}`
      return object
    }
    await call('createNamespacedDeployment', 'rollback', web('1'))
    await call('replaceNamespacedDeployment', 'web', 'rollback', web('2'))
    await call('createNamespacedDeploymentRollback', 'web', 'rollback', {
      name: 'web',
      rollbackTo: { revision: 1 },
    })
    const { spec } = await call('readNamespacedDeployment', 'web', 'rollback')
    assert.equal(spec.template.spec.containers[0].image, 'web:1')
  })

  it('reports errors as a Status', async () => {
    await assert.rejects(
      api.createNamespacedDeployment('wrong', deployment('wrong', { replicas: -1 })),
      (error: Json) => {
        assert.equal(error.response.body.reason, 'Invalid')
        assert.equal(error.response.body.details.causes[0].field, 'spec.replicas')
        return true
      },
    )
  })

  it('watches, directly and in an informer', async () => {
    const path = '/apis/extensions/v1beta1/namespaces/watched/ingresses'
    const events: string[] = []
    const watching = await watch(path, (type, { metadata }) => events.push(`${type} ${metadata.name}`))
    // This informer cannot be stopped: once the server is gone, it waits for a list forever.
    let isOver = false
    after(() => {
      isOver = true
    })
    const held = informer(path, () => (isOver ? new Promise(() => {}) : api.listNamespacedIngress('watched')))
    const added: string[] = []
    held.on('add', ({ metadata }: Json) => added.push(metadata.name))
    held.start()
    await client.post(path, ingress('one'))
    await until(async () => events.includes('ADDED one') && added.includes('one'))
    watching.abort()
  })
})

/** Without the classes that this client wraps everything in. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
