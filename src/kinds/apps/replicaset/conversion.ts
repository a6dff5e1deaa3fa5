import { hasSelector } from '#kinds/shared/same-json.js'
import type { Conversion } from '#registry/kind.js'
import type * as v1 from './apps-v1/schema.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'

/** `apps/v1` from and to `extensions/v1beta1`, which is stored. They differ in how a selector is left out. */
export const appsV1Conversion: Conversion<v1.ReplicaSet, v1beta1.ReplicaSet> = {
  fromStored: (object) => ({ ...object, spec: { ...object.spec, selector: object.spec.selector ?? null } }),
  toStored: (object) => ({
    ...object,
    spec: { ...object.spec, selector: object.spec.selector ?? undefined },
  }),
  isSameJson: hasSelector,
}
