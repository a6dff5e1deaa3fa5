import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'

/** How volumes are mounted. */
export const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

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
