import { OverridesError } from '#federation/overrides/overrides.js'
import type { ContainerWords, Override, OverrideSpec } from '#kinds/federation/policies/overrides.js'
import { containersOf, podSpecOf } from '#kinds/shared/pod/pod-templates.js'
import { ApiError } from '#meta/api-error.js'
import { applyJsonPatch, readJsonPatch } from '#patch/json-patch.js'
import type { Policy } from './acting-policy.js'
import { affinityMatches } from './cluster-affinity.js'
import type { ClusterFacts } from './cluster-facts.js'

/** A copy that overrides may change. */
interface OverridableCopy {
  readonly metadata: { labels: Record<string, string>; annotations: Record<string, string> }
}

/** The copy for a cluster. Policies apply in order, and their overrides too. Throws `OverridesError`. */
export function overrideCopy<T extends OverridableCopy>(
  copy: T,
  policies: readonly Policy<OverrideSpec>[],
  cluster: ClusterFacts,
): T {
  let made = copy
  let isOwn = false
  for (const policy of policies) {
    for (const [index, override] of (policy.spec.overrides ?? []).entries()) {
      if (!affinityMatches(override.target, cluster)) continue
      // The copy for other clusters shares it.
      if (!isOwn) made = structuredClone(made)
      isOwn = true
      applyShortcuts(made, override)
      made = patched(made, override, `${policy.kind} ${policy.name}: overrides[${index}]`)
    }
  }
  return made
}

function applyShortcuts(copy: OverridableCopy, override: Override): void {
  const { labels, annotations, imageRegistry, command, args } = override
  Object.assign(copy.metadata.labels, labels)
  Object.assign(copy.metadata.annotations, annotations)
  const podSpec = podSpecOf(copy)
  if (podSpec === undefined) return
  for (const container of containersOf(podSpec) as readonly Record<string, unknown>[]) {
    if (imageRegistry && typeof container.image === 'string')
      container.image = withRegistry(container.image, imageRegistry)
    setWords(container, 'command', command)
    setWords(container, 'args', args)
  }
}

function setWords(
  container: Record<string, unknown>,
  field: 'command' | 'args',
  entries: readonly ContainerWords[] | undefined,
): void {
  for (const { containerName, values } of entries ?? []) {
    if (containerName && containerName !== container.name) continue
    if (values === undefined || values.length === 0) delete container[field]
    else container[field] = [...values]
  }
}

/**
 * The image in another registry. The first part of a name is a registry if it has a dot or a port, or is `localhost`, as
 * container runtimes read it.
 */
export function withRegistry(image: string, registry: string): string {
  const slash = image.indexOf('/')
  const first = slash < 0 ? '' : image.slice(0, slash)
  const hasRegistry = first === 'localhost' || /[.:]/.test(first)
  return `${registry}/${hasRegistry ? image.slice(slash + 1) : image}`
}

function patched<T extends OverridableCopy>(copy: T, { jsonPatches }: Override, where: string): T {
  if (jsonPatches === undefined || jsonPatches.length === 0) return copy
  try {
    return structuredClone(applyJsonPatch(readJsonPatch(jsonPatches), copy)) as T
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new OverridesError(`${where}.jsonPatches: ${error.message}`, { cause: error })
  }
}
