import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { condition, eventually, Federation } from './clusters-of-servers.js'
import {
  APPS,
  CASCADE,
  CORE,
  deployment,
  rolledOut,
  sharedFederation,
  statesOf,
} from './federated-objects.js'

const BATCH = '/apis/batch/v1/namespaces/shop/jobs'
const PREFERENCES = 'federation.kubernetes.io/job-preferences'
const SHARES = 'federation.binnacle.dev/job-shares'
const FINISH_AFTER = 'simulation.binnacle.dev/finish-after'

const job = (name: string, spec: Json, annotations: Json = {}, pod: Json = {}) => ({
  metadata: { name, annotations },
  spec: {
    template: {
      metadata: { labels: { app: name }, annotations: pod },
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'work:1' }] },
    },
    ...spec,
  },
})

const completed = ({ host }: Federation, name: string, succeeded: number) =>
  eventually(`${name} is complete`, async () => {
    const object = await host.get(`${BATCH}/${name}`)
    assert.equal(condition(object, 'Complete')?.status, 'True', JSON.stringify(object))
    assert.equal(object.status.succeeded, succeeded)
    return object
  })

/** Parallelism and completions of the copies, by member. */
async function partsOf(federation: Federation, name: string): Promise<Record<string, Json>> {
  const copies = Object.entries(await federation.copies(`${BATCH}/${name}`))
  return Object.fromEntries(
    copies.map(([cluster, { spec }]) => [cluster, [spec.parallelism, spec.completions]]),
  )
}

/** All pods that ever ran in running members. */
async function podsOf(federation: Federation): Promise<number> {
  let pods = 0
  for (const member of federation.members.values())
    if (member.isRunning) pods += (await member.get('/api/v1/namespaces/shop/pods')).items.length
  return pods
}

