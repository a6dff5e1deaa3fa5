import type { FlowSchemaSpec } from './flowschema/schema.js'
import type { PriorityLevelConfigurationSpec } from './prioritylevelconfiguration/schema.js'

/** The priority levels and flow schemas that every server has. */

interface Named<S> {
  readonly name: string
  readonly spec: Readonly<S>
}

type Level = Named<PriorityLevelConfigurationSpec>
type Schema = Named<FlowSchemaSpec>
type Subjects = NonNullable<FlowSchemaSpec['rules']>[number]['subjects']
type Rules = Omit<NonNullable<FlowSchemaSpec['rules']>[number], 'subjects'>

const exempt: Level = {
  name: 'exempt',
  spec: { type: 'Exempt', limited: undefined, exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
}

interface Shares {
  readonly shares: number
  readonly lendable: number
  /** Undefined for a level that rejects what is over its limit. */
  readonly queues?: number
  readonly handSize?: number
}

function limited(name: string, { shares, lendable, queues, handSize }: Shares): Level {
  const queuing = queues === undefined ? undefined : { queues, handSize, queueLengthLimit: 50 }
  return {
    name,
    spec: {
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: shares,
        limitResponse: { type: queuing === undefined ? 'Reject' : 'Queue', queuing },
        lendablePercent: lendable,
        borrowingLimitPercent: undefined,
      },
      exempt: undefined,
    },
  }
}

/** Their specs never change, except for the shares of `exempt`. */
const MANDATORY_LEVELS: readonly Level[] = [limited('catch-all', { shares: 5, lendable: 0 }), exempt]

const SUGGESTED_LEVELS: readonly Level[] = [
  limited('system', { shares: 30, lendable: 33, queues: 64, handSize: 6 }),
  limited('node-high', { shares: 40, lendable: 25, queues: 64, handSize: 6 }),
  limited('leader-election', { shares: 10, lendable: 0, queues: 16, handSize: 4 }),
  limited('workload-high', { shares: 40, lendable: 50, queues: 128, handSize: 6 }),
  limited('workload-low', { shares: 100, lendable: 90, queues: 128, handSize: 6 }),
  limited('global-default', { shares: 20, lendable: 50, queues: 128, handSize: 6 }),
]

const groups = (...names: readonly string[]): Subjects => names.map((name) => subject({ group: { name } }))
const users = (...names: readonly string[]): Subjects => names.map((name) => subject({ user: { name } }))
const accounts = (...names: readonly string[]): Subjects =>
  names.map((name) => subject({ serviceAccount: { namespace: 'kube-system', name } }))

type Subject = NonNullable<Subjects>[number]

function subject({ user, group, serviceAccount }: Partial<Subject>): Subject {
  const kind = user ? 'User' : group ? 'Group' : 'ServiceAccount'
  return { kind, user, group, serviceAccount }
}

const on = (apiGroup: string, resources: string[], verbs: string[], clusterScope?: true) => ({
  verbs,
  apiGroups: [apiGroup],
  resources,
  clusterScope,
  namespaces: ['*'],
})

const EVERYTHING: Rules = {
  resourceRules: [on('*', ['*'], ['*'], true)],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}
const ALL_USERS = groups('system:unauthenticated', 'system:authenticated')
const UPDATE = ['get', 'create', 'update']
const LEASES = on('coordination.k8s.io', ['leases'], UPDATE)

const only = (...resourceRules: NonNullable<Rules['resourceRules']>): Rules => ({
  resourceRules,
  nonResourceRules: undefined,
})

function schema(
  name: string,
  level: string,
  matchingPrecedence: number,
  method: 'ByUser' | 'ByNamespace' | undefined,
  subjects: Subjects,
  rules: Rules = EVERYTHING,
): Schema {
  return {
    name,
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence,
      distinguisherMethod: method && { type: method },
      rules: [{ subjects, ...rules }],
    },
  }
}

/** Their specs never change. */
const MANDATORY_SCHEMAS: readonly Schema[] = [
  schema('exempt', 'exempt', 1, undefined, groups('system:masters')),
  schema('catch-all', 'catch-all', 10_000, 'ByUser', ALL_USERS),
]

const CONTROLLERS = users('system:kube-controller-manager')

const SUGGESTED_SCHEMAS: readonly Schema[] = [
  schema('system-nodes', 'system', 500, 'ByUser', groups('system:nodes')),
  schema(
    'system-node-high',
    'node-high',
    400,
    'ByUser',
    groups('system:nodes'),
    only(on('', ['nodes', 'nodes/status'], ['*'], true), on('coordination.k8s.io', ['leases'], ['*'])),
  ),
  schema('probes', 'exempt', 2, undefined, ALL_USERS, {
    resourceRules: undefined,
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
  }),
  schema(
    'system-leader-election',
    'leader-election',
    100,
    'ByUser',
    [...(users('system:kube-controller-manager', 'system:kube-scheduler') ?? []), ...(accounts('*') ?? [])],
    only(LEASES),
  ),
  schema(
    'workload-leader-election',
    'leader-election',
    200,
    'ByUser',
    accounts('*'),
    only(on('', ['endpoints', 'configmaps'], UPDATE), LEASES),
  ),
  schema(
    'endpoint-controller',
    'workload-high',
    150,
    'ByUser',
    [...(CONTROLLERS ?? []), ...(accounts('endpoint-controller', 'endpointslicemirroring-controller') ?? [])],
    only(on('', ['endpoints'], UPDATE)),
  ),
  schema('kube-controller-manager', 'workload-high', 800, 'ByNamespace', CONTROLLERS),
  schema('kube-scheduler', 'workload-high', 800, 'ByNamespace', users('system:kube-scheduler')),
  schema('kube-system-service-accounts', 'workload-high', 900, 'ByNamespace', accounts('*')),
  schema('service-accounts', 'workload-low', 9000, 'ByUser', groups('system:serviceaccounts')),
  schema('global-default', 'global-default', 9900, 'ByUser', ALL_USERS),
]

const specOf = <S>(objects: readonly Named<S>[], name: string | undefined) =>
  objects.find((object) => object.name === name)?.spec

export const mandatoryLevel = (name: string | undefined) => specOf(MANDATORY_LEVELS, name)
export const mandatorySchema = (name: string | undefined) => specOf(MANDATORY_SCHEMAS, name)

export const SYSTEM_FLOW_CONTROL = {
  levels: { mandatory: MANDATORY_LEVELS, suggested: SUGGESTED_LEVELS },
  schemas: { mandatory: MANDATORY_SCHEMAS, suggested: SUGGESTED_SCHEMAS },
}
