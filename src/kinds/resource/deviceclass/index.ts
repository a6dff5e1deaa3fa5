import { type DeviceClass, V1, V1BETA2 } from '#kinds/resource/types/kind-types.js'
import { inBothVersions } from '#kinds/resource/versions.js'
import { builtInKind } from '#registry/kind.js'
import { LazyModule } from '#util/memoize.js'

/** The CEL compiler is loaded on first use. */
const classRules = new LazyModule(() => import('./validation.js'))

export const deviceClass = builtInKind<DeviceClass>({
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  singular: 'deviceclass',
  namespaced: false,
  strategy: {
    dropDisabledFields({ spec }) {
      spec.extendedResourceName = undefined
    },
  },
  ...inBothVersions<DeviceClass>(
    { v1: V1.DeviceClass, v1beta2: V1BETA2.DeviceClass },
    {
      subresources: [],
      rules: {
        load: () => classRules.load(),
        validate: (object, errors) => classRules.module.validateDeviceClass(object, errors),
      },
    },
  ),
})
