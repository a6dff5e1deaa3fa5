/** What a client is warned of that says in annotations of a volume or a claim what has a field today. */
export function storageAnnotationWarnings(
  annotations: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  return ANNOTATIONS.flatMap(([name, since, field]) => {
    if (annotations?.[name] === undefined) return []
    return [`metadata.annotations[${name}]: deprecated since ${since}; use "${field}" attribute instead`]
  })
}

const ANNOTATIONS = [
  ['volume.beta.kubernetes.io/storage-class', 'v1.8', 'storageClassName'],
  ['volume.beta.kubernetes.io/mount-options', 'v1.31', 'mountOptions'],
] as const
