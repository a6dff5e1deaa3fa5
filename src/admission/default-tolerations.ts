import type { Pod } from '#kinds/core/pod/schema.js'
import type { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'
import type { PluginConfig } from './plugin-config.js'
import { isPodWrite } from './pod-writes.js'

/**
 * Every pod tolerates the taints of an unhealthy node for a while. A client that replaces a pod may leave out what the
 * server added, so updates get the tolerations too.
 */
export class DefaultTolerations implements AdmissionPlugin {
  readonly name = 'DefaultTolerationSeconds'
  readonly handles = isPodWrite
  readonly #seconds: readonly (readonly [taint: string, seconds: number])[]

  constructor(config: PluginConfig) {
    this.#seconds = [
      ['node.kubernetes.io/not-ready', config.defaultNotReadyTolerationSeconds],
      ['node.kubernetes.io/unreachable', config.defaultUnreachableTolerationSeconds],
    ]
  }

  admit({ object, part }: AdmissionReview): void {
    if (object === undefined || part !== 'object') return
    const { spec } = object as Pod
    for (const [key, seconds] of this.#seconds) {
      if (spec.tolerations?.some((toleration) => covers(toleration, key))) continue
      spec.tolerations = [...(spec.tolerations ?? []), endure(key, seconds)]
    }
  }
}

const covers = ({ key, effect }: Toleration, taint: string) =>
  (!key || key === taint) && (!effect || effect === 'NoExecute')

const endure = (key: string, tolerationSeconds: number): Toleration => ({
  key,
  operator: 'Exists',
  value: undefined,
  effect: 'NoExecute',
  tolerationSeconds,
})
