import { JOINED } from '#federation/annotations.js'
import type { Manifest } from './api-objects.js'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const RBAC_GROUP = 'rbac.authorization.k8s.io'

const LOOKED_AFTER = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']

/**
 * The least privileges that a federation needs in a member: to manage the propagated kinds, and to read
 * unschedulable pods, node locations, discovery and readiness.
 */
const MEMBER_RULES = [
  {
    apiGroups: [''],
    resources: ['namespaces', 'configmaps', 'secrets', 'services'],
    verbs: LOOKED_AFTER,
  },
  {
    apiGroups: ['apps', 'extensions'],
    resources: ['deployments', 'replicasets', 'daemonsets', 'statefulsets'],
    verbs: LOOKED_AFTER,
  },
  { apiGroups: ['networking.k8s.io', 'extensions'], resources: ['ingresses'], verbs: LOOKED_AFTER },
  { apiGroups: ['batch'], resources: ['jobs'], verbs: LOOKED_AFTER },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: LOOKED_AFTER },
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['nodes'], verbs: ['list', 'watch'] },
  {
    nonResourceURLs: ['/readyz', '/healthz', '/version', '/api', '/api/*', '/apis', '/apis/*'],
    verbs: ['get'],
  },
]

/** Shares services with the member, and reads the endpoints that decide about names in DNS. */
const SERVICE_RULES = [
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: LOOKED_AFTER },
  {
    apiGroups: ['multicluster.x-k8s.io'],
    resources: ['serviceexports', 'serviceexports/status', 'serviceimports', 'serviceimports/status'],
    verbs: LOOKED_AFTER,
  },
  { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: ['create'] },
]

/**
 * Lets users of the host act in the member under their own names. Service accounts are left out: those of the host and
 * of the member have the same names, but are not the same.
 */
const IMPERSONATION_RULES = [
  { apiGroups: [''], resources: ['users', 'groups'], verbs: ['impersonate'] },
  { apiGroups: ['authentication.k8s.io'], resources: ['*'], verbs: ['impersonate'] },
]

/** A service account with its own ClusterRole; all have the same name. */
export interface ServiceAccountManifests {
  readonly namespace: string
  readonly name: string
  readonly manifests: readonly Manifest[]
  /** A Secret that the member's controllers may fill with a token. */
  readonly tokenSecret: Manifest
}

export function serviceAccount(
  name: string,
  namespace: string,
  rules: readonly object[],
): ServiceAccountManifests {
  const metadata = { name, labels: { [JOINED]: 'true' } }
  const manifests = [
    {
      collection: '/api/v1/namespaces',
      object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    },
    {
      collection: `/api/v1/namespaces/${namespace}/serviceaccounts`,
      object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { ...metadata, namespace } },
    },
    {
      collection: `${RBAC}/clusterroles`,
      object: { apiVersion: `${RBAC_GROUP}/v1`, kind: 'ClusterRole', metadata, rules },
    },
    {
      collection: `${RBAC}/clusterrolebindings`,
      object: {
        apiVersion: `${RBAC_GROUP}/v1`,
        kind: 'ClusterRoleBinding',
        metadata,
        roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name },
        subjects: [{ kind: 'ServiceAccount', name, namespace }],
      },
    },
  ]
  const tokenSecret = {
    collection: `/api/v1/namespaces/${namespace}/secrets`,
    object: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...metadata, namespace, annotations: { 'kubernetes.io/service-account.name': name } },
      type: 'kubernetes.io/service-account-token',
    },
  }
  return { namespace, name, manifests, tokenSecret }
}

/** What an account may do beyond what every federation needs. */
export interface AccountRights {
  /** Whether users of the host may act in the member under their own names. */
  readonly impersonates: boolean
  /** Whether services are shared with the member. */
  readonly sharesServices: boolean
}

/** The account of a registered cluster. Several federations can share a member under different names. */
export function memberAccount(
  cluster: string,
  namespace: string,
  { impersonates, sharesServices }: AccountRights,
): ServiceAccountManifests {
  const rules = [
    ...MEMBER_RULES,
    ...(sharesServices ? SERVICE_RULES : []),
    ...(impersonates ? IMPERSONATION_RULES : []),
  ]
  return serviceAccount(`binnacle-federation-${cluster}`, namespace, rules)
}
