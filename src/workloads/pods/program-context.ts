import type { Pod } from '#kinds/core/pod/schema.js'
import type { ProgramContext } from './program.js'
import type { Mount } from './shell/files.js'

type Container = NonNullable<Pod['spec']['containers']>[number]

/** What the program of a container finds around it, as far as the pod tells. */
export function programContext(
  pod: Pick<Pod, 'metadata' | 'spec' | 'status'>,
  container: Container,
): ProgramContext {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status
  const status = [...containerStatuses, ...initContainerStatuses].find(({ name }) => name === container.name)
  return {
    variables: variablesOf(pod, container),
    mounts: mountsOf(pod, container),
    restarts: status?.restartCount ?? 0,
    seed: `${pod.metadata.uid} ${container.name}`,
  }
}

/** Values with references, from other objects or of resources are not known. */
function variablesOf({ metadata }: Pick<Pod, 'metadata'>, { env = [] }: Container): Map<string, string> {
  const variables = new Map<string, string>()
  for (const { name, value = '', valueFrom } of env ?? []) {
    const known = valueFrom === undefined ? value : fieldOf(metadata, valueFrom.fieldRef?.fieldPath ?? '')
    if (known === undefined || known.includes('$(')) variables.delete(name)
    else variables.set(name, known)
  }
  return variables
}

const ENTRY = /^metadata\.(annotations|labels)\['([^']+)'\]$/

function fieldOf(
  { name, namespace, uid, annotations, labels }: Pod['metadata'],
  path: string,
): string | undefined {
  const [, part, key = ''] = ENTRY.exec(path) ?? []
  if (part !== undefined) return (part === 'labels' ? labels : annotations)?.[key] ?? ''
  return { 'metadata.name': name, 'metadata.namespace': namespace, 'metadata.uid': uid }[path]
}

/** A volume that several containers use may have files of the others. */
function mountsOf({ spec }: Pick<Pod, 'spec'>, { volumeMounts }: Container): readonly Mount[] {
  const all = [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
  const usesOf = (volume: string) =>
    all.flatMap((other) => other.volumeMounts ?? []).filter(({ name }) => name === volume).length
  return (volumeMounts ?? []).map(({ name, mountPath, subPath, subPathExpr }) => ({
    path: mountPath,
    isOwn:
      !subPath &&
      !subPathExpr &&
      spec.volumes?.find((volume) => volume.name === name)?.emptyDir !== undefined &&
      usesOf(name) === 1,
  }))
}
