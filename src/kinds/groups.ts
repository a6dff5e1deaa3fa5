import { LEGACY_CONVENTIONS, TODAY_CONVENTIONS } from '../registry/kind.js'

/** The groups and versions that kinds are served in, each with the conventions of its time. */

export const extensionsV1beta1 = {
  group: 'extensions',
  version: 'v1beta1',
  conventions: LEGACY_CONVENTIONS,
} as const

export const federationV1beta1 = {
  group: 'federation',
  version: 'v1beta1',
  conventions: LEGACY_CONVENTIONS,
} as const

/** Daemon sets alone so far. */
export const appsV1 = {
  group: 'apps',
  version: 'v1',
  conventions: TODAY_CONVENTIONS,
  announced: false,
} as const
