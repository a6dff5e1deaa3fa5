import type { OtherRule } from './missing-rule.js'

const ALLOCATIONS = 'test/api/kinds/service-allocation.test.ts'

export const coreRules: readonly OtherRule[] = [
  {
    type: 'Service',
    path: '(none: HTTP 500)',
    error: 'InternalError',
    detail: 'Internal error occurred: failed to allocate requested HealthCheck NodePort',
    test: ALLOCATIONS,
  },
  {
    type: 'Service',
    path: '(none: HTTP 500)',
    error: 'InternalError',
    detail: 'duplicate nodePort',
    test: ALLOCATIONS,
  },
  {
    type: 'EndpointSlice',
    path: 'endpoints[i].deprecatedTopology',
    error: 'TooMany',
    reason: 'v1 drops the field from every endpoint that is written',
  },
  {
    type: 'Node',
    path: 'spec.podCIDRs',
    error: 'InternalError',
    reason: 'only an error of the server; the causes of the client mistake are reported',
  },
  {
    type: 'Node',
    path: 'spec.configSource',
    error: 'Invalid',
    reason: 'no node has the field: it is dropped from every node that is written',
  },
  {
    type: 'PersistentVolume',
    path: 'resourceVersion',
    error: 'Required',
    reason: 'the version of the stored volume takes the place of an empty one',
  },
  {
    type: 'TokenRequest',
    path: 'metadata.namespace',
    error: 'Invalid',
    reason: 'another namespace than that of the path is a bad request before',
  },
  {
    type: 'Event',
    path: 'namespace',
    error: 'Invalid',
    reason: 'an event is in a namespace, whose name is valid',
  },
]
