import { validatePodTemplate as validateTemplate } from '#kinds/shared/pod/pod-template-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { PodTemplate } from './schema.js'

export function validatePodTemplate({ template }: Readonly<PodTemplate>, errors: FieldErrors): void {
  errors.member('template', template, validateTemplate)
}
