import { optional, string } from '#schema/type.js'

/** The first two members of every object on the wire. In protobuf they travel in the envelope. */
export const typeMeta = {
  kind: optional(0, string, 'Kind of this object, in CamelCase.'),
  apiVersion: optional(0, string, 'Group and version of the schema that this object follows.'),
}
