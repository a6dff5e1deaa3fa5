import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { boolean, explicit, type Infer, int32, optional, required, string, struct } from '#schema/type.js'

export const PriorityClass = struct(
  'io.k8s.api.scheduling.v1.PriorityClass',
  'A name for how important pods are.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the class.'),
    value: required(2, int32, 'Importance of pods of the class, more first; never changes.'),
    globalDefault: optional(3, boolean, 'True for the class of pods that name none.'),
    description: optional(4, string, 'When to use the class, for readers.'),
    preemptionPolicy: explicit(
      5,
      string,
      'Whether pods of the class may push out less important ones; they may when left out. Never changes.',
      { default: 'PreemptLowerPriority', enum: ['Never', 'PreemptLowerPriority'] },
    ),
  }),
)
export interface PriorityClass extends Infer<typeof PriorityClass> {}
