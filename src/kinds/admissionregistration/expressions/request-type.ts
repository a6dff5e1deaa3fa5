import { BOOL, type CelType, DYN, listOf, mapOf, type ObjectField, objectType, STRING } from '#cel/types.js'

/** An object type whose fields have the names of JSON. */
export const object = (name: string, fields: Readonly<Record<string, CelType>>): CelType =>
  objectType(
    name,
    new Map(
      Object.entries(fields).map(([field, type]): [string, ObjectField] => [
        field,
        { jsonName: field, type },
      ]),
    ),
  )

const KIND = object('kubernetes.GroupVersionKind', { group: STRING, version: STRING, kind: STRING })
const RESOURCE = object('kubernetes.GroupVersionResource', {
  group: STRING,
  version: STRING,
  resource: STRING,
})

/** The `request` variable, without the objects. */
export const REQUEST_TYPE = object('kubernetes.AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: object('kubernetes.UserInfo', {
    username: STRING,
    uid: STRING,
    groups: listOf(STRING),
    extra: mapOf(STRING, listOf(STRING)),
  }),
  dryRun: BOOL,
  options: DYN,
})
