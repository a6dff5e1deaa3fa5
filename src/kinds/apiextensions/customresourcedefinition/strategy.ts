import { caBundleError } from '#kinds/shared/ca-bundle.js'
import type { Strategy } from '#registry/kind.js'
import type { WriteContext } from '#registry/strategy.js'
import { currentTime } from '#schema/times.js'
import { approvalCondition } from './approval.js'
import { ESTABLISHED, hasCondition, type NewCondition, TERMINATING, withCondition } from './conditions.js'
import { decideNames, HAS_BAD_BUNDLE, IS_ESTABLISHED, NOT_ESTABLISHED, reservedNames } from './names.js'
import type { CustomResourceDefinition } from './schema.js'

/** The finalizer that keeps a definition until all of its objects are deleted. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io'

export const DELETION_PENDING: NewCondition = {
  type: TERMINATING,
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
}

/**
 * A definition is established in the write that creates or changes it. Names are reserved like service addresses, so
 * every server that sees the definition agrees on its status.
 */
export const definitionStrategy: Strategy<CustomResourceDefinition> = {
  prepareForCreate(definition, context) {
    settle(definition, undefined, context)
  },
  prepareForUpdate(definition, current, context) {
    settle(definition, current, context)
  },
  allocations: reservedNames,
  prepareForDeletion(definition, _, { clock }) {
    const { metadata, status } = definition
    const { finalizers = [] } = metadata
    if (hasCondition(status, TERMINATING)) return
    if (!finalizers.includes(CLEANUP_FINALIZER)) metadata.finalizers = [...finalizers, CLEANUP_FINALIZER]
    status.conditions = withCondition(status.conditions ?? [], DELETION_PENDING, currentTime(clock))
  },
}

/** Once established, a definition stays so. */
function establishment(
  { spec, status }: Readonly<CustomResourceDefinition>,
  accepted: NewCondition,
): NewCondition {
  if (hasCondition(status, ESTABLISHED)) return IS_ESTABLISHED
  if (accepted.status !== 'True') return NOT_ESTABLISHED
  return caBundleError(spec.conversion?.webhook?.clientConfig?.caBundle) !== undefined
    ? HAS_BAD_BUNDLE
    : IS_ESTABLISHED
}

/** Sets the accepted names, the conditions and the stored versions. */
function settle(
  definition: CustomResourceDefinition,
  current: Readonly<CustomResourceDefinition> | undefined,
  { allocations, clock }: WriteContext,
): void {
  const time = currentTime(clock)
  const { status, spec } = definition
  const { names, accepted } = decideNames(definition, current, allocations)
  const approval = approvalCondition(definition)
  const findings = [accepted, establishment(definition, accepted), ...(approval ? [approval] : [])]
  const storage = (spec.versions ?? []).filter((version) => version.storage).map((version) => version.name)
  // The status may be shared with the current definition, which must not change.
  definition.status = {
    conditions: findings.reduce(
      (conditions, finding) => withCondition(conditions, finding, time),
      status.conditions ?? [],
    ),
    acceptedNames: names,
    storedVersions: [...new Set([...(status.storedVersions ?? []), ...storage])],
  }
}
