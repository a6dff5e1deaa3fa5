import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, map, optional, required, string, struct } from '#schema/type.js'

const volumeAttributesClassIn = <const V extends string>(version: V) =>
  struct(
    `io.k8s.api.storage.${version}.VolumeAttributesClass`,
    'Attributes of volumes that can change while a volume exists.',
    () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the class.'),
      driverName: required(2, string, 'CSI driver of the volumes; never changes.'),
      parameters: optional(3, map(string), 'Attributes for the driver, at least one; they never change.'),
    }),
  )

export const VolumeAttributesClass = volumeAttributesClassIn('v1')
export interface VolumeAttributesClass extends Infer<typeof VolumeAttributesClass> {}

export const VolumeAttributesClassBeta = volumeAttributesClassIn('v1beta1')
