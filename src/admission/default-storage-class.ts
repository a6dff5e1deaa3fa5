import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import type { StorageClass } from '#kinds/storage/storageclass/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { defaultClass } from './default-class.js'
import type { StoredObjects } from './stored-objects.js'

const CLASSES = 'storage.k8s.io/storageclasses/'
const DEFAULT_CLASS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
]
/** Older clients name the class in this annotation. */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

/** Gives a new claim without a class the default class. A claim with the class "" wants none. */
export class DefaultStorageClass implements AdmissionPlugin {
  readonly name = 'DefaultStorageClass'
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  handles({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'create' && group === '' && kind === 'PersistentVolumeClaim'
  }

  admit({ object }: AdmissionReview): void {
    const { metadata, spec } = object as PersistentVolumeClaim
    if (spec.storageClassName !== undefined || metadata.annotations?.[CLASS_ANNOTATION] !== undefined) return
    const classes = this.#stored.all<StorageClass>(CLASSES)
    spec.storageClassName = defaultClass(classes, DEFAULT_CLASS)
  }
}
