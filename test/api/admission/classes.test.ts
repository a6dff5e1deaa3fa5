import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const PODS = '/api/v1/namespaces/test/pods'
const CLAIMS = '/api/v1/namespaces/test/persistentvolumeclaims'
const STORAGE_CLASSES = '/apis/storage.k8s.io/v1/storageclasses'
const RUNTIME_CLASSES = '/apis/node.k8s.io/v1/runtimeclasses'
const PRIORITY_CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses'

const pod = (name: string, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'a' }], ...spec },
})
const claim = (name: string, spec: Json = {}, annotations?: Json): Json => ({
  metadata: { name, annotations },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})

describe('classes', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  it('a claim without a storage class gets the default one', async () => {
    const classOf = async (body: Json) => (await client.post(CLAIMS, body)).body.spec.storageClassName
    assert.equal(await classOf(claim('before')), undefined)
    await client.post(STORAGE_CLASSES, {
      metadata: { name: 'usual', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'example.com/disks',
    })
    assert.equal(await classOf(claim('plain')), 'usual')
    assert.equal(await classOf(claim('none', { storageClassName: '' })), '')
    assert.equal(await classOf(claim('own', { storageClassName: 'fast' })), 'fast')
    assert.equal(
      await classOf(claim('old', {}, { 'volume.beta.kubernetes.io/storage-class': 'fast' })),
      undefined,
    )
  })

  it('a pod gets the overhead and the node selector of its runtime class', async () => {
    const created = await client.post(RUNTIME_CLASSES, {
      metadata: { name: 'sandbox' },
      handler: 'sandbox',
      overhead: { podFixed: { cpu: '250m', memory: '64Mi' } },
      scheduling: {
        nodeSelector: { runtime: 'sandbox' },
        tolerations: [{ key: 'sandbox', operator: 'Exists', effect: 'NoSchedule' }],
      },
    })
    assert.equal(created.status, 201, created.text)
    const { body } = await client.post(
      PODS,
      pod('boxed', {
        runtimeClassName: 'sandbox',
        nodeSelector: { disk: 'ssd' },
        tolerations: [{ key: 'sandbox', operator: 'Equal', value: 'a', effect: 'NoSchedule' }],
      }),
    )
    assert.deepEqual(body.spec.overhead, { cpu: '250m', memory: '64Mi' })
    assert.deepEqual(body.spec.nodeSelector, { disk: 'ssd', runtime: 'sandbox' })
    assert.deepEqual(body.spec.tolerations.at(-1), {
      key: 'sandbox',
      operator: 'Exists',
      effect: 'NoSchedule',
    })
    assert.equal(body.spec.tolerations.length, 3)
  })

  it('a pod that contradicts its runtime class is rejected', async () => {
    const errorOf = async (spec: Json) => {
      const { status, body } = await client.post(PODS, pod('odd', spec))
      assert.equal(status, 403)
      return body.message.replace('pods "odd" is forbidden: ', '')
    }
    assert.equal(
      await errorOf({ runtimeClassName: 'unknown' }),
      'pod rejected: RuntimeClass "unknown" not found',
    )
    assert.equal(
      await errorOf({ runtimeClassName: 'sandbox', overhead: { cpu: '1' } }),
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    )
    assert.equal(
      await errorOf({ overhead: { cpu: '1' } }),
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    )
    assert.equal(
      await errorOf({ runtimeClassName: 'sandbox', nodeSelector: { runtime: 'other' } }),
      'conflict: runtimeClass.scheduling.nodeSelector[runtime] = sandbox; pod.spec.nodeSelector[runtime] = other',
    )
  })

  it('at most one priority class is the default', async () => {
    const priorityClass = (name: string, globalDefault: boolean) => ({
      metadata: { name },
      value: 5,
      globalDefault,
    })
    assert.equal((await client.post(PRIORITY_CLASSES, priorityClass('usual', true))).status, 201)
    const second = await client.post(PRIORITY_CLASSES, priorityClass('second', true))
    assert.equal(second.status, 403)
    assert.equal(
      second.body.message,
      'priorityclasses.scheduling.k8s.io "second" is forbidden: PriorityClass usual is already marked as default. Only one default can exist',
    )
    const { body } = await client.post(PRIORITY_CLASSES, priorityClass('third', false))
    const changed = await client.put(`${PRIORITY_CLASSES}/third`, { ...body, globalDefault: true })
    assert.equal(changed.status, 403)
    const { body: usual } = await client.get(`${PRIORITY_CLASSES}/usual`)
    const kept = await client.put(`${PRIORITY_CLASSES}/usual`, { ...usual, description: 'for all' })
    assert.equal(kept.status, 200)
    const created = await client.post(PODS, pod('plain'))
    assert.equal(created.body.spec.priorityClassName, 'usual')
    assert.equal(created.body.spec.priority, 5)
  })
})
