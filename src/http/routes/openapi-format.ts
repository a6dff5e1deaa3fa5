import { encodeOpenApiV2 } from '#codec/gnostic/openapi-v2.js'
import { JSON_TYPE } from '#codec/media-type.js'
import type { ApiInfo, OpenApiContent } from '#discovery/openapi/model.js'
import type { Dialect } from '#discovery/openapi/type-schema.js'
import type { Piece } from '#util/bytes/packed-bytes.js'

/** An encoded part of a document: one piece per section of the format, possibly empty. */
export type EncodedPart = readonly Piece[]

/** A format of OpenAPI documents: encodes parts and joins them. */
export interface OpenApiFormat {
  readonly mediaType: string
  readonly dialect: Dialect
  encode(content: OpenApiContent): readonly Buffer[]
  /** The pieces of the whole document, in order. */
  join(info: ApiInfo, parts: readonly EncodedPart[]): Piece[]
}

export const V2_PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

export const V2_JSON: OpenApiFormat = json('v2', '"swagger":"2.0"', '},"definitions":{', '}}')
export const V3_JSON: OpenApiFormat = json('v3', '"openapi":"3.0.0"', '},"components":{"schemas":{', '}}}')

/** Concatenated protobuf messages are merged. */
export const V2_PROTOBUF: OpenApiFormat = {
  mediaType: V2_PROTOBUF_TYPE,
  dialect: 'v2',
  encode: ({ paths, schemas }) => [encodeOpenApiV2({ paths, definitions: schemas })],
  join: (info, parts) => [encodeOpenApiV2({ swagger: '2.0', info }), ...parts.flat()],
}

const COMMA = Buffer.from(',')

function json(dialect: Dialect, version: string, beforeSchemas: string, end: string): OpenApiFormat {
  return {
    mediaType: JSON_TYPE,
    dialect,
    encode: ({ paths, schemas }) => [membersOf(paths), membersOf(schemas)],
    join: (info, parts) => [
      Buffer.from(`{${version},"info":${JSON.stringify(info)},"paths":{`),
      ...withCommas(parts.map(([paths]) => paths)),
      Buffer.from(beforeSchemas),
      ...withCommas(parts.map(([, schemas]) => schemas)),
      Buffer.from(end),
    ],
  }
}

const membersOf = (object: object) => Buffer.from(JSON.stringify(object)).subarray(1, -1)

function withCommas(pieces: readonly (Piece | undefined)[]): Piece[] {
  return pieces
    .filter((piece) => piece !== undefined && piece.length > 0)
    .flatMap((piece, index) => (index === 0 ? [piece as Piece] : [COMMA, piece as Piece]))
}
