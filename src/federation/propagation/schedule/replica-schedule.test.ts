import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CachedObject } from '#cache/cached-object.js'
import { observe } from '#federation/propagation/copies/observed-copy.js'
import { FEDERATED_KINDS, type FederatedKind } from '#federation/propagation/federated-kinds.js'
import { FederatedObject } from '#federation/propagation/federated-object.js'
import { scheduleReplicas } from './replica-schedule.js'

const DEPLOYMENT = FEDERATED_KINDS.find(({ kind }) => kind === 'Deployment') as FederatedKind

function deployment(replicas: number, annotations = {}): FederatedObject {
  const metadata = {
    name: 'web',
    namespace: 'shop',
    uid: 'u',
    generation: 1,
    creationTimestamp: null,
    annotations,
  }
  const json = JSON.stringify({ metadata, spec: { replicas } })
  return new FederatedObject(
    DEPLOYMENT,
    new CachedObject('extensions/deployments/shop/web', 1 as CachedObject['revision'], Buffer.from(json)),
  )
}

interface Seen {
  readonly asked: number
  readonly running?: number
  readonly updated?: number
  readonly isBehind?: boolean
}

/** A copy as the member reports it. */
function seen(
  federated: FederatedObject,
  cluster: string,
  { asked, running = asked, updated = running, isBehind }: Seen,
) {
  const copy = federated.copyIn(cluster)
  copy.observed = observe(DEPLOYMENT, {
    metadata: {
      name: 'web',
      namespace: 'shop',
      uid: cluster,
      resourceVersion: '1',
      generation: 2,
      annotations: { 'federation.binnacle.dev/owned-by': 'u' },
    },
    spec: { replicas: asked },
    status: {
      observedGeneration: isBehind ? 1 : 2,
      replicas: running,
      updatedReplicas: updated,
      readyReplicas: running,
    },
  })
  return copy
}

function granted(
  federated: FederatedObject,
  left: readonly string[] = [],
  lastReported: Record<string, number> = {},
  now = 0,
) {
  const shares = [...federated.copies.values()].map((copy) => ({
    copy,
    isSelected: !left.includes(copy.cluster),
    lastReported: copy.observed === undefined ? (lastReported[copy.cluster] ?? undefined) : undefined,
  }))
  scheduleReplicas(federated, { candidates: shares, now })
  return Object.fromEntries(shares.map(({ copy }) => [copy.cluster, copy.granted]))
}

describe('the granted replicas', () => {
  it('follow the schedule if nothing runs yet', () => {
    const web = deployment(4)
    web.copyIn('a')
    web.copyIn('b')
    assert.deepEqual(granted(web), { a: 2, b: 2 })
  })

  it('wait for a cluster that the object leaves', () => {
    const web = deployment(4)
    seen(web, 'a', { asked: 2 })
    seen(web, 'b', { asked: 2 })
    assert.deepEqual(granted(web, ['b']), { a: 2, b: 0 })
    seen(web, 'b', { asked: 0, running: 1 })
    assert.deepEqual(granted(web, ['b']), { a: 3, b: 0 })
    seen(web, 'b', { asked: 0, running: 0 })
    assert.deepEqual(granted(web, ['b']), { a: 4, b: 0 })
  })

  it('wait for controllers that have not observed the copy, but not for surge pods of a rollout', () => {
    const web = deployment(6)
    seen(web, 'a', { asked: 1, running: 3, isBehind: true })
    seen(web, 'b', { asked: 3 })
    assert.equal(granted(web, ['a']).b, 3)
    seen(web, 'a', { asked: 0, running: 1, updated: 0 })
    assert.equal(granted(web, ['a']).b, 6)
  })

  it('count replicas that were sent without a response', () => {
    const web = deployment(4)
    web.copyIn('a').maxSentReplicas = 4
    seen(web, 'b', { asked: 0 })
    assert.equal(granted(web, ['a']).b, 0)
  })

  it('count the last report of unknown clusters', () => {
    const web = deployment(4)
    web.copyIn('a')
    seen(web, 'b', { asked: 1 })
    assert.deepEqual(granted(web, [], { a: 3 }), { a: 3, b: 1 })
  })

  it('ignore replicas that other clients set in a member', () => {
    const web = deployment(4)
    seen(web, 'a', { asked: 9 }).writtenReplicas = 2
    seen(web, 'b', { asked: 2 }).writtenReplicas = 2
    assert.deepEqual(granted(web), { a: 2, b: 2 })
  })

  it('stay as scheduled while copies start, one replica after the other', () => {
    const weights = { clusters: { a: { weight: 2 }, b: { weight: 1 } } }
    const web = deployment(6, { 'federation.kubernetes.io/deployment-preferences': JSON.stringify(weights) })
    web.copyIn('a')
    web.copyIn('b')
    for (const running of [0, 1, 2, 3, 4]) {
      assert.deepEqual(granted(web, [], {}, running * 100_000), { a: 4, b: 2 })
      seen(web, 'b', { asked: 2, running: Math.min(2, running) })
      assert.deepEqual(granted(web, [], {}, running * 100_000), { a: 4, b: 2 })
      seen(web, 'a', { asked: 4, running })
    }
    web.copies.delete('a')
    web.copyIn('a')
    assert.deepEqual(granted(web, [], { a: 4 }, 500_000), { a: 4, b: 2 })
  })

  it('count only running ones of a cluster that had time to start them', () => {
    const start = () => {
      const web = deployment(8)
      seen(web, 'a', { asked: 4, running: 0 })
      seen(web, 'b', { asked: 2 })
      return web
    }
    assert.deepEqual(granted(start()), { a: 4, b: 4 })
    const scaled = (now: number) => {
      const web = start()
      granted(web, ['c'])
      web.copyIn('c')
      return granted(web, [], {}, now)
    }
    // A new cluster changes the schedule: replicas that are starting stay, stuck ones move.
    assert.deepEqual(scaled(59_000), { a: 4, b: 2, c: 2 })
    assert.deepEqual(scaled(61_000), { a: 3, b: 2, c: 2 })
  })

  it('belong to autoscalers where there are any, and are zero elsewhere', () => {
    const web = deployment(4, { 'federation.kubernetes.io/hpa-target-cluster-list': '{"Names":["a","c"]}' })
    seen(web, 'a', { asked: 7 })
    seen(web, 'b', { asked: 2 })
    web.copyIn('c')
    assert.deepEqual(granted(web), { a: 7, b: 0, c: 0 })
  })
})
