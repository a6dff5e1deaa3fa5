import type { ServiceAccount } from './schema.js'

const ENFORCE_MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets'

/** The annotation is out of use; an object that has it already is left in peace. */
export function serviceAccountWarnings(
  { metadata }: Readonly<ServiceAccount>,
  current: Readonly<ServiceAccount> | undefined,
): readonly string[] {
  const isNew = current?.metadata.annotations?.[ENFORCE_MOUNTABLE] === undefined
  if (!isNew || metadata.annotations?.[ENFORCE_MOUNTABLE] === undefined) return []
  return [
    `metadata.annotations[${ENFORCE_MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ]
}
