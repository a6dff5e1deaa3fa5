import type { Allocations } from '#registry/allocations.js'
import type { Strategy } from '#registry/kind.js'
import { formatTime } from '#schema/times.js'
import { approvalFinding } from './approval.js'
import { ESTABLISHED, type Finding, hasCondition, TERMINATING, withCondition } from './conditions.js'
import { decideNames, heldNames, IS_ESTABLISHED, NOT_ESTABLISHED } from './names.js'
import type { CustomResourceDefinition } from './schema.js'

/** The finalizer by which the server holds a definition until none of its objects is left. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io'

export const DELETION_PENDING: Finding = {
  type: TERMINATING,
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
}

/**
 * A definition is established, or not, in the write that creates or changes it: names are held like addresses of services
 * are, so that every server that sees the definition knows what becomes of it.
 */
export const definitionStrategy: Strategy<CustomResourceDefinition> = {
  prepareForCreate(definition, allocations) {
    settle(definition, undefined, allocations, definition.metadata.creationTimestamp ?? now())
  },
  prepareForUpdate(definition, current, allocations) {
    settle(definition, current, allocations, now())
  },
  allocations: heldNames,
  prepareForDeletion(definition) {
    const { metadata, status } = definition
    const { finalizers = [] } = metadata
    if (hasCondition(status, TERMINATING)) return
    if (!finalizers.includes(CLEANUP_FINALIZER)) metadata.finalizers = [...finalizers, CLEANUP_FINALIZER]
    status.conditions = withCondition(status.conditions ?? [], DELETION_PENDING, now())
  },
}

const now = () => formatTime(new Date())

/** Sets the status: which names and conditions the definition has, and which versions objects may be stored in. */
function settle(
  definition: CustomResourceDefinition,
  current: Readonly<CustomResourceDefinition> | undefined,
  allocations: Allocations,
  time: string,
): void {
  const { status, spec } = definition
  const { names, accepted } = decideNames(definition, current, allocations)
  const isEstablished = accepted.status === 'True' || hasCondition(status, ESTABLISHED)
  const approval = approvalFinding(definition)
  const findings = [
    accepted,
    isEstablished ? IS_ESTABLISHED : NOT_ESTABLISHED,
    ...(approval ? [approval] : []),
  ]
  const storage = (spec.versions ?? []).filter((version) => version.storage).map((version) => version.name)
  // The status may be that of the current definition, which stays as it is.
  definition.status = {
    conditions: findings.reduce(
      (conditions, finding) => withCondition(conditions, finding, time),
      status.conditions ?? [],
    ),
    acceptedNames: names,
    storedVersions: [...new Set([...(status.storedVersions ?? []), ...storage])],
  }
}
