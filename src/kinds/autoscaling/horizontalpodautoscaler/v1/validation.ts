import { v1Conversion } from '#kinds/autoscaling/horizontalpodautoscaler/conversion.js'
import * as v2 from '#kinds/autoscaling/horizontalpodautoscaler/v2/validation.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { HorizontalPodAutoscaler } from './schema.js'

/**
 * The rules and field names are those of `autoscaling/v2`: annotations are validated like the fields that they stand
 * for.
 */

export function validate(object: Readonly<HorizontalPodAutoscaler>, errors: FieldErrors): void {
  v2.validateAutoscaler(v1Conversion.toStored(object), errors)
}

export function validateStatusUpdate(
  object: Readonly<HorizontalPodAutoscaler>,
  current: Readonly<HorizontalPodAutoscaler>,
  errors: FieldErrors,
): void {
  v2.validateAutoscalerStatus(v1Conversion.toStored(object), v1Conversion.toStored(current), errors)
}
