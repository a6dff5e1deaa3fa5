import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiException, KubernetesObjectApi, PatchStrategy } from '@kubernetes/client-node'
import type { Json } from '#test/support/client.js'
import { ingress } from '#test/support/objects.js'
import { configOf } from '../support/client-node.js'
import { serverOfSuite } from '../support/client-suite.js'
import { KINDS, labelled } from '../support/objects.js'

const isRejected = (code: number) => (error: unknown) => error instanceof ApiException && error.code === code

describe('client-node: objects of any kind', async () => {
  const api = KubernetesObjectApi.makeApiClient(configOf(await serverOfSuite()))
  const inNamespace = (object: Json, namespace: string): Json =>
    object.kind === 'Cluster' ? object : { ...object, metadata: { ...object.metadata, namespace } }
  const headOf = ({ apiVersion, kind, metadata: { name, namespace } }: Json): Json => ({
    apiVersion,
    kind,
    metadata: { name, namespace },
  })

  for (const { word, make } of KINDS) {
    it(`creates, reads, replaces, patches, lists and deletes a ${word}`, async () => {
      const object = inNamespace(make('thing'), 'objects')
      const created: Json = await api.create(object)
      assert.equal(created.kind, object.kind)
      assert.match(created.metadata.uid, /^[0-9a-f-]{36}$/)
      const read: Json = await api.read(headOf(object))
      assert.deepEqual(read, created)

      read.metadata.labels = { round: 'two' }
      const replaced: Json = await api.replace(read)
      assert.deepEqual(replaced.metadata.labels, { round: 'two' })
      await assert.rejects(api.replace(created), isRejected(409))

      const patch = {
        ...headOf(object),
        metadata: { ...headOf(object).metadata, annotations: { note: 'well' } },
      }
      const patched: Json = await api.patch(patch)
      assert.deepEqual(patched.metadata.labels, { round: 'two' })
      assert.deepEqual(patched.metadata.annotations, { note: 'well' })

      const list: Json = await api.list(object.apiVersion, object.kind, object.metadata.namespace)
      assert.equal(list.kind, `${object.kind}List`)
      assert.deepEqual(
        list.items.map(({ metadata }: Json) => metadata.name),
        ['thing'],
      )

      const status: Json = await api.delete(headOf(object))
      assert.equal(status.status, 'Success')
      await assert.rejects(api.read(headOf(object)), isRejected(404))
    })
  }

  it('patches by each strategy', async () => {
    const door = inNamespace(ingress('door'), 'strategies')
    await api.create(door)
    const patch = (body: Json, strategy: PatchStrategy): Promise<Json> =>
      api.patch({ ...headOf(door), ...body }, undefined, undefined, undefined, undefined, strategy)
    const merged = await patch({ spec: { tls: [{ hosts: ['a.example'] }] } }, PatchStrategy.MergePatch)
    assert.deepEqual(merged.spec.tls, [{ hosts: ['a.example'] }])
    const strategic = await patch({ spec: { tls: null } }, PatchStrategy.StrategicMergePatch)
    assert.equal(strategic.spec.tls, undefined)
  })

  it('lists by label and by field', async () => {
    for (const name of ['a', 'b', 'c']) {
      await api.create(inNamespace(labelled(ingress(name), { odd: String(name !== 'b') }), 'listing'))
    }
    const names = async (field?: string, label?: string) => {
      const [from, no] = ['listing', undefined]
      const { items } = await api.list('extensions/v1beta1', 'Ingress', from, no, no, no, field, label)
      return items.map(({ metadata }) => metadata?.name).join()
    }
    assert.equal(await names(undefined, 'odd=true'), 'a,c')
    assert.equal(await names('metadata.name=b'), 'b')
  })

  it('can dry-run a write', async () => {
    const object = inNamespace(ingress('tried'), 'dry')
    const tried: Json = await api.create(object, undefined, 'All')
    assert.equal(tried.metadata.name, 'tried')
    await assert.rejects(api.read(headOf(object)), isRejected(404))
  })

  it('reports errors as a Status', async () => {
    const wrong = inNamespace(ingress('Wrong_Name'), 'wrong')
    await assert.rejects(api.create(wrong), (error: unknown) => {
      assert.ok(error instanceof ApiException)
      assert.equal(error.code, 422)
      const status = typeof error.body === 'string' ? JSON.parse(error.body) : error.body
      assert.equal(status.reason, 'Invalid')
      assert.equal(status.details.causes[0].field, 'metadata.name')
      return true
    })
    await assert.rejects(
      api.create({ apiVersion: 'extensions/v1beta1', kind: 'Widget', metadata: { name: 'x' } }),
      /Unrecognized API version and kind/,
    )
  })
})
