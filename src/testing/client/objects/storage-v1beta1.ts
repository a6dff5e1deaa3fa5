// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** Attributes of volumes that can change while a volume exists. */
export interface VolumeAttributesClass {
  kind: 'VolumeAttributesClass'
  apiVersion: 'storage.k8s.io/v1beta1'
  /** Name, labels and other standard data of the class. */
  metadata: ObjectMeta
  /** CSI driver of the volumes; never changes. */
  driverName: string
  /** Attributes for the driver, at least one; they never change. */
  parameters?: Record<string, string>
}
