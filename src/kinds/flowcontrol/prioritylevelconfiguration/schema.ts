import { conditionFields } from '#kinds/flowcontrol/condition.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  completed,
  explicit,
  type Infer,
  int32,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

const V1 = 'io.k8s.api.flowcontrol.v1'

export const QueuingConfiguration = struct(`${V1}.QueuingConfiguration`, 'How requests wait.', () => ({
  queues: optional(1, int32, 'Queues of the level; 64 when left out.', { default: 64 }),
  handSize: optional(2, int32, 'Queues of which a request takes the shortest; 8 when left out.', {
    default: 8,
  }),
  queueLengthLimit: optional(3, int32, 'Requests that may wait in a queue; 50 when left out.', {
    default: 50,
  }),
}))
export interface QueuingConfiguration extends Infer<typeof QueuingConfiguration> {}

export const LimitResponse = struct(
  `${V1}.LimitResponse`,
  'What becomes of requests that are too many.',
  () => ({
    type: required(1, string, 'Queue or Reject.'),
    queuing: explicit(2, QueuingConfiguration, 'How requests wait; only with Queue.'),
  }),
  { unions: [{ discriminator: 'type', members: { queuing: 'Queuing' } }] },
)
export interface LimitResponse extends Infer<typeof LimitResponse> {}

export const LimitedPriorityLevelConfiguration = struct(
  `${V1}.LimitedPriorityLevelConfiguration`,
  'How many requests of a level are worked on at once.',
  () => ({
    nominalConcurrencyShares: explicit(1, int32, 'Share of all requests at once; 30 when left out.', {
      default: 30,
    }),
    limitResponse: optional(2, LimitResponse, 'What becomes of requests that are too many.'),
    lendablePercent: explicit(3, int32, 'Part of its share that other levels may use.', { default: 0 }),
    borrowingLimitPercent: explicit(
      4,
      int32,
      'Part of its share that it may take from others; any when absent.',
    ),
  }),
)
export interface LimitedPriorityLevelConfiguration extends Infer<typeof LimitedPriorityLevelConfiguration> {}

export const ExemptPriorityLevelConfiguration = struct(
  `${V1}.ExemptPriorityLevelConfiguration`,
  'A level without limit.',
  () => ({
    nominalConcurrencyShares: explicit(1, int32, 'Share of all requests at once that is reserved.', {
      default: 0,
    }),
    lendablePercent: explicit(2, int32, 'Part of its share that other levels may use.', { default: 0 }),
  }),
)
export interface ExemptPriorityLevelConfiguration extends Infer<typeof ExemptPriorityLevelConfiguration> {}

export const PriorityLevelConfigurationSpec = completed(
  struct(
    `${V1}.PriorityLevelConfigurationSpec`,
    'How many requests of a level are worked on at once; has the one member that its type names.',
    () => ({
      type: required(1, string, 'Limited or Exempt.'),
      limited: explicit(
        2,
        LimitedPriorityLevelConfiguration,
        'How many requests at once, and what becomes of others.',
      ),
      exempt: explicit(3, ExemptPriorityLevelConfiguration, 'What is reserved for a level without limit.'),
    }),
    { unions: [{ discriminator: 'type', members: { exempt: 'Exempt', limited: 'Limited' } }] },
  ),
  (spec) => {
    if (spec.type === 'Exempt') spec.exempt ??= { nominalConcurrencyShares: 0, lendablePercent: 0 }
  },
)
export interface PriorityLevelConfigurationSpec extends Infer<typeof PriorityLevelConfigurationSpec> {}

export const PriorityLevelConfigurationCondition = struct(
  `${V1}.PriorityLevelConfigurationCondition`,
  'One finding about a level.',
  () => conditionFields,
)
export interface PriorityLevelConfigurationCondition
  extends Infer<typeof PriorityLevelConfigurationCondition> {}

export const PriorityLevelConfigurationStatus = struct(
  `${V1}.PriorityLevelConfigurationStatus`,
  'Observed state of a level.',
  () => ({
    conditions: optional(1, list(PriorityLevelConfigurationCondition), 'Latest findings.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface PriorityLevelConfigurationStatus extends Infer<typeof PriorityLevelConfigurationStatus> {}

export const PriorityLevelConfiguration = struct(
  `${V1}.PriorityLevelConfiguration`,
  'A level of priority of requests.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the level.'),
    spec: optional(
      2,
      PriorityLevelConfigurationSpec,
      'How many requests of the level are worked on at once.',
    ),
    status: optional(3, PriorityLevelConfigurationStatus, 'Latest findings about the level.'),
  }),
)
export interface PriorityLevelConfiguration extends Infer<typeof PriorityLevelConfiguration> {}
