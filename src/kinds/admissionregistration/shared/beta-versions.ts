import { admissionregistrationV1alpha1, admissionregistrationV1beta1 } from '#kinds/groups.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { Conversion, VersionDescription } from '#registry/kind.js'
import { renamed } from '#schema/renamed.js'
import type { AnyStruct } from '#schema/type.js'

/** The versions have the same fields. */
const CONVERSION: Conversion<ApiObject, ApiObject> = {
  toStored: (object) => object,
  fromStored: (object) => object,
  isSameJson: () => true,
}

type Description<O extends ApiObject> = Pick<
  VersionDescription<O>,
  'subresources' | 'allowUnconditionalUpdate' | 'columns' | 'rules'
>

/** `v1beta1`, which is stored, and `v1alpha1` of a kind that has no other version yet. */
export function betaVersions<O extends ApiObject>(schema: AnyStruct, description: Description<O>) {
  const inVersion = (version: string) =>
    renamed(schema, 'io.k8s.api.admissionregistration.v1.', `io.k8s.api.admissionregistration.${version}.`)
  return {
    storageVersion: { ...admissionregistrationV1beta1, ...description, schema: inVersion('v1beta1') },
    otherVersions: [
      {
        ...admissionregistrationV1alpha1,
        ...description,
        schema: inVersion('v1alpha1'),
        conversion: CONVERSION as Conversion<O, O>,
      },
    ],
  }
}
