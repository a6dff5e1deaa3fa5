import { resourceV1, resourceV1beta2 } from '#kinds/groups.js'
import { sameShape } from '#kinds/shared/same-shape.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { KindDescription, VersionDescription } from '#registry/kind.js'
import type { AnyStruct } from '#schema/type.js'

/** Both versions of a kind of the group: they differ only in the names of their types. */
export function inBothVersions<O extends ApiObject>(
  schemas: { readonly v1: AnyStruct; readonly v1beta2: AnyStruct },
  version: Pick<VersionDescription<O>, 'subresources' | 'columns' | 'rules' | 'selectableFields'>,
): Pick<KindDescription<O>, 'nameFormat' | 'storageVersion' | 'otherVersions'> {
  const common = { ...version, enabledByDefault: false, returnDeletedObject: true }
  return {
    nameFormat: rfc1123Subdomain,
    storageVersion: { ...resourceV1, ...common, schema: schemas.v1 },
    otherVersions: [{ ...resourceV1beta2, ...common, schema: schemas.v1beta2, conversion: sameShape<O>() }],
  }
}
