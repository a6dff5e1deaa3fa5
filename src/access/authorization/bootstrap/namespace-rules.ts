import type { PolicyRule } from '#kinds/rbac/policy-rule.js'

/** Groups of verbs. */
export const READ = 'get list watch'
export const WRITE = 'create delete deletecollection patch update'

const words = (text: string) => text.split(' ').sort()

/** A rule on resources of one group. `verbs` is a space-separated list. */
export const rule = (verbs: string, group: string, ...resources: readonly string[]): PolicyRule => ({
  verbs: words(verbs),
  apiGroups: [group],
  resources: [...resources].sort(),
})

export const pathRule = (verbs: string, ...paths: readonly string[]): PolicyRule => ({
  verbs: words(verbs),
  nonResourceURLs: [...paths].sort(),
})

/** The rules of the user-facing roles: each includes the previous one. */

/** Read access, except to secrets, roles and the inside of pods. */
export const VIEW_RULES: readonly PolicyRule[] = [
  rule(
    READ,
    '',
    ...['configmaps', 'endpoints', 'persistentvolumeclaims', 'persistentvolumeclaims/status', 'pods'],
    ...[
      'replicationcontrollers',
      'replicationcontrollers/scale',
      'serviceaccounts',
      'services',
      'services/status',
    ],
  ),
  rule(
    READ,
    '',
    ...['bindings', 'events', 'limitranges', 'namespaces/status', 'pods/log', 'pods/status'],
    ...['replicationcontrollers/status', 'resourcequotas', 'resourcequotas/status'],
  ),
  // In a namespace, this is the namespace itself.
  rule(READ, '', 'namespaces'),
  rule(READ, 'discovery.k8s.io', 'endpointslices'),
  rule(
    READ,
    'apps',
    ...['controllerrevisions', 'daemonsets', 'daemonsets/status'],
    ...['deployments', 'deployments/scale', 'deployments/status'],
    ...['replicasets', 'replicasets/scale', 'replicasets/status'],
    ...['statefulsets', 'statefulsets/scale', 'statefulsets/status'],
  ),
  rule(READ, 'autoscaling', 'horizontalpodautoscalers', 'horizontalpodautoscalers/status'),
  rule(READ, 'batch', 'cronjobs', 'cronjobs/status', 'jobs', 'jobs/status'),
  rule(
    READ,
    'extensions',
    ...['daemonsets', 'daemonsets/status', 'deployments', 'deployments/scale', 'deployments/status'],
    ...['ingresses', 'ingresses/status', 'networkpolicies'],
    ...['replicasets', 'replicasets/scale', 'replicasets/status', 'replicationcontrollers/scale'],
  ),
  rule(READ, 'policy', 'poddisruptionbudgets', 'poddisruptionbudgets/status'),
  rule(READ, 'networking.k8s.io', 'ingresses', 'ingresses/status', 'networkpolicies'),
]

/** Write access, except to roles; access to running pods. */
export const EDIT_RULES: readonly PolicyRule[] = [
  rule(
    READ,
    '',
    ...['pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy', 'secrets', 'services/proxy'],
  ),
  rule('impersonate', '', 'serviceaccounts'),
  rule(WRITE, '', 'pods', 'pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy'),
  rule('create', '', 'pods/eviction'),
  rule(
    WRITE,
    '',
    ...[
      'configmaps',
      'events',
      'persistentvolumeclaims',
      'replicationcontrollers',
      'replicationcontrollers/scale',
    ],
    ...['secrets', 'serviceaccounts', 'services', 'services/proxy'],
  ),
  rule('create', '', 'serviceaccounts/token'),
  rule(
    WRITE,
    'apps',
    ...['daemonsets', 'deployments', 'deployments/rollback', 'deployments/scale'],
    ...['replicasets', 'replicasets/scale', 'statefulsets', 'statefulsets/scale'],
  ),
  rule(WRITE, 'autoscaling', 'horizontalpodautoscalers'),
  rule(WRITE, 'batch', 'cronjobs', 'jobs'),
  rule(
    WRITE,
    'extensions',
    ...[
      'daemonsets',
      'deployments',
      'deployments/rollback',
      'deployments/scale',
      'ingresses',
      'networkpolicies',
    ],
    ...['replicasets', 'replicasets/scale', 'replicationcontrollers/scale'],
  ),
  rule(WRITE, 'policy', 'poddisruptionbudgets'),
  rule(WRITE, 'networking.k8s.io', 'ingresses', 'networkpolicies'),
  rule(`${READ} ${WRITE}`, 'coordination.k8s.io', 'leases'),
]

/** Permissions may be granted to others, as far as the user holds them. */
export const ADMIN_RULES: readonly PolicyRule[] = [
  rule('create', 'authorization.k8s.io', 'localsubjectaccessreviews'),
  rule(`${READ} ${WRITE}`, 'rbac.authorization.k8s.io', 'rolebindings', 'roles'),
]
