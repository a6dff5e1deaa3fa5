import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import { storageClassOf } from '#kinds/shared/storage/volumes.js'
import type { StorageClass } from '#kinds/storage/storageclass/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { compareQuantities } from '#schema/quantity.js'
import { rejection } from './rejection.js'
import type { StoredObjects } from './stored-objects.js'

const CLASSES = 'storage.k8s.io/storageclasses/'

/** A bound claim may grow, if its storage class allows expansion. */
export class ClaimResize implements AdmissionPlugin {
  readonly name = 'PersistentVolumeClaimResize'
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  handles({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'update' && group === '' && kind === 'PersistentVolumeClaim'
  }

  check(review: AdmissionReview): void {
    if (review.subresource !== undefined) return
    const claim = review.object as PersistentVolumeClaim
    const current = review.current as PersistentVolumeClaim
    const [wanted, asked] = [storageOf(claim), storageOf(current)]
    if (wanted === undefined || asked === undefined || compareQuantities(wanted, asked) <= 0) return
    if (current.status.phase !== 'Bound') {
      throw rejection(review, 'Only bound persistent volume claims can be expanded')
    }
    const name = storageClassOf(claim.metadata, claim.spec.storageClassName)
    const isKept = name === storageClassOf(current.metadata, current.spec.storageClassName)
    const found = isKept && name !== '' ? this.#stored.get<StorageClass>(CLASSES, undefined, name) : undefined
    if (found?.allowVolumeExpansion !== true) throw rejection(review, NOT_RESIZABLE)
  }
}

const NOT_RESIZABLE =
  'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'

const storageOf = ({ spec }: PersistentVolumeClaim) => spec.resources?.requests?.storage