describe('a federated job', { timeout: 120_000 }, () => {
  const federation = sharedFederation()

  it('is divided by its preferences, and its status is gathered', async () => {
    const { host } = federation()
    const preferences = { clusters: { east: { weight: 2 }, west: { weight: 1 } } }
    const annotations = { [PREFERENCES]: JSON.stringify(preferences) }
    await host.create(BATCH, job('split', { parallelism: 3, completions: 9 }, annotations))
    const { status, metadata } = await completed(federation(), 'split', 9)
    assert.deepEqual(await partsOf(federation(), 'split'), { east: [2, 6], west: [1, 3] })
    assert.deepEqual([status.active ?? 0, status.failed ?? 0, status.ready ?? 0], [0, 0, 0])
    const copies = Object.values(await federation().copies(`${BATCH}/split`))
    const starts = copies.map((copy) => copy.status.startTime)
    const ends = copies.map((copy) => copy.status.completionTime).sort()
    assert.ok(starts.includes(status.startTime))
    assert.equal(status.completionTime, ends.at(-1))
    assert.equal(condition({ status }, 'SuccessCriteriaMet').status, 'True')
    for (const copy of copies) assert.equal(copy.metadata.annotations[SHARES], undefined)
    assert.ok(metadata.annotations[SHARES])
  })

  it('is divided by the weights of its policy, in the clusters of its policy', async () => {
    const { host } = federation()
    await host.create('/apis/federation.binnacle.dev/v1alpha1/namespaces/shop/propagationpolicies', {
      metadata: { name: 'weights' },
      spec: {
        resourceSelectors: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'weighted' }],
        placement: { clusterNames: ['east', 'west'] },
        replicaScheduling: { weights: [{ clusterNames: ['west'], weight: 3 }, { weight: 1 }] },
      },
    })
    await host.create(BATCH, job('weighted', { parallelism: 4, completions: 8 }))
    await completed(federation(), 'weighted', 8)
    assert.deepEqual(await partsOf(federation(), 'weighted'), { east: [1, 2], west: [3, 6] })
  })

  it('keeps the selector that the host has generated', async () => {
    const { host } = federation()
    const made = await host.create(BATCH, job('selected', { parallelism: 3, completions: 3 }))
    await completed(federation(), 'selected', 3)
    const copies = await federation().copies(`${BATCH}/selected`)
    assert.deepEqual(Object.keys(copies).sort(), ['east', 'north', 'west'])
    for (const { spec } of Object.values(copies)) {
      assert.equal(spec.manualSelector, true)
      assert.deepEqual(spec.selector, made.spec.selector)
      assert.deepEqual(spec.template, made.spec.template)
    }
  })

  it('gets no copy in a cluster without parallelism, and runs all completions in the others', async () => {
    const { host } = federation()
    await host.create(BATCH, job('narrow', { parallelism: 1, completions: 4 }))
    await completed(federation(), 'narrow', 4)
    assert.deepEqual(Object.values(await partsOf(federation(), 'narrow')), [[1, 4]])
  })

  it('without completions is complete when every cluster is', async () => {
    const { host } = federation()
    await host.create(BATCH, job('queue', { parallelism: 3 }))
    const { status } = await completed(federation(), 'queue', 3)
    assert.ok(status.completionTime)
    assert.deepEqual(await partsOf(federation(), 'queue'), {
      east: [1, undefined],
      north: [1, undefined],
      west: [1, undefined],
    })
  })

  it('with indexes runs whole in one cluster', async () => {
    const { host } = federation()
    await host.create(BATCH, job('indexed', { parallelism: 2, completions: 4, completionMode: 'Indexed' }))
    const { status } = await completed(federation(), 'indexed', 4)
    assert.equal(status.completedIndexes, '0-3')
    assert.deepEqual(Object.values(await partsOf(federation(), 'indexed')), [[2, 4]])
  })

  it('fails when one cluster fails, and stops in the others', async () => {
    const { host } = federation()
    const patch = [
      { op: 'add', path: '/spec/template/metadata/annotations', value: { [FINISH_AFTER]: '600s' } },
    ]
    const failing = [{ op: 'replace', path: '/spec/template/spec/containers/0/command', value: ['false'] }]
    const overrides = [
      { clusters: ['north', 'east'], patch },
      { clusters: ['west'], patch: failing },
    ]
    const annotations = { 'federation.binnacle.dev/overrides': JSON.stringify(overrides) }
    const made = job('failing', { parallelism: 3, completions: 3, backoffLimit: 0 }, annotations)
    const [container] = made.spec.template.spec.containers
    await host.create(BATCH, {
      ...made,
      spec: {
        ...made.spec,
        template: {
          ...made.spec.template,
          spec: { ...made.spec.template.spec, containers: [{ ...container, command: ['true'] }] },
        },
      },
    })
    await eventually('the job has failed', async () => {
      const object = await host.get(`${BATCH}/failing`)
      const failed = condition(object, 'Failed')
      assert.equal(failed?.status, 'True', JSON.stringify(object))
      assert.equal(failed.reason, 'BackoffLimitExceeded')
      assert.ok(object.status.failed >= 1)
      assert.equal(object.status.completionTime, undefined)
    })
    assert.equal((await partsOf(federation(), 'failing')).north[0], 0)
  })

  it('is suspended and resumed in all clusters', async () => {
    const { host } = federation()
    await host.create(BATCH, job('waiting', { parallelism: 3, completions: 3, suspend: true }))
    await eventually('all copies are suspended', async () => {
      const object = await host.get(`${BATCH}/waiting`)
      assert.equal(condition(object, 'Suspended')?.status, 'True')
      assert.equal(condition(object, 'Propagated')?.status, 'True')
    })
    await host.change(`${BATCH}/waiting`, { spec: { suspend: false } })
    const object = await completed(federation(), 'waiting', 3)
    assert.equal(condition(object, 'Suspended').status, 'False')
  })

  it('changes its parallelism while it runs', async () => {
    const { host } = federation()
    const slow = { [FINISH_AFTER]: '600s' }
    await host.create(BATCH, job('scaled', { parallelism: 3, completions: 30 }, {}, slow))
    const running = (active: number) =>
      eventually(`${active} pods are active`, async () =>
        assert.equal((await host.get(`${BATCH}/scaled`)).status.active, active),
      )
    await running(3)
    await host.change(`${BATCH}/scaled`, { spec: { parallelism: 6 } })
    await running(6)
    await host.change(`${BATCH}/scaled`, { spec: { parallelism: 2 } })
    await running(2)
  })

  it('keeps its shares when a client removes what the host remembers', async () => {
    const { host } = federation()
    const shares = async () => {
      const { metadata } = await host.get(`${BATCH}/scaled`)
      return JSON.parse(metadata.annotations[SHARES]).clusters
    }
    const assigned = (clusters: Json) =>
      Object.entries(clusters).map(([cluster, { share }]: Json) => [cluster, share.uid, share.completions])
    const before = assigned(await shares())
    await host.change(`${BATCH}/scaled`, { metadata: { annotations: null } })
    await eventually('it is remembered again', async () => assert.deepEqual(assigned(await shares()), before))
  })

  it('leaves a finished share alone that a member has deleted', async () => {
    const { host } = federation()
    await host.create(BATCH, job('deleted', { parallelism: 3, completions: 3 }))
    await completed(federation(), 'deleted', 3)
    await federation().member('west').delete(`${BATCH}/deleted`, CASCADE)
    await host.change(`${BATCH}/deleted`, { metadata: { labels: { step: '2' } } })
    await eventually('the others have the label', async () => {
      const copies = await federation().copies(`${BATCH}/deleted`)
      assert.deepEqual(Object.keys(copies).sort(), ['east', 'north'])
      for (const { metadata } of Object.values(copies)) assert.equal(metadata.labels.step, '2')
      assert.equal(condition(await host.get(`${BATCH}/deleted`), 'Propagated')?.status, 'True')
    })
  })

  it('starts the rest of a running share again that a member has deleted', async () => {
    const { host } = federation()
    await host.create(
      BATCH,
      job('restarted', { parallelism: 3, completions: 6 }, {}, { [FINISH_AFTER]: '1s' }),
    )
    const west = federation().member('west')
    await eventually('one has succeeded in west', async () =>
      assert.equal((await west.get(`${BATCH}/restarted`)).status.succeeded, 1),
    )
    await eventually('the host has counted it', async () => {
      const { metadata } = await host.get(`${BATCH}/restarted`)
      assert.equal(JSON.parse(metadata.annotations[SHARES]).clusters.west.share.succeeded, 1)
    })
    await west.delete(`${BATCH}/restarted`, CASCADE)
    await completed(federation(), 'restarted', 6)
  })

  it('is deleted after its time, with its copies', async () => {
    const { host } = federation()
    await host.create(BATCH, job('short', { parallelism: 3, completions: 3, ttlSecondsAfterFinished: 2 }))
    await eventually('the copies exist', async () => {
      const copies = await federation().copies(`${BATCH}/short`)
      assert.equal(Object.keys(copies).length, 3)
      for (const { spec } of Object.values(copies)) assert.equal(spec.ttlSecondsAfterFinished, undefined)
    })
    await eventually('everything is gone', async () => {
      assert.equal(await host.find(`${BATCH}/short`), undefined)
      assert.deepEqual(await federation().copies(`${BATCH}/short`), {})
    })
  })

  it('is updated and deleted with or without its copies', async () => {
    const { host } = federation()
    for (const orphanDependents of [true, false]) {
      const name = `crud-${orphanDependents}`
      await host.create(BATCH, job(name, { parallelism: 3, completions: 3 }))
      await completed(federation(), name, 3)
      await host.change(`${BATCH}/${name}`, { metadata: { annotations: { note: 'updated' } } })
      await eventually('the annotation is in all clusters', async () => {
        const copies = Object.values(await federation().copies(`${BATCH}/${name}`))
        assert.deepEqual(
          copies.map(({ metadata }) => metadata.annotations.note),
          ['updated', 'updated', 'updated'],
        )
      })
      await host.delete(`${BATCH}/${name}`, { orphanDependents })
      await eventually('it is gone', async () => assert.equal(await host.find(`${BATCH}/${name}`), undefined))
      const left = Object.keys(await federation().copies(`${BATCH}/${name}`))
      assert.equal(left.length, orphanDependents ? 3 : 0)
    }
  })
})

