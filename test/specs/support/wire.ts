import { readEnvelope } from '#codec/protobuf/envelope.js'
import { decodeObject, encodeObject } from '#codec/protobuf/object.js'
import { kinds } from '#kinds/index.js'
import { DeleteOptions } from '#meta/delete-options.js'
import { PartialObjectMetadata } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { Status } from '#meta/status.js'
import { ListMeta } from '#meta/type-meta.js'
import { type AnyStruct, list, optional, struct } from '#schema/type.js'
import type { Json } from '#test/support/client.js'

/** The format in which a typed client writes and reads objects. */
export interface WireFormat {
  readonly name: string
  readonly contentType: string
  /** The Accept header: the format first, then JSON for responses without it. */
  readonly accept: string
  encode(object: Json): Buffer
  decode(bytes: Buffer): Json
}

const JSON_TYPE = 'application/json'
const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf'

export const JSON_FORMAT: WireFormat = {
  name: 'JSON',
  contentType: JSON_TYPE,
  accept: JSON_TYPE,
  encode: (object) => Buffer.from(JSON.stringify(object)),
  decode: (bytes) => JSON.parse(bytes.toString()),
}

export const PROTOBUF_FORMAT: WireFormat = {
  name: 'protobuf',
  contentType: PROTOBUF_TYPE,
  accept: `${PROTOBUF_TYPE},${JSON_TYPE}`,
  encode: (object) => encodeObject(schemaOf(object), object.apiVersion, object.kind, object),
  decode: (bytes) => {
    const envelope = readEnvelope(bytes)
    return decodeObject(bytes, { ...envelope, schema: schemaOf(envelope) })
  },
}

export const FORMATS: readonly WireFormat[] = [JSON_FORMAT, PROTOBUF_FORMAT]

const META_KINDS: Readonly<Record<string, AnyStruct>> = {
  // Clients send these in the group and version of the resource that is deleted.
  DeleteOptions,
  Status,
  PartialObjectMetadata,
  PartialObjectMetadataList: listOf('PartialObjectMetadata', PartialObjectMetadata),
}

const schemas = new Map<string, AnyStruct>()
for (const version of kinds.flatMap(({ versions }) => versions)) {
  const { kind, schema } = version
  const apiVersion = apiVersionOf(version)
  schemas.set(`${apiVersion} ${kind}`, schema)
  schemas.set(`${apiVersion} ${kind}List`, listOf(kind, schema))
  for (const { groupVersion = version, kind, schema } of version.subresources) {
    if (schema !== undefined) schemas.set(`${apiVersionOf(groupVersion)} ${kind}`, schema)
  }
}

function listOf(kind: string, schema: AnyStruct): AnyStruct {
  return struct(`${kind}List`, 'A list.', {
    metadata: optional(1, ListMeta, 'About the list.'),
    items: optional(2, list(schema), 'Its objects.'),
  })
}

function schemaOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): AnyStruct {
  const schema = META_KINDS[kind] ?? schemas.get(`${apiVersion} ${kind}`)
  if (schema === undefined) throw new Error(`no ${kind} of ${apiVersion} is known`)
  return schema
}
