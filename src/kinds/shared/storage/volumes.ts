import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { quantityAsNumber } from '#schema/quantity.js'

/** How volumes are mounted. */
const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

/** The kind decides whether modes are required. */
export function mustBeAccessModes(field: string, modes: readonly string[], errors: FieldErrors): void {
  for (const mode of modes) mustBeOneOf(field, mode, ACCESS_MODES, errors)
  const others = modes.filter((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode))
  if (others.length > 0 && modes.includes('ReadWriteOncePod')) {
    errors.forbidden(field, 'may not use ReadWriteOncePod with other access modes')
  }
}

/** In the order in which tables show them. */
const ABBREVIATIONS: readonly (readonly [mode: string, abbreviation: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]

export function abbreviateAccessModes(modes: readonly string[] = []): string {
  return ABBREVIATIONS.filter(([mode]) => modes.includes(mode))
    .map(([, abbreviation]) => abbreviation)
    .join(',')
}

/** A negative amount is quoted as a whole number. */
export function mustBeResourceAmount(field: string, amount: string, errors: FieldErrors): void {
  if (!amount.startsWith('-')) return
  errors.invalid(field, -Math.ceil(-quantityAsNumber(amount)), 'must be a valid resource quantity')
}

/** What the columns of volumes and claims share. */

export const UNSET_CELL = '<unset>'

/** The annotation in which older clients name the class. */
export const STORAGE_CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

export function storageClassOf({ annotations }: ObjectMeta, name: string | undefined): string {
  return annotations?.[STORAGE_CLASS_ANNOTATION] ?? name ?? ''
}

/** Warnings about annotations of a volume or claim that have become fields. */
export function storageAnnotationWarnings(
  annotations: Readonly<Record<string, string>> | undefined,
  names: readonly string[],
): readonly string[] {
  return ANNOTATIONS.filter(([name]) => names.includes(name)).flatMap(([name, since, field]) => {
    if (annotations?.[name] === undefined) return []
    return [`metadata.annotations[${name}]: deprecated since ${since}; use "${field}" attribute instead`]
  })
}

export const MOUNT_OPTIONS_ANNOTATION = 'volume.beta.kubernetes.io/mount-options'

const ANNOTATIONS = [
  [STORAGE_CLASS_ANNOTATION, 'v1.8', 'storageClassName'],
  [MOUNT_OPTIONS_ANNOTATION, 'v1.31', 'mountOptions'],
] as const
