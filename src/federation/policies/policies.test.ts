import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OverridesError } from '#federation/overrides/overrides.js'
import type { OverrideSpec } from '#kinds/federation/policies/overrides.js'
import type { PropagationSpec } from '#kinds/federation/policies/propagation.js'
import type { ClusterAffinity } from '#kinds/federation/policies/selectors.js'
import { type Policy, PolicySet, type PolicyTarget } from './acting-policy.js'
import { affinityRejection } from './cluster-affinity.js'
import type { CandidateCluster } from './cluster-facts.js'
import { dependenciesOf } from './dependencies.js'
import { fittingPods, parseFreeCapacity } from './free-capacity.js'
import { overrideCopy, withRegistry } from './override-copy.js'
import { placeObject } from './place-object.js'
import { type ClusterTaint, parseTaints, toleratedUntil } from './taints.js'

const cluster = (name: string, facts: Partial<CandidateCluster> = {}): CandidateCluster => ({
  name,
  labels: {},
  region: '',
  zones: [],
  version: '',
  isReady: true,
  taints: [],
  free: undefined,
  hasCopy: false,
  ...facts,
})

const web: PolicyTarget = {
  kind: 'Deployment',
  groups: ['apps', 'extensions'],
  namespace: 'shop',
  name: 'web',
  labels: { app: 'web' },
}
type Selector = NonNullable<PropagationSpec['resourceSelectors']>[number]
const policy = (
  name: string,
  selector: Partial<Selector> = {},
  { namespace = '', priority = 0 } = {},
): Policy<PropagationSpec> => ({
  kind: namespace === '' ? 'ClusterPropagationPolicy' : 'PropagationPolicy',
  namespace,
  name,
  version: '1',
  spec: {
    resourceSelectors: [{ apiVersion: 'apps/v1', kind: 'Deployment', ...selector }],
    priority,
  } as PropagationSpec,
})
const acting = (...policies: Policy<PropagationSpec>[]) => new PolicySet(policies).acting(web)?.name
const NAMESPACED = { namespace: 'shop' }

describe('the policy that acts', () => {
  it('is of the namespace before it is for all namespaces', () => {
    assert.equal(acting(policy('a', { name: 'web' }, { priority: 9 }), policy('b', {}, NAMESPACED)), 'b')
  })

  it('has the higher priority', () => {
    assert.equal(acting(policy('a', { name: 'web' }), policy('b', {}, { priority: 1 })), 'b')
    assert.equal(acting(policy('a', {}, { priority: -1 }), policy('b')), 'b')
  })

  it('selects by name before labels, and by labels before the whole kind', () => {
    const labelSelector = { matchLabels: { app: 'web' } } as Selector['labelSelector']
    assert.equal(acting(policy('a'), policy('b', { labelSelector }), policy('c', { name: 'web' })), 'c')
    assert.equal(acting(policy('a'), policy('b', { labelSelector })), 'b')
  })

  it('is the alphabetical first of equals', () => {
    assert.equal(acting(policy('b'), policy('a')), 'a')
  })

  it('selects the object', () => {
    const other = { matchLabels: { app: 'other' } } as Selector['labelSelector']
    for (const selector of [
      { name: 'other' },
      { kind: 'ReplicaSet' },
      { apiVersion: 'batch/v1' },
      { namespace: 'other' },
      { labelSelector: other },
    ])
      assert.equal(acting(policy('a', selector)), undefined)
    assert.equal(acting(policy('a', {}, { namespace: 'other' })), undefined)
    assert.equal(acting(policy('a', { apiVersion: 'extensions/v1beta1' })), 'a')
    assert.equal(acting(policy('a', { namespace: 'shop' })), 'a')
  })

  it('is in one order over all groups of a kind', () => {
    assert.equal(acting(policy('b'), policy('a', { apiVersion: 'extensions/v1beta1' })), 'a')
  })
})

