import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
} from '@kubernetes/client-node'
import { Client, type Json } from '#test/support/client.js'
import { configOf } from '../support/client-node.js'
import { serverOfSuite } from '../support/client-suite.js'
import { entriesOf, managersOf } from '../support/managers.js'
import { labelled } from '../support/objects.js'
import { configmap, deployment, TODAY_KINDS } from '../support/today-objects.js'

const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply)
const namespace = 'applied'

/** Expects a 409 with this message. */
const conflicts = (message: string, causes: readonly Json[]) => (error: unknown) => {
  assert.ok(error instanceof ApiException)
  assert.equal(error.code, 409)
  const status = typeof error.body === 'string' ? JSON.parse(error.body) : error.body
  assert.equal(status.reason, 'Conflict')
  assert.equal(status.message, message)
  assert.deepEqual(status.details, { causes })
  return true
}

describe('client-node: apply', async () => {
  const url = await serverOfSuite()
  const config = configOf(url)
  const client = new Client(url)
  const objects = KubernetesObjectApi.makeApiClient(config)
  const core = config.makeApiClient(CoreV1Api)
  const apps = config.makeApiClient(AppsV1Api)

  before(() => core.createNamespace({ body: { metadata: { name: namespace } } }))

  const placed = (object: Json): Json => ({ ...object, metadata: { ...object.metadata, namespace } })
  const apply = (object: Json, manager: string, force?: boolean, dryRun?: string): Promise<Json> =>
    objects.patch(object, undefined, dryRun, manager, force, PatchStrategy.ServerSideApply)
  /** The raw JSON, because the client converts times to dates. */
  const read = async (path: string): Promise<Json> => (await client.get(path)).body

  it('an apply creates objects of any kind, and the same apply changes nothing', async () => {
    for (const { namespaced, make } of TODAY_KINDS) {
      const named = labelled(make('any'), { round: 'one' })
      const object = namespaced ? placed(named) : named
      const created = await apply(object, 'ann')
      assert.equal(created.kind, object.kind)
      const again = await apply(object, 'ann')
      assert.equal(again.metadata.resourceVersion, created.metadata.resourceVersion, object.kind)
      assert.deepEqual(managersOf(again), ['ann Apply'], object.kind)
    }
  })

  it('an apply conflicts with another manager, and takes its fields by force', async () => {
    const settings = (data: Record<string, string>) => placed({ ...configmap.make('settings'), data })
    const path = `/api/v1/namespaces/${namespace}/configmaps/settings`
    await apply(settings({ a: '1', b: '1' }), 'ann')
    await assert.rejects(
      apply(settings({ a: '2' }), 'bob'),
      conflicts('Apply failed with 1 conflict: conflict with "ann": .data.a', [
        { reason: 'FieldManagerConflict', message: 'conflict with "ann"', field: '.data.a' },
      ]),
    )
    assert.deepEqual((await apply(settings({ a: '2' }), 'bob', true, 'All')).data, { a: '2', b: '1' })
    assert.deepEqual((await read(path)).data, { a: '1', b: '1' })
    assert.deepEqual((await apply(settings({ a: '2' }), 'bob', true)).data, { a: '2', b: '1' })
    assert.deepEqual(entriesOf(await read(path)), [
      ['ann', 'Apply', { 'f:data': { 'f:b': {} } }],
      ['bob', 'Apply', { 'f:data': { 'f:a': {} } }],
    ])
  })

  it('an apply without a manager is rejected', async () => {
    const patch = objects.patch(
      placed(configmap.make('anonymous')),
      ...([undefined, undefined, undefined, undefined] as const),
      PatchStrategy.ServerSideApply,
    )
    await assert.rejects(patch, (error: unknown) => error instanceof ApiException && error.code === 422)
  })

  it('typed: a deployment, its status and its scale have separate managers', async () => {
    const place = { name: 'web', namespace }
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/web`
    const body = deployment.make('web')
    const head = { apiVersion: body.apiVersion, kind: body.kind, metadata: { name: 'web' } }
    const created = await apps.patchNamespacedDeployment({ ...place, body, fieldManager: 'ann' }, APPLY)
    assert.equal(created.spec?.replicas, 1)
    await apps.patchNamespacedDeploymentScale(
      {
        ...place,
        body: {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'web' },
          spec: { replicas: 3 },
        },
        fieldManager: 'scaler',
      },
      APPLY,
    )
    const status = { observedGeneration: 2, replicas: 3 }
    const reported = await apps.patchNamespacedDeploymentStatus(
      { ...place, body: { ...head, status }, fieldManager: 'reporter' },
      APPLY,
    )
    assert.equal(reported.spec?.replicas, 3)
    assert.equal(reported.status?.replicas, 3)
    const entries = entriesOf(await read(path)).filter(([manager]) => manager !== 'ann')
    assert.deepEqual(entries.toSorted(), [
      ['reporter', 'Apply', { 'f:status': { 'f:observedGeneration': {}, 'f:replicas': {} } }, 'status'],
      ['scaler', 'Apply', { 'f:spec': { 'f:replicas': {} } }, 'scale'],
    ])
    await assert.rejects(
      apps.patchNamespacedDeployment(
        { ...place, body: { ...head, spec: { replicas: 5 } }, fieldManager: 'bob' },
        APPLY,
      ),
      conflicts(
        'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale": .spec.replicas',
        [
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "scaler" with subresource "scale"',
            field: '.spec.replicas',
          },
        ],
      ),
    )
  })

  it('typed: an object keeps its managers when it is read and written back', async () => {
    const place = { name: 'kept', namespace }
    const path = `/api/v1/namespaces/${namespace}/configmaps/kept`
    await core.patchNamespacedConfigMap(
      { ...place, body: { ...configmap.make('kept'), data: { a: '1' } }, fieldManager: 'ann' },
      APPLY,
    )
    const before = await read(path)
    const map = await core.readNamespacedConfigMap(place)
    await core.replaceNamespacedConfigMap({ ...place, body: map })
    assert.deepEqual(await read(path), before)
    map.data = { ...map.data, b: '2' }
    await core.replaceNamespacedConfigMap({ ...place, body: map, fieldManager: 'writer' })
    assert.deepEqual(entriesOf(await read(path)), [
      ['ann', 'Apply', { 'f:data': { 'f:a': {} } }],
      ['writer', 'Update', { 'f:data': { 'f:b': {} } }],
    ])
  })
})
