import type { ObjectReference } from '#kinds/shared/object-reference.js'
import type { SelectableFields } from '#registry/kind.js'
import type { Event } from './core-v1/schema.js'

const REFERENCE = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const

/** The involved object, under the name that a version has for it. */
const about = (name: string): SelectableFields =>
  Object.fromEntries(
    REFERENCE.map((field: keyof ObjectReference) => [
      `${name}.${field}`,
      ({ involvedObject }: Event) => involvedObject[field] ?? '',
    ]),
  )

const reason = ({ reason }: Event) => reason ?? ''
const type = ({ type }: Event) => type ?? ''
const controller = ({ reportingComponent }: Event) => reportingComponent
const source = ({ source, reportingComponent }: Event) => source.component || reportingComponent

export const coreSelectableFields: SelectableFields = {
  ...about('involvedObject'),
  reason,
  reportingComponent: controller,
  source,
  type,
}

export const eventsSelectableFields: SelectableFields = {
  ...about('regarding'),
  reason,
  reportingController: controller,
  type,
}