describe('cluster selectors', () => {
  const east = cluster('east', {
    labels: { tier: 'gold' },
    region: 'eu',
    zones: ['eu-1', 'eu-2'],
    version: 'v1.33.2',
  })
  const fact = (key: string, operator: string, ...values: string[]) =>
    affinityRejection({ fieldSelectors: [{ key, operator, values }] } as unknown as ClusterAffinity, east)
      ?.message

  it('say why a cluster does not match', () => {
    const reason = (affinity: object) => affinityRejection(affinity as ClusterAffinity, east)?.reason
    assert.equal(reason({}), undefined)
    assert.equal(reason({ exclude: ['east'], clusterNames: ['east'] }), 'Excluded')
    assert.equal(reason({ clusterNames: ['west'] }), 'NotNamed')
    const { message = '' } =
      affinityRejection(
        { labelSelector: { matchLabels: { tier: 'iron' } } } as unknown as ClusterAffinity,
        east,
      ) ?? {}
    assert.equal(message, 'the labels of the cluster (tier=gold) do not match tier=iron')
  })

  it('compare region and zones', () => {
    assert.equal(fact('region', 'In', 'eu', 'us'), undefined)
    assert.equal(fact('region', 'NotIn', 'eu'), 'the cluster has the region eu, not one other than eu')
    assert.equal(fact('zone', 'In', 'eu-2'), undefined)
    assert.equal(fact('zone', 'NotIn', 'eu-3'), undefined)
    assert.equal(fact('zone', 'Exists'), undefined)
    assert.equal(fact('region', 'DoesNotExist'), 'the cluster has the region eu, not an unknown one')
  })

  it('compare versions by release', () => {
    for (const value of ['1.33', 'v1.33', '1', '1.33.2'])
      assert.equal(fact('version', 'In', value), undefined)
    assert.equal(fact('version', 'In', '1.33.1'), 'the cluster has the version v1.33.2, not 1.33.1')
    assert.equal(fact('version', 'Gt', '1.32'), undefined)
    assert.equal(
      fact('version', 'Gt', '1.33'),
      'the cluster has the version v1.33.2, not a newer one than 1.33',
    )
    assert.equal(fact('version', 'Lt', '1.34'), undefined)
    assert.notEqual(fact('version', 'Lt', '1.4'), undefined)
  })
})

describe('cluster taints', () => {
  const taint = (effect: ClusterTaint['effect']): ClusterTaint => ({
    key: 'lost',
    value: '',
    effect,
    timeAdded: 1000,
  })
  const verdict = (
    effect: ClusterTaint['effect'],
    hasCopy: boolean,
    tolerations: object[] = [],
    now = 5000,
  ) => {
    const placement = { clusterTolerations: tolerations } as never
    const { verdicts, reviewAt } = placeObject(
      placement,
      [cluster('m1', { taints: [taint(effect)], hasCopy })],
      'shop/web',
      now,
    )
    return { ...verdicts.get('m1'), reviewAt }
  }

  it('keep new objects away, and remove those there only with NoExecute', () => {
    assert.equal(verdict('NoSchedule', false).reason, 'Tainted')
    assert.equal(verdict('NoSchedule', true).reason, 'Kept')
    assert.equal(verdict('NoExecute', false).reason, 'Tainted')
    assert.equal(verdict('NoExecute', true).reason, 'Tainted')
  })

  it('are tolerated for the given time', () => {
    const tolerations = [{ key: 'lost', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 10 }]
    assert.deepEqual(
      { ...verdict('NoExecute', true, tolerations, 10_999), message: '' },
      { isChosen: true, reason: 'Tolerated', message: '', reviewAt: 11_000 },
    )
    const { isChosen, message } = verdict('NoExecute', true, tolerations, 11_000)
    assert.equal(isChosen, false)
    assert.equal(message, 'the policy tolerated the taint lost:NoExecute until 1970-01-01T00:00:11.000Z')
  })

  it('are tolerated by key, value and effect', () => {
    const until = (toleration: object) => toleratedUntil(taint('NoExecute'), [toleration as never])
    assert.equal(until({ operator: 'Exists' }), Number.POSITIVE_INFINITY)
    assert.equal(until({ key: 'lost' }), Number.POSITIVE_INFINITY)
    assert.equal(until({ key: 'lost', value: 'x' }), undefined)
    assert.equal(until({ key: 'lost', effect: 'NoSchedule' }), undefined)
    assert.equal(until({ key: 'other', operator: 'Exists' }), undefined)
  })

  it('are read from an annotation, without what is malformed', () => {
    for (const text of [undefined, '', 'x', '{}', '[1,null,{"key":""},{"key":"a","effect":"Never"}]'])
      assert.deepEqual(parseTaints(text), [])
    assert.deepEqual(parseTaints('[{"key":"a","effect":"NoExecute","timeAdded":"1970-01-01T00:00:01Z"}]'), [
      { key: 'a', value: '', effect: 'NoExecute', timeAdded: 1000 },
    ])
  })
})

