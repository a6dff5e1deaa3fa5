import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import type { BootstrapRole } from './cluster-roles.js'
import { READ, rule } from './namespace-rules.js'
import { NODE_RULES } from './node-rules.js'

/** Every component writes events. */
export const EVENTS: PolicyRule = {
  ...rule('create patch update', '', 'events'),
  apiGroups: ['', 'events.k8s.io'],
}

const CHANGE = `${READ} patch update`
const REQUESTS = 'certificatesigningrequests'
const CERTIFICATES = 'certificates.k8s.io'

/** Reviews of the tokens and rights of its own clients. */
export const REVIEWS: readonly PolicyRule[] = [
  rule('create', 'authentication.k8s.io', 'tokenreviews'),
  rule('create', 'authorization.k8s.io', 'subjectaccessreviews'),
]

const leading = (name: string): readonly PolicyRule[] => [
  rule('create', 'coordination.k8s.io', 'leases'),
  { ...rule('get update', 'coordination.k8s.io', 'leases'), resourceNames: [name] },
]

const approverOf = (signer: string): BootstrapRole => ({
  name: `system:${CERTIFICATES}:${signer}-approver`,
  rules: [{ ...rule('approve', CERTIFICATES, 'signers'), resourceNames: [`kubernetes.io/${signer}`] }],
})

/** The roles of the components of a cluster. */
export const COMPONENT_ROLES: readonly BootstrapRole[] = [
  { name: 'system:node', rules: NODE_RULES },
  {
    name: 'system:node-problem-detector',
    rules: [rule('get', '', 'nodes'), rule('patch', '', 'nodes/status'), EVENTS],
  },
  {
    name: 'system:kubelet-api-admin',
    rules: [
      rule(READ, '', 'nodes'),
      rule('proxy', '', 'nodes'),
      rule('*', '', 'nodes/log', 'nodes/metrics', 'nodes/proxy', 'nodes/stats'),
    ],
  },
  { name: 'system:node-bootstrapper', rules: [rule(`create ${READ}`, CERTIFICATES, REQUESTS)] },
  { name: 'system:kube-aggregator', rules: [rule(READ, '', 'endpoints', 'services')] },
  {
    name: 'system:kube-controller-manager',
    rules: [
      EVENTS,
      ...leading('kube-controller-manager'),
      rule('create', '', 'secrets', 'serviceaccounts'),
      rule('delete', '', 'secrets'),
      rule('get', '', 'configmaps', 'namespaces', 'secrets', 'serviceaccounts'),
      rule('update', '', 'secrets', 'serviceaccounts'),
      ...REVIEWS,
      rule('list watch', '*', '*'),
      rule('create', '', 'serviceaccounts/token'),
    ],
  },
  {
    name: 'system:kube-dns',
    rules: [
      rule('list watch', '', 'endpoints', 'services'),
      rule('list watch', 'discovery.k8s.io', 'endpointslices'),
    ],
  },
  {
    name: 'system:persistent-volume-provisioner',
    rules: [
      rule(`create delete ${READ}`, '', 'persistentvolumes'),
      rule(`${READ} update`, '', 'persistentvolumeclaims'),
      rule(READ, 'storage.k8s.io', 'storageclasses'),
      rule('watch', '', 'events'),
      EVENTS,
    ],
  },
  {
    name: `system:${CERTIFICATES}:${REQUESTS}:nodeclient`,
    rules: [rule('create', CERTIFICATES, `${REQUESTS}/nodeclient`)],
  },
  {
    name: `system:${CERTIFICATES}:${REQUESTS}:selfnodeclient`,
    rules: [rule('create', CERTIFICATES, `${REQUESTS}/selfnodeclient`)],
  },
  {
    name: 'system:volume-scheduler',
    rules: [
      rule(CHANGE, '', 'persistentvolumes'),
      rule(READ, 'storage.k8s.io', 'storageclasses'),
      rule(CHANGE, '', 'persistentvolumeclaims'),
    ],
  },
  ...['legacy-unknown', 'kubelet-serving', 'kube-apiserver-client', 'kube-apiserver-client-kubelet'].map(
    approverOf,
  ),
  {
    name: 'system:node-proxier',
    rules: [
      rule('list watch', '', 'endpoints', 'services'),
      rule(READ, '', 'nodes'),
      EVENTS,
      rule('list watch', 'discovery.k8s.io', 'endpointslices'),
      rule('list watch', 'networking.k8s.io', 'servicecidrs'),
    ],
  },
  {
    name: 'system:kube-scheduler',
    rules: [
      EVENTS,
      ...leading('kube-scheduler'),
      rule(READ, '', 'nodes'),
      rule(`delete ${READ}`, '', 'pods'),
      rule('create', '', 'bindings', 'pods/binding'),
      rule('patch update', '', 'pods/status'),
      rule(READ, '', 'replicationcontrollers', 'services'),
      rule(READ, 'apps', 'replicasets', 'statefulsets'),
      rule(READ, 'policy', 'poddisruptionbudgets'),
      rule(READ, '', 'namespaces', 'persistentvolumeclaims', 'persistentvolumes'),
      ...REVIEWS,
      rule(READ, 'storage.k8s.io', 'csidrivers', 'csinodes', 'csistoragecapacities'),
    ],
  },
]

/** Nobody is bound to `system:node`: the node authorizer knows its nodes. */
export const COMPONENT_BINDINGS: readonly {
  readonly role: string
  readonly users?: readonly string[]
  /** Service accounts of `kube-system`. */
  readonly accounts?: readonly string[]
}[] = [
  { role: 'system:node' },
  { role: 'system:kube-controller-manager', users: ['system:kube-controller-manager'] },
  { role: 'system:kube-dns', accounts: ['kube-dns'] },
  { role: 'system:kube-scheduler', users: ['system:kube-scheduler'] },
  { role: 'system:volume-scheduler', users: ['system:kube-scheduler'] },
  { role: 'system:node-proxier', users: ['system:kube-proxy'] },
]
