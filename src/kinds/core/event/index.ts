import { coreV1, eventsV1 } from '#kinds/groups.js'
import { pathSegment } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { eventColumns, eventsV1Columns } from './columns.js'
import { eventsV1Conversion } from './conversion.js'
import * as core from './core-v1/schema.js'
import * as coreRules from './core-v1/validation.js'
import * as events from './events-v1/schema.js'
import * as eventsRules from './events-v1/validation.js'
import { coreSelectableFields, eventsSelectableFields } from './selectable-fields.js'

export const event = builtInKind<core.Event>({
  kind: 'Event',
  plural: 'events',
  singular: 'event',
  shortNames: ['ev'],
  namespaced: true,
  // The core group takes any name; the events group has a rule of its own.
  nameFormat: pathSegment,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: core.Event,
    subresources: [],
    allowCreateOnUpdate: true,
    selectableFields: coreSelectableFields,
    columns: eventColumns,
    rules: { validate: coreRules.validateEvent },
  },
  otherVersions: [
    {
      ...eventsV1,
      // Kubernetes names kinds by the group that they were first defined in.
      kindGroup: coreV1.group,
      schema: events.Event,
      subresources: [],
      allowCreateOnUpdate: true,
      selectableFields: eventsSelectableFields,
      columns: eventsV1Columns,
      conversion: eventsV1Conversion,
      rules: {
        validate: eventsRules.validateEvent,
        validateCreate: eventsRules.validateNewEvent,
        validateUpdate: eventsRules.validateEventUpdate,
      },
    },
  ],
})