describe('spread constraints', () => {
  const place = (clusters: CandidateCluster[], ...spreadConstraints: object[]) =>
    placeObject({ spreadConstraints } as never, clusters, 'shop/web', 0).verdicts
  const chosen = (verdicts: ReturnType<typeof place>) =>
    [...verdicts].filter(([, { isChosen }]) => isChosen).map(([name]) => name)

  it('find the region that has enough clusters', () => {
    const clusters = [
      cluster('a', { region: 'eu' }),
      cluster('b', { region: 'us' }),
      cluster('c', { region: 'us' }),
    ]
    const verdicts = place(clusters, { by: 'region', maxGroups: 1 }, { by: 'cluster', minGroups: 2 })
    assert.deepEqual(chosen(verdicts), ['b', 'c'])
    assert.equal(verdicts.get('a')?.message, 'the policy allows at most 1 region (us)')
  })

  it('bring an object nowhere if there are too few groups, but leave it where it is', () => {
    const clusters = [cluster('a', { region: 'eu', hasCopy: true }), cluster('b', { region: 'us' })]
    const verdicts = place(clusters, { by: 'region', minGroups: 3 })
    assert.deepEqual(chosen(verdicts), ['a'])
    assert.equal(
      verdicts.get('b')?.message,
      'the policy needs at least 3 regions, but there are only 2 (eu, us)',
    )
  })

  it('reject clusters of unknown location', () => {
    assert.equal(
      place([cluster('a')], { by: 'zone' }).get('a')?.message,
      'the zone of the cluster is not known',
    )
  })
})

describe('override policies', () => {
  const copy = () => ({
    metadata: { labels: { app: 'web' } as Record<string, string>, annotations: {} },
    spec: {
      template: {
        spec: {
          initContainers: [{ name: 'init', image: 'busybox' }],
          containers: [{ name: 'main', image: 'docker.io/library/web:1', command: ['run'] }],
        },
      },
    },
  })
  const overriding = (...overrides: object[]): Policy<OverrideSpec>[] => [
    {
      kind: 'OverridePolicy',
      namespace: 'shop',
      name: 'o',
      version: '1',
      spec: { overrides } as OverrideSpec,
    },
  ]

  it('change the copies of their clusters only', () => {
    const policies = overriding({ target: { clusterNames: ['east'] }, labels: { tier: 'gold' } })
    const base = copy()
    assert.equal(overrideCopy(base, policies, cluster('west')), base)
    assert.deepEqual(overrideCopy(base, policies, cluster('east')).metadata.labels, {
      app: 'web',
      tier: 'gold',
    })
    assert.deepEqual(base, copy())
  })

  it('have shortcuts and patches, in this order', () => {
    const policies = overriding({
      imageRegistry: 'mirror.example:5000/x',
      command: [{ containerName: 'main', values: ['other'] }],
      args: [{ values: ['-v'] }],
      jsonPatches: [{ op: 'add', path: '/spec/template/spec/containers/0/args/-', value: '-q' }],
    })
    const { initContainers, containers } = overrideCopy(copy(), policies, cluster('east')).spec.template.spec
    assert.deepEqual(initContainers, [{ name: 'init', image: 'mirror.example:5000/x/busybox', args: ['-v'] }])
    assert.deepEqual(containers, [
      { name: 'main', image: 'mirror.example:5000/x/library/web:1', command: ['other'], args: ['-v', '-q'] },
    ])
  })

  it('name the policy whose patch does not fit', () => {
    const policies = overriding({ jsonPatches: [{ op: 'remove', path: '/spec/missing' }] })
    assert.throws(
      () => overrideCopy(copy(), policies, cluster('east')),
      (error) =>
        error instanceof OverridesError &&
        error.message.startsWith('OverridePolicy o: overrides[0].jsonPatches:'),
    )
  })

  it('know the registry of an image', () => {
    for (const [image, expected] of [
      ['web', 'r/web'],
      ['team/web@sha256:00', 'r/team/web@sha256:00'],
      ['localhost/web', 'r/web'],
      ['host:5000/web:1', 'r/web:1'],
      ['quay.io/team/web', 'r/team/web'],
    ] as const)
      assert.equal(withRegistry(image, 'r'), expected)
  })
})

