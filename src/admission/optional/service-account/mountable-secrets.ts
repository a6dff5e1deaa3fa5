import type { ServiceAccount } from '#kinds/core/serviceaccount/index.js'
import type { Container } from '#kinds/shared/pod/containers/container.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'

/** The first secret of a pod that its account does not name. */
export function secretError(spec: PodSpec, account: ServiceAccount): string | undefined {
  const allowed = namesOf(account.secrets)
  for (const { secret } of spec.volumes ?? []) {
    const { secretName = '' } = secret ?? {}
    if (secret !== undefined && !allowed.has(secretName)) {
      return notMountable(`volume with secret.secretName="${secretName}" is`, account)
    }
  }
  return (
    containersError('init container', spec.initContainers, account) ??
    containersError('container', spec.containers, account) ??
    pullSecretError(spec, account)
  )
}

/** The same for the containers that are added to a running pod. */
export const ephemeralSecretError = (spec: PodSpec, account: ServiceAccount): string | undefined =>
  containersError('ephemeral container', spec.ephemeralContainers, account)

function containersError(
  what: string,
  containers: readonly Container[] | null | undefined,
  account: ServiceAccount,
): string | undefined {
  const allowed = namesOf(account.secrets)
  for (const { name: container, env = [], envFrom = [] } of containers ?? []) {
    for (const { name: variable, valueFrom } of env) {
      const { name = '' } = valueFrom?.secretKeyRef ?? {}
      if (valueFrom?.secretKeyRef === undefined || allowed.has(name)) continue
      const where = `${what} ${container} with envVar ${variable}`
      return notMountable(`${where} referencing secret.secretName="${name}" is`, account)
    }
    for (const { secretRef } of envFrom) {
      const { name = '' } = secretRef ?? {}
      if (secretRef === undefined || allowed.has(name)) continue
      const where = `${what} ${container} with envFrom`
      return notMountable(`${where} referencing secret.secretName="${name}" is`, account)
    }
  }
  return undefined
}

function pullSecretError({ imagePullSecrets = [] }: PodSpec, account: ServiceAccount): string | undefined {
  const allowed = namesOf(account.imagePullSecrets)
  for (const [index, { name = '' }] of imagePullSecrets.entries()) {
    if (allowed.has(name)) continue
    return `imagePullSecrets[${index}].name="${name}" is not allowed because service account ${account.metadata.name} does not reference that imagePullSecret`
  }
  return undefined
}

const notMountable = (what: string, { metadata }: ServiceAccount) =>
  `${what} not allowed because service account ${metadata.name} does not reference that secret`

const namesOf = (references: readonly { readonly name?: string | undefined }[] = []): ReadonlySet<string> =>
  new Set(references.map(({ name = '' }) => name))