describe('the share of a lost cluster', { timeout: 120_000 }, () => {
  it('is completed by others, and none of it runs again when the cluster returns', async (t) => {
    const federation = await Federation.start(t, ['east', 'west'])
    const { host } = federation
    await host.create(BATCH, job('work', { parallelism: 2, completions: 8 }, {}, { [FINISH_AFTER]: '700ms' }))
    await eventually('the host has counted a result of west', async () => {
      const { metadata } = await host.get(`${BATCH}/work`)
      const { share } = JSON.parse(metadata.annotations?.[SHARES] ?? '{}').clusters.west
      assert.ok(share.succeeded >= 1)
    })
    await federation.member('west').stop()
    const { status } = await completed(federation, 'work', 8)
    assert.ok(status.completionTime)
    assert.deepEqual(statesOf(await host.get(`${BATCH}/work`)).west, 'Unreachable')
    await federation.member('west').start()
    await eventually('west has nothing left to do', async () => {
      assert.ok(await federation.isReady('west'))
      const copy = await federation.member('west').find(`${BATCH}/work`)
      assert.ok(copy === undefined || condition(copy, 'Complete'), JSON.stringify(copy?.status))
      assert.equal((await host.get(`${BATCH}/work`)).status.succeeded, 8)
    })
  })

  it('stays where it is while the host restarts, and a joining cluster gets nothing', async (t) => {
    const federation = await Federation.start(t, ['east', 'west'])
    const { host } = federation
    const clusters = '/apis/federation/v1beta1/clusters'
    const west = await host.get(`${clusters}/west`)
    await host.delete(`${clusters}/west`)
    await host.create(BATCH, job('work', { parallelism: 2, completions: 6 }, {}, { [FINISH_AFTER]: '300ms' }))
    await eventually('east has the job', async () =>
      assert.deepEqual(await partsOf(federation, 'work'), { east: [2, 6] }),
    )
    await host.stop()
    await host.start()
    await host.create(clusters, { metadata: { name: 'west' }, spec: west.spec })
    await completed(federation, 'work', 6)
    assert.equal(await federation.isReady('west'), true)
    assert.deepEqual(await partsOf(federation, 'work'), { east: [2, 6] })
    assert.equal(await podsOf(federation), 6)
  })
})

