import { daemonSetTypes, updateStrategyType } from '#kinds/apps/daemonset/schema.js'
import { LegacyPodTemplateSpec, labelsFromTemplate } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { emptyOf } from '#schema/decode.js'
import { explicit, type Infer, int64, intOrString, optional, struct, withCompletion } from '#schema/type.js'

const PREFIX = 'io.k8s.api.extensions.v1beta1'

const RollingUpdateDaemonSet = struct(
  `${PREFIX}.RollingUpdateDaemonSet`,
  'Pace of a rolling daemon set update.',
  () => ({
    maxUnavailable: explicit(
      1,
      intOrString,
      'Pods that may be down at once, as count or percentage; one when left out.',
    ),
  }),
)
export interface RollingUpdateDaemonSet extends Infer<typeof RollingUpdateDaemonSet> {}

const emptyRollingUpdate = emptyOf(RollingUpdateDaemonSet)

const DaemonSetUpdateStrategy = withCompletion(
  updateStrategyType(PREFIX, RollingUpdateDaemonSet, 'OnDelete'),
  (strategy) => {
    const rolls = strategy.type === 'RollingUpdate'
    if (rolls) strategy.rollingUpdate ??= emptyRollingUpdate()
    // Without a rolling update, a missing limit is shown as 0, as it always was.
    if (strategy.rollingUpdate) strategy.rollingUpdate.maxUnavailable ??= rolls ? 1 : 0
  },
)
export interface DaemonSetUpdateStrategy extends Infer<typeof DaemonSetUpdateStrategy> {}

const types = daemonSetTypes(PREFIX, {
  selector: explicit(
    1,
    LabelSelector,
    'Labels of the pods it manages; copied from the template when left out.',
  ),
  template: LegacyPodTemplateSpec,
  updateStrategy: DaemonSetUpdateStrategy,
  generation: {
    templateGeneration: optional(
      5,
      int64,
      'Sequence number of the pod template, raised by the server with each template change.',
    ),
  },
})

export const DaemonSet = withCompletion(types.DaemonSet, labelsFromTemplate)
export interface DaemonSetSpec extends Infer<typeof types.DaemonSetSpec> {}
export interface DaemonSetStatus extends Infer<typeof types.DaemonSetStatus> {}
export interface DaemonSet extends Infer<typeof DaemonSet> {}
