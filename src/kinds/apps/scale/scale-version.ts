import { autoscalingV1, extensionsV1beta1 } from '#kinds/groups.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { dns1123Subdomain } from '#meta/formats.js'
import { type LabelSelector, labelSelectorText } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import { type MetadataRules, validateMetadata } from '#registry/metadata/metadata-rules.js'
import type { CheckedType } from '#registry/write/field-check.js'
import type { ObjectType } from '#registry/write/read-object.js'
import { decoderOf } from '#schema/decode.js'
import {
  AutoscalingScale,
  type AutoscalingScaleStatus,
  ExtensionsScale,
  type ExtensionsScaleStatus,
} from './schema.js'

/** The fields that a scalable kind must have. */
export interface Scalable extends ApiObject {
  spec: { replicas?: number | undefined; selector?: unknown }
  status: { replicas?: number | undefined }
}

/** The fields of a scale in every group. */
export interface AnyScale extends ApiObject {
  spec: { replicas?: number | undefined }
}

/** The scale in one API version. */
export interface ScaleVersion<S extends AnyScale = AnyScale> {
  readonly type: ObjectType<S> & CheckedType
  statusOf(replicas: number, selector: LabelSelector | undefined): object
  /** Whether a not-found error names the scale instead of the scaled object. */
  readonly reportsScaleNotFound: boolean
  /** Whether a body must name the namespace. */
  readonly needsNamespace: boolean
}

export const extensionsScaleVersion: ScaleVersion<ExtensionsScale> = {
  type: {
    ...extensionsV1beta1,
    plural: 'scales',
    kind: 'Scale',
    aliases: ['apps/v1beta1', 'apps/v1beta2', 'autoscaling/v1'],
    schema: ExtensionsScale,
    decode: decoderOf(ExtensionsScale),
  },
  reportsScaleNotFound: true,
  needsNamespace: true,
  statusOf: (replicas, selector): ExtensionsScaleStatus => ({
    replicas,
    // A selector with expressions cannot be a map; then only the string holds it.
    selector: selector?.matchExpressions === undefined ? selector?.matchLabels : undefined,
    targetSelector: selector && labelSelectorText(selector),
  }),
}

export const autoscalingScaleVersion: ScaleVersion<AutoscalingScale> = {
  type: {
    ...autoscalingV1,
    plural: 'scales',
    kind: 'Scale',
    aliases: ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1'],
    schema: AutoscalingScale,
    decode: decoderOf(AutoscalingScale),
  },
  reportsScaleNotFound: false,
  needsNamespace: false,
  statusOf: (replicas, selector): AutoscalingScaleStatus => ({
    replicas,
    selector: selector && labelSelectorText(selector),
  }),
}

const METADATA: MetadataRules = { namespaced: true, nameFormat: dns1123Subdomain }

/** A scale is not stored, so the write pipeline does not validate its metadata. */
export function validateScale({ metadata, spec }: Readonly<AnyScale>, errors: FieldErrors): void {
  validateMetadata(metadata, METADATA, errors)
  mustNotBeNegative('spec.replicas', spec.replicas, errors)
}
