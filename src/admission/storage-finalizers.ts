import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'

const FINALIZERS: ReadonlyMap<string, string> = new Map([
  ['PersistentVolume', 'kubernetes.io/pv-protection'],
  ['PersistentVolumeClaim', 'kubernetes.io/pvc-protection'],
  ['VolumeAttributesClass', 'kubernetes.io/vac-protection'],
])

const GROUPS: ReadonlySet<string> = new Set(['', 'storage.k8s.io'])

/**
 * Finalizers keep a volume while a claim is bound to it, a claim while a pod uses it, and a VolumeAttributesClass while
 * a claim or a volume names it.
 */
export class StorageFinalizers implements AdmissionPlugin {
  readonly name = 'StorageObjectInUseProtection'

  handles({ group, kind, isCustomResource }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'create' && GROUPS.has(group) && FINALIZERS.has(kind) && !isCustomResource
  }

  admit({ object, version: { kind } }: AdmissionReview): void {
    const finalizer = FINALIZERS.get(kind)
    if (object === undefined || finalizer === undefined) return
    const { finalizers = [] } = object.metadata
    if (!finalizers.includes(finalizer)) object.metadata.finalizers = [...finalizers, finalizer]
  }
}
