import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label } from '#meta/formats.js'
import type { DeviceClaim } from './types/kind-types.js'

const MAX_NAMES = 32
const UNKNOWN =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"

/** The names of the requests of a claim: `request`, and `request/subrequest`. */
export class KnownRequests {
  readonly #names = new Set<string>()

  constructor({ requests = [] }: DeviceClaim) {
    for (const { name, firstAvailable = [] } of requests) {
      this.#names.add(name)
      for (const subRequest of firstAvailable) this.#names.add(`${name}/${subRequest.name}`)
    }
  }

  /** Validates a list of references. */
  validate(field: string, names: readonly string[] | undefined, errors: FieldErrors): void {
    if (names !== undefined && names.length > MAX_NAMES) {
      errors.tooMany(field, names.length, MAX_NAMES)
      return
    }
    errors.eachDistinct(field, names, (name, errors, seen) => {
      this.validateOne('', name, errors)
      if (seen.has(name)) errors.duplicate('', name)
      seen.add(name)
    })
  }

  validateOne(field: string, name: string, errors: FieldErrors): void {
    const segments = name.split('/')
    if (segments.length <= 2) for (const segment of segments) errors.format(field, segment, rfc1123Label)
    if (!this.#names.has(name)) errors.invalid(field, name, UNKNOWN)
  }
}
