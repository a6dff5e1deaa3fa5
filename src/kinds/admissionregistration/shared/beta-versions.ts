import { admissionregistrationV1alpha1, admissionregistrationV1beta1 } from '#kinds/groups.js'
import { sameShape } from '#kinds/shared/same-shape.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { GroupVersion } from '#meta/resource.js'
import type { VersionDescription } from '#registry/kind.js'
import { renamed } from '#schema/renamed.js'
import type { AnyStruct } from '#schema/type.js'

const PACKAGE = 'io.k8s.api.admissionregistration'

type Description<O extends ApiObject> = Pick<
  VersionDescription<O>,
  'subresources' | 'allowUnconditionalUpdate' | 'columns' | 'rules'
>

/** `v1beta1`, which is stored, and `v1alpha1` of a kind that has no other version. `--runtime-config` turns them on. */
export function betaVersions<O extends ApiObject>(schema: AnyStruct, description: Description<O>) {
  const described = <G extends GroupVersion>(groupVersion: G) => ({
    ...groupVersion,
    ...description,
    schema: renamed(schema, `${PACKAGE}.v1.`, `${PACKAGE}.${groupVersion.version}.`),
    enabledByDefault: false,
  })
  return {
    storageVersion: described(admissionregistrationV1beta1),
    otherVersions: [{ ...described(admissionregistrationV1alpha1), conversion: sameShape<O>() }],
  }
}
