import type { FieldErrors } from '#meta/field-errors.js'
import type { PodSpec } from './pod-spec.js'

/** What a pod shares with its node, and its containers with one another. */

const OF_THE_NODE = ['hostNetwork', 'hostPID', 'hostIPC'] as const

export function validateSharing(spec: PodSpec, errors: FieldErrors): void {
  const { shareProcessNamespace, hostPID } = spec
  if (shareProcessNamespace && hostPID) {
    errors.invalid(
      'securityContext.shareProcessNamespace',
      shareProcessNamespace,
      'ShareProcessNamespace and HostPID cannot both be enabled',
    )
  }
}

/** Users of its own mean nothing in a namespace of the node. */
export function mustShareUsers(spec: PodSpec, errors: FieldErrors): void {
  if (spec.hostUsers !== false) return
  for (const member of OF_THE_NODE) {
    if (spec[member]) errors.forbidden(member, 'when `pod.Spec.HostUsers` is false')
  }
}