describe('the dependencies of a workload', () => {
  it('are all that its pods refer to', () => {
    const spec = {
      serviceAccountName: 'runner',
      imagePullSecrets: [{ name: 'pull' }],
      volumes: [
        { name: 'a', configMap: { name: 'files' } },
        { name: 'b', secret: { secretName: 'keys' } },
        { name: 'c', persistentVolumeClaim: { claimName: 'disk' } },
        {
          name: 'd',
          projected: { sources: [{ secret: { name: 'more' } }, { configMap: { name: 'files' } }] },
        },
        { name: 'e', csi: { driver: 'x', nodePublishSecretRef: { name: 'csi' } } },
      ],
      initContainers: [
        { name: 'init', envFrom: [{ configMapRef: { name: 'env' } }, { secretRef: { name: 'env' } }] },
      ],
      containers: [
        {
          name: 'main',
          env: [
            { name: 'A', valueFrom: { configMapKeyRef: { name: 'one', key: 'a' } } },
            { name: 'B', valueFrom: { secretKeyRef: { name: 'two', key: 'b' } } },
            { name: 'C', value: 'c' },
          ],
        },
      ],
    }
    const expected = [
      'ConfigMap/env',
      'ConfigMap/files',
      'ConfigMap/one',
      'PersistentVolumeClaim/disk',
      'Secret/csi',
      'Secret/env',
      'Secret/keys',
      'Secret/more',
      'Secret/pull',
      'Secret/two',
      'ServiceAccount/runner',
    ]
    for (const object of [
      { spec: { template: { spec } } },
      { spec: { jobTemplate: { spec: { template: { spec } } } } },
      { spec },
    ]) {
      const found = dependenciesOf(object).map(({ kind, name }) => `${kind}/${name}`)
      assert.deepEqual(found.sort(), expected)
    }
  })

  it('are none for other kinds', () => {
    for (const object of [{}, { spec: null }, { spec: { containers: 1 } }, { data: {} }])
      assert.deepEqual(dependenciesOf(object), [])
  })
})

describe('free capacity', () => {
  it('limits pods by the scarcest resource', () => {
    const free = parseFreeCapacity('{"cpu":"2500m","memory":"4Gi","pods":20}')
    assert.equal(fittingPods(free, { cpu: '500m' }), 5)
    assert.equal(fittingPods(free, { cpu: '500m', memory: '2Gi' }), 2)
    assert.equal(fittingPods(free, {}), 20)
    assert.equal(fittingPods(free, { 'example.com/gpu': '1' }), 20)
  })

  it('is unknown if nobody says it', () => {
    for (const text of [undefined, '', 'x', '[]', '{"cpu":"much"}'])
      assert.equal(parseFreeCapacity(text), undefined)
    assert.equal(fittingPods(undefined, { cpu: '1' }), undefined)
    assert.equal(fittingPods({}, { cpu: '1' }), undefined)
  })
})
