import { type Infer, int64, optional, required, string, struct, time } from '../schema/type.js'

export const Condition = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
  'One finding about an object.',
  () => ({
    type: required(1, string, 'What the finding is about, in CamelCase or as a qualified name.'),
    status: required(2, string, 'Whether it holds: True, False or Unknown.', {
      enum: ['False', 'True', 'Unknown'],
    }),
    observedGeneration: optional(3, int64, 'Generation of the object that the finding refers to.'),
    lastTransitionTime: required(4, time, 'When the status last switched.'),
    reason: required(5, string, 'Single CamelCase word explaining the latest switch.'),
    message: required(6, string, 'Readable details about the latest switch.'),
  }),
)
export interface Condition extends Infer<typeof Condition> {}
