import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustBeGivenAsOneOf } from '../../../meta/field-rules.js'
import type { PodSpec } from './pod-spec.js'

/** What a pod shares with its node, and its containers with one another. */

const SYSTEMS = ['linux', 'windows']
const OF_THE_NODE = ['hostNetwork', 'hostPID', 'hostIPC'] as const

export function validateSharing(spec: PodSpec, errors: FieldErrors): void {
  const { shareProcessNamespace, hostPID, hostUsers, os } = spec
  if (shareProcessNamespace && hostPID) {
    errors.invalid(
      'securityContext.shareProcessNamespace',
      shareProcessNamespace,
      'ShareProcessNamespace and HostPID cannot both be enabled',
    )
  }
  // Users of its own mean nothing in a namespace of the node.
  if (hostUsers === false) {
    for (const member of OF_THE_NODE) {
      if (spec[member]) errors.forbidden(`securityContext.${member}`, 'when `hostUsers` is false')
    }
  }
  if (os) mustBeGivenAsOneOf('os.name', os.name, SYSTEMS, errors)
}
