import type { FieldErrors } from '../../../meta/field-errors.js'
import { validatePodTemplate as validateTemplate } from '../../shared/pod/pod-template-rules.js'
import type { PodTemplate } from './schema.js'

export function validatePodTemplate({ template }: Readonly<PodTemplate>, errors: FieldErrors): void {
  errors.member('template', template, validateTemplate)
}
