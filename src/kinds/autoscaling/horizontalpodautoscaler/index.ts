import { autoscalingV1, autoscalingV2 } from '#kinds/groups.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { autoscalerColumns, autoscalerColumnsV1 } from './columns.js'
import { v1Conversion } from './conversion.js'
import * as v1 from './v1/schema.js'
import * as v2 from './v2/schema.js'
import { validateAutoscaler, validateAutoscalerStatus } from './v2/validation.js'

/**
 * The rules and field names are those of `autoscaling/v2`: annotations are validated like the fields that they stand for.
 */
function validateV1(object: Readonly<v1.HorizontalPodAutoscaler>, errors: FieldErrors): void {
  validateAutoscaler(v1Conversion.toStored(object), errors)
}

function validateV1Status(
  object: Readonly<v1.HorizontalPodAutoscaler>,
  current: Readonly<v1.HorizontalPodAutoscaler>,
  errors: FieldErrors,
): void {
  validateAutoscalerStatus(v1Conversion.toStored(object), v1Conversion.toStored(current), errors)
}

export const horizontalPodAutoscaler = builtInKind<v2.HorizontalPodAutoscaler>({
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  shortNames: ['hpa'],
  categories: ['all'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...autoscalingV2,
    schema: v2.HorizontalPodAutoscaler,
    subresources: [statusOf('HorizontalPodAutoscaler')],
    columns: autoscalerColumns,
    rules: {
      // Annotations that stand for fields are dropped.
      readMetadata: true,
      validate: validateAutoscaler,
      validateStatusUpdate: validateAutoscalerStatus,
    },
  },
  otherVersions: [
    {
      ...autoscalingV1,
      schema: v1.HorizontalPodAutoscaler,
      subresources: [statusOf('HorizontalPodAutoscaler')],
      columns: autoscalerColumnsV1,
      conversion: v1Conversion,
      rules: { validate: validateV1, validateStatusUpdate: validateV1Status },
    },
  ],
})
