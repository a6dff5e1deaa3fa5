import { conditionFields } from '#kinds/flowcontrol/condition.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int32, list, optional, required, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.flowcontrol.v1'

export const QueuingConfiguration = struct(`${V1}.QueuingConfiguration`, 'Settings of the queues.', () => ({
  queues: optional(1, int32, 'Number of queues; 64 when left out.', { default: 64 }),
  handSize: optional(
    2,
    int32,
    'Number of candidate queues per flow, of which a request joins the shortest; 8 when left out.',
    {
      default: 8,
    },
  ),
  queueLengthLimit: optional(3, int32, 'Maximum number of requests in a queue; 50 when left out.', {
    default: 50,
  }),
}))
export interface QueuingConfiguration extends Infer<typeof QueuingConfiguration> {}

export const LimitResponse = struct(
  `${V1}.LimitResponse`,
  'What happens to requests above the limit.',
  () => ({
    type: required(1, string, 'Queue or Reject.'),
    queuing: explicit(2, QueuingConfiguration, 'Settings of the queues; only with type Queue.'),
  }),
  { unions: [{ discriminator: 'type', members: { queuing: 'Queuing' } }] },
)
export interface LimitResponse extends Infer<typeof LimitResponse> {}

export const LimitedPriorityLevelConfiguration = struct(
  `${V1}.LimitedPriorityLevelConfiguration`,
  'Concurrency limit of a priority level.',
  () => ({
    nominalConcurrencyShares: explicit(
      1,
      int32,
      "Nominal share of the server's concurrency; 30 when left out.",
      {
        default: 30,
      },
    ),
    limitResponse: optional(2, LimitResponse, 'What happens to requests above the limit.'),
    lendablePercent: explicit(3, int32, 'Percentage of its share that other levels may borrow.', {
      default: 0,
    }),
    borrowingLimitPercent: explicit(
      4,
      int32,
      'Percentage of its share that it may borrow from others; no limit when absent.',
    ),
  }),
)
export interface LimitedPriorityLevelConfiguration extends Infer<typeof LimitedPriorityLevelConfiguration> {}

export const ExemptPriorityLevelConfiguration = struct(
  `${V1}.ExemptPriorityLevelConfiguration`,
  'A priority level without a limit.',
  () => ({
    nominalConcurrencyShares: explicit(1, int32, "Nominal share of the server's concurrency.", {
      default: 0,
    }),
    lendablePercent: explicit(2, int32, 'Percentage of its share that other levels may borrow.', {
      default: 0,
    }),
  }),
)
export interface ExemptPriorityLevelConfiguration extends Infer<typeof ExemptPriorityLevelConfiguration> {}

export const PriorityLevelConfigurationSpec = struct(
  `${V1}.PriorityLevelConfigurationSpec`,
  'Concurrency limit of a priority level; set only the field that type names.',
  () => ({
    type: required(1, string, 'Limited or Exempt.'),
    limited: explicit(
      2,
      LimitedPriorityLevelConfiguration,
      'Concurrency limit, and what happens to requests above it.',
    ),
    exempt: explicit(3, ExemptPriorityLevelConfiguration, 'Share of a priority level without a limit.'),
  }),
  { unions: [{ discriminator: 'type', members: { exempt: 'Exempt', limited: 'Limited' } }] },
)
export interface PriorityLevelConfigurationSpec extends Infer<typeof PriorityLevelConfigurationSpec> {}

export const PriorityLevelConfigurationCondition = struct(
  `${V1}.PriorityLevelConfigurationCondition`,
  'One condition of a priority level.',
  () => conditionFields,
)
export interface PriorityLevelConfigurationCondition
  extends Infer<typeof PriorityLevelConfigurationCondition> {}

export const PriorityLevelConfigurationStatus = struct(
  `${V1}.PriorityLevelConfigurationStatus`,
  'Observed state of a priority level.',
  () => ({
    conditions: optional(1, list(PriorityLevelConfigurationCondition), 'Latest conditions.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface PriorityLevelConfigurationStatus extends Infer<typeof PriorityLevelConfigurationStatus> {}

export const PriorityLevelConfiguration = struct(
  `${V1}.PriorityLevelConfiguration`,
  'Concurrency limit for a class of requests.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the level.'),
    spec: optional(2, PriorityLevelConfigurationSpec, 'Concurrency limit of the level.'),
    status: optional(3, PriorityLevelConfigurationStatus, 'Observed state of the level.'),
  }),
)
export interface PriorityLevelConfiguration extends Infer<typeof PriorityLevelConfiguration> {}