describe('a host that simulates workloads', { timeout: 60_000 }, () => {
  it('leaves federated workloads to its members', async (t) => {
    const federation = await Federation.start(t, ['east'], { simulateWorkloads: true })
    const { host } = federation
    await host.create(BATCH, job('work', { parallelism: 2, completions: 4 }))
    await host.create(`${APPS}/deployments`, deployment('web', 2))
    await completed(federation, 'work', 4)
    await rolledOut(federation, `${APPS}/deployments/web`, 2)
    // Of a kind that is propagated only if a policy selects it.
    await host.create('/apis/federation.binnacle.dev/v1alpha1/namespaces/shop/propagationpolicies', {
      metadata: { name: 'old' },
      spec: { resourceSelectors: [{ apiVersion: 'v1', kind: 'ReplicationController' }] },
    })
    const template = {
      metadata: { labels: { app: 'old' } },
      spec: { containers: [{ name: 'm', image: 'i' }] },
    }
    await host.create(`${CORE}/replicationcontrollers`, {
      metadata: { name: 'old' },
      spec: { replicas: 2, selector: { app: 'old' }, template },
    })
    await eventually('the member runs it', async () => {
      const copy = await federation.member('east').find(`${CORE}/replicationcontrollers/old`)
      assert.equal(copy?.status.readyReplicas, 2)
    })
    assert.deepEqual((await host.get(`${CORE}/pods`)).items, [])
    assert.deepEqual((await host.get(`${APPS}/replicasets`)).items, [])
  })
})
