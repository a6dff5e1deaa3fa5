import { daemonSetTypes, updateStrategyType } from '#kinds/apps/daemonset/schema.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { emptyOf } from '#schema/decode.js'
import { completed, explicit, type Infer, intOrString, nullable, struct } from '#schema/type.js'

const PREFIX = 'io.k8s.api.apps.v1'

const RollingUpdateDaemonSet = struct(
  `${PREFIX}.RollingUpdateDaemonSet`,
  'Pace of a rolling daemon set update.',
  () => ({
    maxUnavailable: explicit(
      1,
      intOrString,
      'Nodes that may be without an available pod at once, as count or percentage; one when left out.',
    ),
    maxSurge: explicit(
      2,
      intOrString,
      'Nodes that may run an old and a new pod at once, as count or percentage; none when left out.',
    ),
  }),
)
export interface RollingUpdateDaemonSet extends Infer<typeof RollingUpdateDaemonSet> {}

const emptyRollingUpdate = emptyOf(RollingUpdateDaemonSet)

const DaemonSetUpdateStrategy = completed(
  updateStrategyType(PREFIX, RollingUpdateDaemonSet, 'RollingUpdate'),
  (strategy) => {
    const rolls = strategy.type === 'RollingUpdate'
    if (rolls) strategy.rollingUpdate ??= emptyRollingUpdate()
    if (!strategy.rollingUpdate) return
    strategy.rollingUpdate.maxUnavailable ??= rolls ? 1 : 0
    strategy.rollingUpdate.maxSurge ??= 0
  },
)
export interface DaemonSetUpdateStrategy extends Infer<typeof DaemonSetUpdateStrategy> {}

const types = daemonSetTypes(PREFIX, {
  selector: nullable(
    1,
    LabelSelector,
    'Labels of the pods it manages; must match the template, and never changes.',
  ),
  template: PodTemplateSpec,
  updateStrategy: DaemonSetUpdateStrategy,
  generation: {},
})

export const { DaemonSet } = types
export interface DaemonSetSpec extends Infer<typeof types.DaemonSetSpec> {}
export interface DaemonSet extends Infer<typeof DaemonSet> {}
