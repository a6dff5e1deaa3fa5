import type { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'

/** Finalizers that need no domain before their name. */
const STANDARD = ['kubernetes', 'orphan', 'foregroundDeletion']
const FINALIZERS = 'finalizers'
/** Each is a controller that must act before the object is removed. */
export const MAX_FINALIZERS = 1000

const UNQUALIFIED = 'name is neither a standard finalizer name nor is it fully qualified'

type Finalizers = readonly string[] | undefined

/** `anyName` allows names without a path that are not standard. */
export function validateFinalizers(finalizers: Finalizers, errors: FieldErrors, anyName = false): void {
  if (finalizers === undefined) return
  if (finalizers.length > MAX_FINALIZERS) {
    errors.tooMany(FINALIZERS, finalizers.length, MAX_FINALIZERS)
    return
  }
  // Kubernetes reports this error at the list, and those below at the entry.
  for (const finalizer of new Set(finalizers)) errors.format(FINALIZERS, finalizer, qualifiedName)
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.invalid(FINALIZERS, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')
  }
  if (!anyName) errors.each(FINALIZERS, finalizers, mustBeQualifiedOrStandard)
}

/** Warnings for added finalizers whose names are of no good form, or may collide with others. */
export function finalizerWarnings(finalizers: Finalizers, before: Finalizers): readonly string[] {
  return (finalizers ?? [])
    .filter((name) => !before?.includes(name))
    .flatMap((name) =>
      [...qualifiedName(name), ...collisionWarnings(name)].map(
        (message) => `metadata.finalizers: ${JSON.stringify(name)}: ${message}`,
      ),
    )
}

function collisionWarnings(name: string): readonly string[] {
  if (name.includes('/') || STANDARD.includes(name)) return []
  const path = name.includes('.') ? ' including a path (/)' : ''
  return [
    `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`,
  ]
}

function mustBeQualifiedOrStandard(finalizer: string, errors: FieldErrors): void {
  if (finalizer.includes('/') || STANDARD.includes(finalizer)) return
  errors.invalid('', finalizer, UNQUALIFIED)
}

/** Both rules for one name, for finalizers outside of the metadata. */
export function mustBeFinalizerName(field: string, finalizer: string, errors: FieldErrors): void {
  errors.format(field, finalizer, qualifiedName)
  if (finalizer.includes('/') || STANDARD.includes(finalizer)) return
  errors.invalid(field, finalizer, UNQUALIFIED)
}

/** A deletion that has begun takes no more finalizers. */
export function mustNotGainFinalizers(finalizers: Finalizers, before: Finalizers, errors: FieldErrors): void {
  const added = new Set(finalizers)
  for (const known of before ?? []) added.delete(known)
  if (added.size === 0) return
  const names = [...added].sort().map((name) => JSON.stringify(name))
  errors.forbidden(
    FINALIZERS,
    `no new finalizers can be added if the object is being deleted, found new finalizers []string{${names.join(', ')}}`,
  )
}
