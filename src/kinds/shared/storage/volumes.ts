import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/** How volumes are mounted. */
const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

/** The modes are given; whether they have to be is for the kind to say. */
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

/** What tables show of volumes and claims. */

export const UNSET = '<unset>'

/** Where the class stood before there was a member for it. */
export const STORAGE_CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

export function storageClassOf({ annotations }: ObjectMeta, name: string | undefined): string {
  return annotations?.[STORAGE_CLASS_ANNOTATION] ?? name ?? ''
}

/** What a client is warned of that says in annotations of a volume or a claim what has a field today. */
export function storageAnnotationWarnings(
  annotations: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  return ANNOTATIONS.flatMap(([name, since, field]) => {
    if (annotations?.[name] === undefined) return []
    return [`metadata.annotations[${name}]: deprecated since ${since}; use "${field}" attribute instead`]
  })
}

const ANNOTATIONS = [
  ['volume.beta.kubernetes.io/storage-class', 'v1.8', 'storageClassName'],
  ['volume.beta.kubernetes.io/mount-options', 'v1.31', 'mountOptions'],
] as const
