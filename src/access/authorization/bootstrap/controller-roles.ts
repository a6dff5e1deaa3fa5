import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { EVENTS } from './component-roles.js'
import { READ, rule } from './namespace-rules.js'

const OWNED_PODS = 'create delete list patch watch'
const REVISIONS = rule(`create delete ${READ} patch update`, 'apps', 'controllerrevisions')
const SIGNERS = [
  'kube-apiserver-client-kubelet',
  'kubelet-serving',
  'kube-apiserver-client',
  'legacy-unknown',
]
const signers = (verb: string, names: readonly string[]): PolicyRule => ({
  ...rule(verb, 'certificates.k8s.io', 'signers'),
  resourceNames: names.map((name) => `kubernetes.io/${name}`),
})

/**
 * What each controller of a kube-controller-manager may do with its own service account. The role of a controller is
 * `system:controller:<name>`.
 */
export const CONTROLLER_RULES: Readonly<Record<string, readonly PolicyRule[]>> = {
  'attachdetach-controller': [
    rule('list watch', '', 'persistentvolumeclaims', 'persistentvolumes', 'pods'),
    rule(READ, '', 'nodes'),
    rule('patch update', '', 'nodes/status'),
    EVENTS,
    rule(READ, 'storage.k8s.io', 'csidrivers', 'csinodes'),
    rule(`create delete ${READ}`, 'storage.k8s.io', 'volumeattachments'),
  ],
  'certificate-controller': [
    rule(`delete ${READ}`, 'certificates.k8s.io', 'certificatesigningrequests'),
    rule(
      'update',
      'certificates.k8s.io',
      'certificatesigningrequests/approval',
      'certificatesigningrequests/status',
    ),
    signers('approve', ['kube-apiserver-client-kubelet']),
    signers('sign', SIGNERS),
    rule('create', 'authorization.k8s.io', 'subjectaccessreviews'),
    EVENTS,
  ],
  'clusterrole-aggregation-controller': [
    rule('escalate get list patch update watch', 'rbac.authorization.k8s.io', 'clusterroles'),
  ],
  'cronjob-controller': [
    rule(`${READ} update`, 'batch', 'cronjobs'),
    rule(`create delete ${READ} patch update`, 'batch', 'jobs'),
    rule('update', 'batch', 'cronjobs/finalizers', 'cronjobs/status'),
    rule('delete list', '', 'pods'),
    EVENTS,
  ],
  'daemon-set-controller': [
    rule(READ, 'apps', 'daemonsets'),
    rule('update', 'apps', 'daemonsets/finalizers', 'daemonsets/status'),
    rule('list watch', '', 'nodes'),
    rule(OWNED_PODS, '', 'pods'),
    rule('create', '', 'pods/binding'),
    REVISIONS,
    EVENTS,
  ],
  'deployment-controller': [
    rule(`${READ} update`, 'apps', 'deployments'),
    rule('update', 'apps', 'deployments/finalizers', 'deployments/status'),
    rule(`create delete ${READ} patch update`, 'apps', 'replicasets'),
    rule(`${READ} update`, '', 'pods'),
    EVENTS,
  ],
  'disruption-controller': [
    rule(READ, 'apps', 'deployments', 'replicasets', 'statefulsets'),
    rule(READ, '', 'pods', 'replicationcontrollers'),
    rule(READ, 'policy', 'poddisruptionbudgets'),
    rule('update', 'policy', 'poddisruptionbudgets/status'),
    rule('patch update', '', 'pods/status'),
    rule('get', '*', '*/scale'),
    EVENTS,
  ],
  'endpoint-controller': [
    rule(READ, '', 'pods', 'services'),
    rule('create delete get list update', '', 'endpoints'),
    rule('create', '', 'endpoints/restricted'),
    EVENTS,
  ],
  'endpointslice-controller': [
    rule(READ, '', 'nodes', 'pods', 'services'),
    rule('update', '', 'services/finalizers'),
    rule('create delete get list update', 'discovery.k8s.io', 'endpointslices'),
    EVENTS,
  ],
  'endpointslicemirroring-controller': [
    rule(READ, '', 'endpoints', 'services'),
    rule('update', '', 'endpoints/finalizers', 'services/finalizers'),
    rule('create delete get list update', 'discovery.k8s.io', 'endpointslices'),
    EVENTS,
  ],
  'ephemeral-volume-controller': [
    rule(READ, '', 'pods'),
    rule('update', '', 'pods/finalizers'),
    rule(`create ${READ}`, '', 'persistentvolumeclaims'),
    EVENTS,
  ],
  'expand-controller': [
    rule(`${READ} patch update`, '', 'persistentvolumes'),
    rule('patch update', '', 'persistentvolumeclaims/status'),
    rule(READ, '', 'persistentvolumeclaims'),
    rule(READ, 'storage.k8s.io', 'storageclasses'),
    rule('get', '', 'endpoints', 'services'),
    EVENTS,
  ],
  'generic-garbage-collector': [rule(`delete ${READ} patch update`, '*', '*'), EVENTS],
  'horizontal-pod-autoscaler': [
    rule(`${READ} update`, 'autoscaling', 'horizontalpodautoscalers'),
    rule('update', 'autoscaling', 'horizontalpodautoscalers/status'),
    rule('get update', '*', '*/scale'),
    rule('list', '', 'pods'),
    rule('list', 'metrics.k8s.io', 'pods'),
    rule('get list', 'custom.metrics.k8s.io', '*'),
    rule('get list', 'external.metrics.k8s.io', '*'),
    EVENTS,
  ],
  'job-controller': [
    rule(`${READ} patch update`, 'batch', 'jobs'),
    rule('update', 'batch', 'jobs/finalizers', 'jobs/status'),
    rule(OWNED_PODS, '', 'pods'),
    EVENTS,
  ],
  'legacy-service-account-token-cleaner': [
    rule(READ, '', 'configmaps', 'pods', 'secrets', 'serviceaccounts'),
    rule('delete patch', '', 'secrets'),
  ],
  'namespace-controller': [
    rule(`delete ${READ}`, '', 'namespaces'),
    rule('update', '', 'namespaces/finalize', 'namespaces/status'),
    rule('delete deletecollection get list', '*', '*'),
  ],
  'node-controller': [
    rule('create delete get list patch update', '', 'nodes'),
    rule('patch update', '', 'nodes/status'),
    rule('patch update', '', 'pods/status'),
    rule('delete get list', '', 'pods'),
    EVENTS,
  ],
  'persistent-volume-binder': [
    rule(`create delete ${READ} update`, '', 'persistentvolumes'),
    rule(`${READ} update`, '', 'persistentvolumeclaims'),
    rule('update', '', 'persistentvolumeclaims/status', 'persistentvolumes/status'),
    rule(`create delete ${READ}`, '', 'pods'),
    rule(READ, 'storage.k8s.io', 'storageclasses'),
    rule('get list', '', 'nodes'),
    rule('watch', '', 'events'),
    rule('create delete get', '', 'endpoints', 'services'),
    rule('get list', '', 'secrets'),
    EVENTS,
  ],
  'pod-garbage-collector': [
    rule('delete list watch', '', 'pods'),
    rule('get list', '', 'nodes'),
    rule('patch', '', 'pods/status'),
  ],
  'pv-protection-controller': [rule(`${READ} update`, '', 'persistentvolumes'), EVENTS],
  'pvc-protection-controller': [
    rule(`${READ} update`, '', 'persistentvolumeclaims'),
    rule(READ, '', 'pods'),
    EVENTS,
  ],
  'replicaset-controller': [
    rule(`${READ} update`, 'apps', 'replicasets'),
    rule('update', 'apps', 'replicasets/finalizers', 'replicasets/status'),
    rule(OWNED_PODS, '', 'pods'),
    EVENTS,
  ],
  'replication-controller': [
    rule(`${READ} update`, '', 'replicationcontrollers'),
    rule('update', '', 'replicationcontrollers/finalizers', 'replicationcontrollers/status'),
    rule(OWNED_PODS, '', 'pods'),
    EVENTS,
  ],
  'resourcequota-controller': [
    rule('list watch', '*', '*'),
    rule('update', '', 'resourcequotas/status'),
    EVENTS,
  ],
  'root-ca-cert-publisher': [rule('create update', '', 'configmaps'), EVENTS],
  'route-controller': [rule('list watch', '', 'nodes'), rule('patch', '', 'nodes/status'), EVENTS],
  'service-account-controller': [rule('create', '', 'serviceaccounts'), EVENTS],
  'service-cidrs-controller': [
    rule(`${READ} patch update`, 'networking.k8s.io', 'servicecidrs'),
    rule('patch update', 'networking.k8s.io', 'servicecidrs/finalizers', 'servicecidrs/status'),
    rule(READ, 'networking.k8s.io', 'ipaddresses'),
    EVENTS,
  ],
  'service-controller': [
    rule(READ, '', 'services'),
    rule('patch update', '', 'services/status'),
    rule('list watch', '', 'nodes'),
    EVENTS,
  ],
  'statefulset-controller': [
    rule('list watch', '', 'pods'),
    rule(READ, 'apps', 'statefulsets'),
    rule('update', 'apps', 'statefulsets/finalizers', 'statefulsets/status'),
    rule('create delete get patch update', '', 'pods'),
    REVISIONS,
    rule(`create delete ${READ} update`, '', 'persistentvolumeclaims'),
    EVENTS,
  ],
  'ttl-after-finished-controller': [rule(`delete ${READ}`, 'batch', 'jobs'), EVENTS],
  'ttl-controller': [rule('list patch update watch', '', 'nodes'), EVENTS],
  'validatingadmissionpolicy-status-controller': [
    rule(READ, 'admissionregistration.k8s.io', 'validatingadmissionpolicies'),
    rule('get patch update', 'admissionregistration.k8s.io', 'validatingadmissionpolicies/status'),
    EVENTS,
  ],
}
