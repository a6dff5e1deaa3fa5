import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { dns1123Subdomain } from '#meta/formats.js'
import { type MetadataRules, validateMetadata } from '#registry/metadata/metadata-rules.js'
import type { AnyScale } from './form.js'

const METADATA: MetadataRules = { namespaced: true, nameFormat: dns1123Subdomain }

/** A scale is no stored object, so the write pipeline does not validate its metadata. */
export function validateScale({ metadata, spec }: Readonly<AnyScale>, errors: FieldErrors): void {
  validateMetadata(metadata, METADATA, errors)
  mustNotBeNegative('spec.replicas', spec.replicas, errors)
}
