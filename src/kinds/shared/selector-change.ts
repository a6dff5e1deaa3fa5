import type { ApiObject } from '#meta/api-object.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { LabelSelector } from '#meta/label-selector.js'
import { sameMeaning } from '#schema/equal.js'

interface Selecting extends ApiObject {
  spec: { selector: LabelSelector | null }
}

/** Another selector would leave pods behind that nothing counts any more. */
export function mustKeepSelector(
  { spec }: Readonly<Selecting>,
  { spec: current }: Readonly<Selecting>,
  errors: FieldErrors,
): void {
  if (sameMeaning(LabelSelector, spec.selector ?? {}, current.selector ?? {})) return
  errors.invalid('spec.selector', spec.selector, 'field is immutable')
}
