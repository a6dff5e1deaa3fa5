import type { ServedVersion } from '#registry/kind.js'
import { SchemaTypes } from '#structural/rules/cel-types.js'
import { CustomResourceCodec } from './custom-resource-codec.js'

/** The type as which expressions see the objects of a defined kind, but for their metadata; undefined for other kinds. */
export function expressionTypeOf({ form, kind }: ServedVersion) {
  return form instanceof CustomResourceCodec ? new SchemaTypes().of(form.schema, true, kind)?.type : undefined
}
