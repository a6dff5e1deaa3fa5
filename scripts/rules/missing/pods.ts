import type { OtherRule } from './missing-rule.js'

const SERVER_ERROR = 'only an error of the server; the causes of the client mistake are reported'

export const podsRules: readonly OtherRule[] = [
  {
    type: 'SecurityContext',
    path: '{container}.securityContext.privileged',
    error: 'Forbidden',
    reason: 'privileged containers are always allowed',
  },
  {
    type: 'WindowsHostProcess',
    path: '{spec}',
    error: 'Forbidden',
    reason: 'privileged containers are always allowed',
  },
  { type: 'PodStatus', path: 'status.podIPs', error: 'InternalError', reason: SERVER_ERROR },
  { type: 'PodStatus', path: 'status.hostIPs', error: 'InternalError', reason: SERVER_ERROR },
]
