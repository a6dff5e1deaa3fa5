import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { READ, rule } from './namespace-rules.js'

const OWN_OBJECT = 'create delete get patch update'

/** What a kubelet does. The node authorizer restricts some of it to single objects. */
export const NODE_RULES: readonly PolicyRule[] = [
  rule('create', 'authentication.k8s.io', 'tokenreviews'),
  rule('create', 'authorization.k8s.io', 'localsubjectaccessreviews', 'subjectaccessreviews'),
  rule(READ, '', 'services'),
  rule(`create ${READ}`, '', 'nodes'),
  rule('patch update', '', 'nodes/status'),
  rule('patch update', '', 'nodes'),
  rule('create patch update', '', 'events'),
  rule(READ, '', 'pods'),
  rule('create delete', '', 'pods'),
  rule('patch update', '', 'pods/status'),
  rule('create', '', 'pods/eviction'),
  rule(READ, '', 'configmaps', 'secrets'),
  rule('get', '', 'persistentvolumeclaims', 'persistentvolumes'),
  rule('get', '', 'endpoints'),
  rule(`create ${READ}`, 'certificates.k8s.io', 'certificatesigningrequests'),
  rule(OWN_OBJECT, 'coordination.k8s.io', 'leases'),
  rule('get', 'storage.k8s.io', 'volumeattachments'),
  rule('create', '', 'serviceaccounts/token'),
  rule('get patch update', '', 'persistentvolumeclaims/status'),
  rule(READ, 'storage.k8s.io', 'csidrivers'),
  rule(OWN_OBJECT, 'storage.k8s.io', 'csinodes'),
  rule(READ, 'node.k8s.io', 'runtimeclasses'),
]
