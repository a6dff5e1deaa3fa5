import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { eventually, Federation } from './clusters-of-servers.js'

const ALL = '/apis/search.binnacle.dev/v1alpha1/all'
const PODS = `${ALL}/api/v1/pods`
const CLUSTER = 'federation.binnacle.dev/cluster'
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' }
const NAMES = ['m1', 'm2', 'm3']

const pod = (name: string, labels: Json = {}) => ({
  metadata: { name, labels },
  spec: { containers: [{ name: 'main', image: 'main:1' }] },
})

const clusterOf = ({ metadata }: Json): string => metadata.annotations[CLUSTER]
const placeOf = (object: Json) => `${clusterOf(object)}/${object.metadata.namespace}/${object.metadata.name}`

describe('a search over all clusters', () => {
  const ends: (() => Promise<void>)[] = []
  let federation: Federation

  before(async () => {
    federation = await Federation.start({ after: (end) => ends.push(end) }, NAMES)
    for (const [index, name] of NAMES.entries()) {
      const member = federation.member(name)
      await member.create('/api/v1/namespaces/a/pods', pod('web', { app: 'web', index: String(index) }))
      await member.create('/api/v1/namespaces/b/pods', pod(`only-${name}`, { app: 'other' }))
    }
  })

  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  const listed = async (path: string): Promise<Json> => {
    const { status, text, body } = await federation.host.client.get(path)
    assert.equal(status, 200, text)
    return body
  }

  it('lists the objects of every cluster', async () => {
    await eventually('all pods are listed', async () => {
      const { kind, apiVersion, items } = await listed(PODS)
      assert.deepEqual([kind, apiVersion], ['PodList', 'v1'])
      assert.deepEqual(items.map(placeOf), [
        'm1/a/web',
        'm1/b/only-m1',
        'm2/a/web',
        'm2/b/only-m2',
        'm3/a/web',
        'm3/b/only-m3',
      ])
    })
  })

  it('shows the cluster in a column of a table', async () => {
    const { status, body } = await federation.host.client.get(PODS, TABLE)
    assert.equal(status, 200)
    const names = body.columnDefinitions.map(({ name }: Json) => name)
    assert.equal(names[0], 'Name')
    assert.ok(names.includes('Ready'))
    assert.equal(names.at(-1), 'Cluster')
    assert.deepEqual(
      body.rows.map(({ cells }: Json) => `${cells.at(-1)} ${cells[0]}`),
      ['m1 web', 'm1 only-m1', 'm2 web', 'm2 only-m2', 'm3 web', 'm3 only-m3'],
    )
    assert.equal(body.rows[0].object.kind, 'PartialObjectMetadata')
  })
})
