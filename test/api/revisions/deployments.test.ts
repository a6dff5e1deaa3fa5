import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { deployment as legacyDeployment } from '#test/support/objects.js'
import {
  APPS,
  controlled,
  imageOf,
  patch,
  podTemplate,
  setImage,
  shownImages,
  workload,
} from '#test/support/workloads.js'
import { startTestServer } from '#testing.js'

const DEPLOYMENTS = `${APPS}/deployments`
const REPLICASETS = `${APPS}/replicasets`
const JSON_PATCH = { 'content-type': 'application/json-patch+json' }

describe('the revisions of a deployment', () => {
  let server: RunningServer
  const client = new Client(() => server.url)
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  /** Creates a deployment and sets one image after the other. */
  async function revised(name: string, images: readonly string[], spec: Json = {}): Promise<Json> {
    const { status, body, text } = await client.post(DEPLOYMENTS, workload('Deployment', name, spec))
    assert.equal(status, 201, text)
    for (const image of images) await setImage(client, `${DEPLOYMENTS}/${name}`, image)
    await server.settled()
    return body
  }

  it('do not appear while there is only one', async () => {
    const owner = await revised('unchanged', [])
    await patch(client, `${DEPLOYMENTS}/unchanged`, {
      spec: { replicas: 5 },
      metadata: { labels: { a: 'b' } },
    })
    await server.settled()
    assert.deepEqual(await controlled(client, REPLICASETS, owner), [])
  })

  it('appear as replica sets without pods, owned by the deployment', async () => {
    const owner = await revised('shown', ['web:2'], { minReadySeconds: 7 })
    const sets = await controlled(client, REPLICASETS, owner)
    assert.equal(sets.length, 2)
    for (const { metadata, spec } of sets) {
      const hash = metadata.labels['pod-template-hash']
      assert.match(hash, /^[a-z0-9]{10}$/)
      assert.equal(metadata.name, `shown-${hash}`)
      assert.deepEqual(metadata.labels, { app: 'web', 'pod-template-hash': hash })
      const { name, uid } = owner.metadata
      assert.deepEqual(metadata.ownerReferences, [
        { apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true, blockOwnerDeletion: true },
      ])
      assert.deepEqual(spec.selector, { matchLabels: metadata.labels })
      assert.deepEqual(spec.template.metadata.labels, metadata.labels)
      assert.deepEqual([spec.replicas, spec.minReadySeconds], [0, 7])
    }
    assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 2: 'web:2' })
  })

  it('have the template of the deployment, except for one label', async () => {
    const owner = await revised('templates', ['web:2'])
    const sets = await controlled(client, REPLICASETS, owner)
    const first = sets.find((set) => imageOf(set) === 'web:1')
    delete first.spec.template.metadata.labels['pod-template-hash']
    assert.deepEqual(first.spec.template, owner.spec.template)
  })

  it('do not change the deployment itself', async () => {
    await revised('untouched', ['web:2'])
    const { body } = await client.get(`${DEPLOYMENTS}/untouched`)
    assert.equal(body.metadata.annotations, undefined)
    assert.equal(body.metadata.generation, 2)
  })

  it('are the same through every group of the deployment', async () => {
    const legacy = '/apis/extensions/v1beta1/namespaces/test/deployments'
    const { body: owner } = await client.post(legacy, legacyDeployment('legacy', { revisionHistoryLimit: 5 }))
    await setImage(client, `${legacy}/legacy`, 'web:2')
    await setImage(client, `${DEPLOYMENTS}/legacy`, 'web:3')
    await server.settled()
    const first = imageOf(owner)
    assert.deepEqual(await shownImages(client, owner), { 1: first, 2: 'web:2', 3: 'web:3' })
  })

  it('are not created by a dry run or a rejected write', async () => {
    const owner = await revised('tried', [])
    const path = `${DEPLOYMENTS}/tried`
    await setImage(client, `${path}?dryRun=All`, 'web:2')
    const { status } = await client.send(
      'PATCH',
      path,
      { spec: { template: { spec: { containers: [] } } } },
      {
        'content-type': 'application/merge-patch+json',
      },
    )
    assert.equal(status, 422)
    await server.settled()
    assert.deepEqual(await controlled(client, REPLICASETS, owner), [])
  })

  it('give a restored template a new number and its old replica set', async () => {
    const owner = await revised('back', ['web:2', 'web:3'])
    const uidOf = async (image: string) =>
      (await controlled(client, REPLICASETS, owner)).find((set) => imageOf(set) === image).metadata.uid
    const before = await uidOf('web:1')
    await setImage(client, `${DEPLOYMENTS}/back`, 'web:1')
    await server.settled()
    assert.deepEqual(await shownImages(client, owner), { 2: 'web:2', 3: 'web:3', 4: 'web:1' })
    assert.equal(await uidOf('web:1'), before)
  })

  it('follow a rollback of the legacy group', async () => {
    const owner = await revised('rolled', ['web:2'])
    const path = '/apis/extensions/v1beta1/namespaces/test/deployments/rolled/rollback'
    await client.post(path, { name: 'rolled', rollbackTo: { revision: 1 } })
    await server.settled()
    assert.deepEqual(await shownImages(client, owner), { 2: 'web:2', 3: 'web:1' })
  })

  it('are limited by revisionHistoryLimit, plus the current one', async () => {
    const owner = await revised('limited', ['web:2', 'web:3', 'web:4', 'web:5'], { revisionHistoryLimit: 2 })
    assert.deepEqual(await shownImages(client, owner), { 3: 'web:3', 4: 'web:4', 5: 'web:5' })
    await patch(client, `${DEPLOYMENTS}/limited`, { spec: { revisionHistoryLimit: 0 } })
    await setImage(client, `${DEPLOYMENTS}/limited`, 'web:6')
    await server.settled()
    assert.deepEqual(await shownImages(client, owner), { 6: 'web:6' })
  })

  it('have the annotations of the deployment at that time, except those about the deployment itself', async () => {
    const path = `${DEPLOYMENTS}/annotated`
    const applied = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' }
    const annotate = (annotations: Json) => patch(client, path, { metadata: { annotations } })
    const made = workload('Deployment', 'annotated')
    made.metadata.annotations = { ...applied, 'kubernetes.io/change-cause': 'first' }
    const { body: owner } = await client.post(DEPLOYMENTS, made)
    await setImage(client, path, 'web:2')
    await annotate({ 'kubernetes.io/change-cause': 'second', team: 'blue' })
    await server.settled()
    await setImage(client, path, 'web:3')
    await annotate({ 'kubernetes.io/change-cause': 'third', team: null })
    await server.settled()
    const sets = await controlled(client, REPLICASETS, owner)
    const annotations = Object.fromEntries(sets.map((set) => [imageOf(set), set.metadata.annotations]))
    assert.deepEqual(annotations, {
      'web:1': { 'deployment.kubernetes.io/revision': '1', 'kubernetes.io/change-cause': 'first' },
      'web:2': {
        'deployment.kubernetes.io/revision': '2',
        'kubernetes.io/change-cause': 'second',
        team: 'blue',
      },
      'web:3': {
        'deployment.kubernetes.io/revision': '3',
        'kubernetes.io/change-cause': 'third',
        team: 'blue',
      },
    })
  })

  it('are not restored if a client deletes their replica sets, and new ones still appear', async () => {
    const owner = await revised('deleted', ['web:2', 'web:3'])
    const sets = await controlled(client, REPLICASETS, owner)
    const second = sets.find((set) => imageOf(set) === 'web:2')
    await client.delete(`${REPLICASETS}/${second.metadata.name}`)
    await server.settled()
    assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 3: 'web:3' })
    await setImage(client, `${DEPLOYMENTS}/deleted`, 'web:4')
    await server.settled()
    assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 3: 'web:3', 4: 'web:4' })
  })

  it('are left to another controller that creates the replica sets', async () => {
    const owner = await revised('other', [], { revisionHistoryLimit: 1 })
    const { name, uid } = owner.metadata
    const show = async (revision: number, image: string, replicas: number) => {
      const labels = { app: 'web', 'pod-template-hash': `hash${revision}` }
      const template = podTemplate(image)
      const { status, text } = await client.post(REPLICASETS, {
        metadata: {
          name: `other-hash${revision}`,
          annotations: { 'deployment.kubernetes.io/revision': String(revision) },
          ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true }],
        },
        spec: {
          replicas,
          selector: { matchLabels: labels },
          template: { ...template, metadata: { labels } },
        },
      })
      assert.equal(status, 201, text)
    }
    await show(1, 'web:1', 3)
    await show(2, 'web:2', 3)
    await setImage(client, `${DEPLOYMENTS}/other`, 'web:2')
    await server.settled()
    assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 2: 'web:2' })
    await setImage(client, `${DEPLOYMENTS}/other`, 'web:3')
    await server.settled()
    // The first has pods, so it is not only history.
    assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 2: 'web:2', 3: 'web:3' })
  })

  it('appear only if the selector matches the template', async () => {
    const legacy = '/apis/extensions/v1beta1/namespaces/test/deployments'
    const { body: owner } = await client.post(legacy, legacyDeployment('relabelled'))
    const spec = { ...legacyDeployment('relabelled').spec, selector: { matchLabels: { app: 'new' } } }
    spec.template.metadata.labels = { app: 'new' }
    const { status, text } = await client.put(`${legacy}/relabelled`, {
      ...legacyDeployment('relabelled'),
      spec,
    })
    assert.equal(status, 200, text)
    await server.settled()
    const sets = await controlled(client, REPLICASETS, owner)
    assert.deepEqual(
      sets.map(({ spec }) => spec.selector.matchLabels.app),
      ['new'],
    )
  })

  it('have valid names, however long the name of the deployment', async () => {
    const name = `${'a'.repeat(241)}.${'b'.repeat(11)}`
    const owner = await revised(name, ['web:2'])
    assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 2: 'web:2' })
  })

  it('are restored by the patch of kubectl, also if the deployment has no annotations', async () => {
    const owner = await revised('undone', ['web:2'])
    const [first] = (await controlled(client, REPLICASETS, owner)).filter((set) => imageOf(set) === 'web:1')
    delete first.spec.template.metadata.labels['pod-template-hash']
    const undo = [
      { op: 'replace', path: '/spec/template', value: first.spec.template },
      { op: 'replace', path: '/metadata/annotations', value: { 'kubernetes.io/change-cause': 'undo' } },
    ]
    const { status, body, text } = await client.send('PATCH', `${DEPLOYMENTS}/undone`, undo, JSON_PATCH)
    assert.equal(status, 200, text)
    assert.deepEqual(body.spec.template, owner.spec.template)
    await server.settled()
    assert.deepEqual(await shownImages(client, owner), { 2: 'web:2', 3: 'web:1' })
  })
})
