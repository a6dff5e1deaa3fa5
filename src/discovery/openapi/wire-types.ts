import { ListMeta, typeMeta } from '#meta/type-meta.js'
import type { ServedVersion } from '#registry/kind.js'
import { type AnyStruct, json, list, optional, required, string, struct } from '#schema/type.js'

/** Types that have no description elsewhere: the server writes them piece by piece and never decodes them. */

export const WatchEvent = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent',
  'One change that a watch tells of.',
  {
    type: required(1, string, 'What happened: ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.'),
    object: required(
      2,
      json,
      'Object as it is after the change, or was before a deletion; a Status for ERROR.',
    ),
  },
)

export const Patch = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Patch',
  'Change to an object, in the format of its media type.',
  {},
)

export const VersionInfo = struct(
  'io.k8s.apimachinery.pkg.version.Info',
  'Version of the server and what it runs on.',
  {
    major: required(1, string, 'Major version of the API that is served.'),
    minor: required(2, string, 'Minor version of the API that is served.'),
    gitVersion: required(
      3,
      string,
      'Full semantic version, followed by a plus sign and the version of the server.',
    ),
    gitCommit: required(4, string, 'Commit that the server was built from; may be empty.'),
    gitTreeState: required(
      5,
      string,
      'Whether the sources had been changed since that commit; may be empty.',
    ),
    buildDate: required(6, string, 'Time of the build in RFC 3339.'),
    goVersion: required(7, string, 'Always empty; clients expect it to be there.'),
    compiler: required(8, string, 'Runtime that the server runs on, with its version.'),
    platform: required(9, string, 'Operating system and processor architecture, joined by a slash.'),
  },
)

/** The list of a kind. All lists have the same fields. */
export function listOf({ kind, listKind, plural, schema, isCustomResource }: ServedVersion): AnyStruct {
  const name = isCustomResource ? schema.name.replace(/[^.]*$/, listKind) : `${schema.name}List`
  const description = isCustomResource
    ? `${listKind} is a list of ${kind}`
    : `List of objects of the kind ${kind}.`
  return struct(name, description, () => ({
    ...typeMeta,
    metadata: optional(1, ListMeta, 'Version of the list and, when it is incomplete, how to go on.'),
    items: required(2, list(schema), `List of ${plural}, by namespace and name.`),
  }))
}
