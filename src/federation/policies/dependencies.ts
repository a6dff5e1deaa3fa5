import { asObject, containersOf, type JsonPart, listOf, podSpecOf } from './pod-templates.js'

export const DEPENDENCY_KINDS = ['ConfigMap', 'Secret', 'ServiceAccount', 'PersistentVolumeClaim'] as const
export type DependencyKind = (typeof DEPENDENCY_KINDS)[number]

/** An object that a workload needs, in the same namespace. */
export interface Dependency {
  readonly kind: DependencyKind
  readonly name: string
}

/** Every namespace has it. */
const DEFAULT_ACCOUNT = 'default'

/** The objects that the pods of a workload refer to, each once. None for kinds without pods. */
export function dependenciesOf(object: unknown): readonly Dependency[] {
  const spec = podSpecOf(object)
  if (spec === undefined) return []
  const found = new Map<string, Dependency>()
  const add = (kind: DependencyKind, name: unknown) => {
    if (typeof name === 'string' && name !== '') found.set(`${kind}/${name}`, { kind, name })
  }
  const account = spec.serviceAccountName ?? spec.serviceAccount
  if (account !== DEFAULT_ACCOUNT) add('ServiceAccount', account)
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

function addVolume(volume: JsonPart, add: (kind: DependencyKind, name: unknown) => void): void {
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
