import { type Infer, int64, optional, required, string, struct, time } from '#schema/type.js'

export const Condition = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
  'One finding about an object.',
  () => ({
    type: required(1, string, 'Aspect described, in CamelCase, possibly with a domain before it.'),
    status: required(2, string, 'True when the condition applies, False when not, Unknown when undecided.', {
      enum: ['False', 'True', 'Unknown'],
    }),
    observedGeneration: optional(3, int64, 'Generation of the object that the finding is about.'),
    lastTransitionTime: required(4, time, 'When the status last moved from one value to another.'),
    reason: required(5, string, 'CamelCase word for the cause of the last move.'),
    message: required(6, string, 'Readable text with details of the last move; may be empty.'),
  }),
)
export interface Condition extends Infer<typeof Condition> {}
