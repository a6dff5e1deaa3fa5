import { MAX_CONFIGURATIONS, validateList, validateSelectorsOfClass } from '#kinds/resource/claim-rules.js'
import { validateConfiguration } from '#kinds/resource/parameter-rules.js'
import type { DeviceClass } from '#kinds/resource/types/kind-types.js'
import type { FieldErrors } from '#meta/field-errors.js'

export function validateDeviceClass({ spec }: Readonly<DeviceClass>, errors: FieldErrors): void {
  errors.field('spec', spec, ({ selectors, config }, errors) => {
    validateSelectorsOfClass(selectors, errors)
    validateList('config', config, MAX_CONFIGURATIONS, validateConfiguration, errors)
  })
}
