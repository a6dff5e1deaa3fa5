import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeFinalizerName } from '#registry/metadata/finalizer-rules.js'
import type { Namespace } from './schema.js'

export function validateNamespace({ spec }: Readonly<Namespace>, errors: FieldErrors): void {
  for (const finalizer of new Set(spec.finalizers)) mustBeFinalizerName('spec.finalizers', finalizer, errors)
}

export function validateFinalizers({ spec }: Readonly<Namespace>, errors: FieldErrors): void {
  errors.each('spec.finalizers', spec.finalizers, (finalizer) => mustBeFinalizerName('', finalizer, errors))
}

/** The phase follows from whether the namespace is being deleted. */
export function validateNamespaceStatus(
  { metadata, status: { phase = '' } }: Readonly<Namespace>,
  _current: Readonly<Namespace>,
  errors: FieldErrors,
): void {
  const isDeleted = Boolean(metadata.deletionTimestamp)
  if (!isDeleted && phase !== 'Active') {
    errors.invalid('status.phase', phase, "may only be 'Active' if `deletionTimestamp` is empty")
  }
  if (isDeleted && phase !== 'Terminating') {
    errors.invalid('status.phase', phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")
  }
}
