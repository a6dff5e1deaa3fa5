import { decodeYaml } from '#codec/yaml/yaml.js'
import { fieldErrorMessage } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { decoderOf } from '#schema/decode.js'
import type { Fields, StructType, StructValue } from '#schema/type.js'
import { unknownFields } from '#schema/unknown-fields.js'
import { jsonExcerpt } from '#util/excerpt.js'

/** A configuration file in a format of Kubernetes. */
export interface ConfigDocument<F extends Fields> {
  readonly kind: string
  readonly apiVersions: readonly string[]
  readonly type: StructType<F>
  validate(value: StructValue<F>, errors: FieldErrors): void
}

/** An invalid configuration. The message is one line with the path and the error. */
export class ConfigDocumentError extends Error {
  override readonly name = 'ConfigDocumentError'
}

/** Maximum reported errors per document. */
const MAX_REPORTED = 5

/** Parses a configuration in YAML or JSON. Rejects with `ConfigDocumentError`. */
export async function readConfigDocument<F extends Fields>(
  document: ConfigDocument<F>,
  content: Buffer,
): Promise<StructValue<F>> {
  const { value, complaints } = await decodeYaml(content, true).catch((error: Error) => {
    throw new ConfigDocumentError(error.message, { cause: error })
  })
  if (complaints.length > 0) throw new ConfigDocumentError(tell(complaints))
  return decodeConfigDocument(document, value)
}

/** The same for a value from a program. Throws `ConfigDocumentError`. */
export function decodeConfigDocument<F extends Fields>(
  document: ConfigDocument<F>,
  value: unknown,
): StructValue<F> {
  rejectOtherKinds(document, value)
  const unknown = unknownFields(document.type, value, MAX_REPORTED)
  if (unknown.length > 0) throw new ConfigDocumentError(tell(unknown.map((path) => `${path}: unknown field`)))
  const decoded = decode(document, value)
  const errors = new FieldErrors()
  document.validate(decoded, errors)
  if (errors.all.length > 0) {
    throw new ConfigDocumentError(
      tell(errors.all.map((error) => `${error.field}: ${fieldErrorMessage(error)}`)),
    )
  }
  return decoded
}

function decode<F extends Fields>({ type }: ConfigDocument<F>, value: unknown): StructValue<F> {
  try {
    return decoderOf(type)(value)
  } catch (error) {
    throw new ConfigDocumentError((error as Error).message, { cause: error })
  }
}

/** Checked first: another kind or version would only report unknown fields. */
function rejectOtherKinds<F extends Fields>({ kind, apiVersions }: ConfigDocument<F>, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigDocumentError(`expected an object of kind ${kind}`)
  }
  const given = value as { readonly kind?: unknown; readonly apiVersion?: unknown }
  if (given.kind !== kind) throw new ConfigDocumentError(`kind: expected ${kind}, got ${shown(given.kind)}`)
  if (typeof given.apiVersion !== 'string' || !apiVersions.includes(given.apiVersion)) {
    const expected = apiVersions.join(' or ')
    throw new ConfigDocumentError(`apiVersion: expected ${expected}, got ${shown(given.apiVersion)}`)
  }
}

const shown = (value: unknown) => (value === undefined ? 'nothing' : jsonExcerpt(value))

function tell(mistakes: readonly string[]): string {
  const others = mistakes.length - MAX_REPORTED
  const reported = mistakes.slice(0, MAX_REPORTED).join('; ')
  return others > 0 ? `${reported}; and ${others} more` : reported
}
