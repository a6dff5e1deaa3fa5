import type { FieldErrors } from '#meta/field-errors.js'
import { validateAnnotations, validateLabels } from '#meta/label-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/** The other fields, in the order in which they are checked. */
const OF_THE_CLAIM = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const

/** In a template of claims: only labels and annotations, because the pod determines name and owner of the claim. */
export function validateTemplateMetadata(metadata: ObjectMeta, errors: FieldErrors): void {
  validateAnnotations('annotations', metadata.annotations, errors, true)
  validateLabels('labels', metadata.labels, errors)
  for (const field of OF_THE_CLAIM) if (metadata[field]) errors.forbidden(field, 'cannot be set')
}
