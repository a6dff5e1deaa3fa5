import type { Json } from '#test/support/client.js'
import type { Random } from '#test/support/random.js'
import { MEMBERS, type MemberName } from './stage.js'

export const NAMESPACES = ['red', 'blue'] as const
const ANNOTATION = 'federation.binnacle.dev'
export const CLUSTERS = `${ANNOTATION}/clusters`
/** The number of the write that made the object what it is. */
export const STEP = 'step'
/** Labels of objects that the policy selects. */
export const GOLD = { tier: 'gold' }

export type KindName = 'configmaps' | 'deployments' | 'jobs' | 'widgets' | 'roles'

export interface ChaosKind {
  readonly name: KindName
  readonly root: string
  /** How the policy of the test acts on its objects. */
  readonly isSelectedByPolicy: boolean
  /** Whether every cluster gets the objects if nothing selects clusters. */
  readonly isEverywhere: boolean
  /** Whether updates change the content. */
  readonly isChanged: boolean
  content(random: Random, step: number): Json
}

const POD = (image: string) => ({ containers: [{ name: 'main', image }] })

export const KINDS: readonly ChaosKind[] = [
  {
    name: 'configmaps',
    root: '/api/v1',
    isSelectedByPolicy: true,
    isEverywhere: true,
    isChanged: true,
    content: (random, step) => ({ data: { step: `${step}`, text: random.text(random.below(200)) } }),
  },
  {
    name: 'deployments',
    root: '/apis/apps/v1',
    isSelectedByPolicy: false,
    isEverywhere: true,
    isChanged: true,
    content: (random, step) => ({
      spec: {
        replicas: random.below(8),
        selector: { matchLabels: { app: 'main' } },
        template: { metadata: { labels: { app: 'main' } }, spec: POD(`web:${step}`) },
      },
    }),
  },
  {
    name: 'jobs',
    root: '/apis/batch/v1',
    isSelectedByPolicy: false,
    isEverywhere: true,
    isChanged: false,
    content: (random, step) => ({
      spec: {
        parallelism: 1 + random.below(4),
        completions: 1 + random.below(9),
        template: {
          metadata: { annotations: { 'simulation.binnacle.dev/finish-after': `${1 + random.below(5)}s` } },
          spec: { restartPolicy: 'Never', ...POD(`work:${step}`) },
        },
      },
    }),
  },
  {
    name: 'widgets',
    root: '/apis/chaos.example.com/v1',
    isSelectedByPolicy: false,
    isEverywhere: true,
    isChanged: true,
    content: (random, step) => ({
      apiVersion: 'chaos.example.com/v1',
      kind: 'Widget',
      spec: { size: step, color: random.pick(['red', 'green']) },
    }),
  },
  {
    name: 'roles',
    root: '/apis/rbac.authorization.k8s.io/v1',
    isSelectedByPolicy: true,
    isEverywhere: false,
    isChanged: true,
    content: (random, step) => ({
      rules: [{ apiGroups: [''], resources: [`r${step}`], verbs: [random.pick(['get', 'list'])] }],
    }),
  },
]

export const collection = ({ root, name }: ChaosKind, namespace: string) =>
  `${root}/namespaces/${namespace}/${name}`

/** An object to create, or to replace the previous content with. */
export function randomObject(kind: ChaosKind, name: string, random: Random, step: number): Json {
  const clusters = MEMBERS.filter(() => random.chance(0.6))
  const annotations: Json = {
    [STEP]: `${step}`,
    [CLUSTERS]: kind.name !== 'roles' && random.chance(0.3) ? clusters.join() : null,
  }
  if (kind.name === 'widgets') annotations[`${ANNOTATION}/propagate`] = 'true'
  const labels = { tier: kind.isSelectedByPolicy && random.chance(0.5) ? GOLD.tier : null }
  return { metadata: { name, labels, annotations }, ...kind.content(random, step) }
}

/** What of an object is the same on the host and in the members. */
export function contentOf({ metadata, data, spec, rules }: Json): Json {
  const { replicas: _replicas, parallelism: _parallelism, completions: _completions, ...rest } = spec ?? {}
  const { manualSelector: _manual, ...same } = rest
  return { step: metadata.annotations?.[STEP], tier: metadata.labels?.tier, data, spec: same, rules }
}

/** The clusters that an object of the host belongs in. `policy` has those of the policy. */
export function expectedClusters(
  { isSelectedByPolicy, isEverywhere }: ChaosKind,
  { metadata }: Json,
  policy: readonly MemberName[],
): readonly MemberName[] {
  const own = metadata.annotations?.[CLUSTERS]
  if (own !== undefined) return MEMBERS.filter((name) => own.split(',').includes(name))
  if (isSelectedByPolicy && metadata.labels?.tier === GOLD.tier) return policy
  return isEverywhere ? MEMBERS : []
}

export const DEFINITION = {
  metadata: { name: 'widgets.chaos.example.com' },
  spec: {
    group: 'chaos.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { size: { type: 'integer' }, color: { type: 'string' } },
              },
            },
          },
        },
      },
    ],
  },
}

export const policy = (clusterNames: readonly MemberName[]) => ({
  metadata: { name: 'gold' },
  spec: {
    resourceSelectors: [
      { apiVersion: 'v1', kind: 'ConfigMap', labelSelector: { matchLabels: GOLD } },
      { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', labelSelector: { matchLabels: GOLD } },
    ],
    placement: { clusterNames },
  },
})
