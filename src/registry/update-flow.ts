import type { ApiObject } from '../meta/api-object.js'
import type { FieldErrors } from '../meta/field-errors.js'
import type { ServedVersion, StoredKind, VersionRules } from './kind.js'
import { raiseGeneration } from './metadata.js'
import { validateMetadata, validateMetadataUpdate } from './metadata-rules.js'
import type { FlowName } from './modification.js'

/** What an update of an object, or of its status, may change, and what is checked there. */
export interface UpdateFlow {
  /** Puts back what the update may not change. Both objects are in the stored version. */
  prepare(kind: StoredKind, object: ApiObject, current: ApiObject): void
  /** The rules of the version that the update came in. */
  validateParts<V extends ApiObject>(rules: VersionRules<V>, object: V, current: V, errors: FieldErrors): void
}

/** The object itself: everything but its status. */
const objectFlow: UpdateFlow = {
  prepare(kind, object, current) {
    if (kind.storageVersion.emptyStatus) takeMember('status', object, current)
    kind.strategy.prepareForUpdate?.(object, current)
    raiseGeneration(kind, object, current)
  },
  validateParts(rules, object, current, errors) {
    rules.validate?.(object, errors)
    rules.validateUpdate?.(object, current, errors)
  },
}

/** The status alone, with the metadata that its reporters may touch. */
const statusFlow: UpdateFlow = {
  prepare(kind, object, current) {
    takeMember('spec', object, current)
    kind.strategy.prepareForStatusUpdate?.(object, current)
  },
  validateParts(rules, object, current, errors) {
    rules.validateStatusUpdate?.(object, current, errors)
  },
}

export const UPDATE_FLOWS: Readonly<Record<FlowName, UpdateFlow>> = { object: objectFlow, status: statusFlow }

/** All rules on an updated object, in the version that the update came in. */
export function validateUpdate<V extends ApiObject>(
  flow: UpdateFlow,
  { stored, rules }: ServedVersion<V>,
  object: V,
  current: V,
  errors: FieldErrors,
): void {
  validateMetadata(object.metadata, stored, errors)
  validateMetadataUpdate(object.metadata, current.metadata, errors)
  flow.validateParts(rules, object, current, errors)
}

function takeMember(name: 'spec' | 'status', object: ApiObject, current: ApiObject): void {
  const [to, from] = [
    object as Record<string, unknown> & ApiObject,
    current as Record<string, unknown> & ApiObject,
  ]
  to[name] = from[name]
}
