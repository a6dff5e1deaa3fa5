import type { ApiObject } from '../meta/api-object.js'
import type { FieldErrors } from '../meta/field-errors.js'
import type { ResourceDefinition } from './definition.js'
import { inheritMetadata, raiseGeneration } from './metadata.js'
import { validateMetadata, validateMetadataUpdate } from './metadata-rules.js'
import type { FlowName } from './modification.js'

/** What an update through one of an object's doors may change, and what is checked there. */
export interface UpdateFlow {
  prepare<O extends ApiObject>(definition: ResourceDefinition<O>, object: O, current: O): void
  validate<O extends ApiObject>(
    definition: ResourceDefinition<O>,
    object: O,
    current: O,
    errors: FieldErrors,
  ): void
}

/** The object itself: everything but its status. */
const objectFlow: UpdateFlow = {
  prepare(definition, object, current) {
    inheritMetadata(object.metadata, current.metadata)
    if (definition.emptyStatus) takeMember('status', object, current)
    definition.strategy.prepareForUpdate?.(object, current)
    raiseGeneration(definition, object, current)
  },
  validate(definition, object, current, errors) {
    validateMetadata(object.metadata, definition, errors)
    validateMetadataUpdate(object.metadata, current.metadata, errors)
    definition.strategy.validate?.(object, errors)
    definition.strategy.validateUpdate?.(object, current, errors)
  },
}

/** The status alone, with the metadata that its reporters may touch. */
const statusFlow: UpdateFlow = {
  prepare(definition, object, current) {
    inheritMetadata(object.metadata, current.metadata)
    takeMember('spec', object, current)
    definition.strategy.prepareForStatusUpdate?.(object, current)
  },
  validate(definition, object, current, errors) {
    validateMetadata(object.metadata, definition, errors)
    validateMetadataUpdate(object.metadata, current.metadata, errors)
    definition.strategy.validateStatusUpdate?.(object, current, errors)
  },
}

export const UPDATE_FLOWS: Readonly<Record<FlowName, UpdateFlow>> = { object: objectFlow, status: statusFlow }

function takeMember(name: 'spec' | 'status', object: ApiObject, current: ApiObject): void {
  const [to, from] = [
    object as Record<string, unknown> & ApiObject,
    current as Record<string, unknown> & ApiObject,
  ]
  to[name] = from[name]
}
