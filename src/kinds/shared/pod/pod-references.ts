import { asObject, containersOf, type JsonPart, listOf } from './pod-templates.js'

export type ReferencedKind = 'ConfigMap' | 'Secret' | 'ServiceAccount' | 'PersistentVolumeClaim'

/** An object that a pod needs, in the same namespace. */
export interface PodReference {
  readonly kind: ReferencedKind
  readonly name: string
}

/** The objects that pods with a spec refer to, each once. Ignores parts of other types. */
export function podReferences(spec: JsonPart): readonly PodReference[] {
  const found = new Map<string, PodReference>()
  const add = (kind: ReferencedKind, name: unknown) => {
    if (typeof name === 'string' && name !== '') found.set(`${kind}/${name}`, { kind, name })
  }
  add('ServiceAccount', spec.serviceAccountName ?? spec.serviceAccount)
  for (const { name } of listOf(spec.imagePullSecrets)) add('Secret', name)
  for (const volume of listOf(spec.volumes)) addVolume(volume, add)
  for (const container of containersOf(spec)) {
    for (const { valueFrom } of listOf(container.env)) {
      add('ConfigMap', asObject(asObject(valueFrom)?.configMapKeyRef)?.name)
      add('Secret', asObject(asObject(valueFrom)?.secretKeyRef)?.name)
    }
    for (const { configMapRef, secretRef } of listOf(container.envFrom)) {
      add('ConfigMap', asObject(configMapRef)?.name)
      add('Secret', asObject(secretRef)?.name)
    }
  }
  return [...found.values()]
}

/** Kinds of volumes whose driver reads a Secret named by one of these fields. */
const SECRET_FIELDS = ['secretRef', 'nodePublishSecretRef'] as const

function addVolume(volume: JsonPart, add: (kind: ReferencedKind, name: unknown) => void): void {
  add('ConfigMap', asObject(volume.configMap)?.name)
  add('Secret', asObject(volume.secret)?.secretName)
  add('PersistentVolumeClaim', asObject(volume.persistentVolumeClaim)?.claimName)
  add('Secret', asObject(volume.azureFile)?.secretName)
  for (const source of Object.values(volume)) {
    for (const field of SECRET_FIELDS) add('Secret', asObject(asObject(source)?.[field])?.name)
  }
  for (const source of listOf(asObject(volume.projected)?.sources)) {
    add('ConfigMap', asObject(source.configMap)?.name)
    add('Secret', asObject(source.secret)?.name)
  }
}
