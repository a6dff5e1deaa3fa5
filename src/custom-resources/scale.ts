import type { CustomResourceSubresourceScale } from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { customScaleColumns } from '#kinds/apps/scale/columns.js'
import { type ScaleView, scaleEndpoint, scaleSubresourceView } from '#kinds/apps/scale/endpoint.js'
import { autoscalingScale } from '#kinds/apps/scale/index.js'
import { autoscalingScaleVersion } from '#kinds/apps/scale/scale-version.js'
import { ApiError, badRequest } from '#meta/api-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { MAX_INT32 } from '#meta/field-rules.js'
import type { Subresource } from '#registry/kind.js'
import { isJsonObject, setOwn } from '#schema/json-object.js'
import { excerpt } from '#util/excerpt.js'
import { stringifyJson } from '#util/text/json-integers.js'
import type { CustomResource } from './custom-resource-codec.js'

/** The segments of a path: `.spec.replicas` has two. */
const pathSegments = (path: string) => path.replace(/^\./, '').split('.')

/** The `scale` subresource of a custom resource. */
export function customResourceScale(scale: Readonly<CustomResourceSubresourceScale>): Subresource {
  const [spec, status, selector] = [
    scale.specReplicasPath,
    scale.statusReplicasPath,
    scale.labelSelectorPath ?? '',
  ].map(pathSegments) as [string[], string[], string[]]
  const view: ScaleView<CustomResource> = {
    path: spec,
    isValidatedByKind: true,
    replicas: (object) => {
      const replicas = at(object, spec)
      return typeof replicas === 'number' ? replicas : undefined
    },
    absent: {
      read: () => withoutReplicas(scale.specReplicasPath),
      write: () =>
        badRequest(`the spec replicas field ${JSON.stringify(scale.specReplicasPath)} cannot be empty`),
    },
    setReplicas: (object, replicas) => put(object, spec, replicas),
    status: (object) => {
      const [replicas, text] = [at(object, status), at(object, selector)]
      return {
        replicas: typeof replicas === 'number' ? replicas : 0,
        selector: typeof text === 'string' && text !== '' ? text : undefined,
      }
    },
  }
  return {
    ...autoscalingScale,
    columns: customScaleColumns,
    endpoint: scaleEndpoint(autoscalingScaleVersion, view),
    view: scaleSubresourceView(autoscalingScaleVersion, view),
  }
}

const withoutReplicas = (path: string) =>
  new ApiError(
    'notFound',
    `the object has no scale: the spec replicas field ${JSON.stringify(path)} does not exist`,
    {},
  )

/** Validates the fields of a scale, besides the schema. */
export function validateScaled(
  object: Readonly<CustomResource>,
  { specReplicasPath, statusReplicasPath, labelSelectorPath = '' }: Readonly<CustomResourceSubresourceScale>,
  errors: FieldErrors,
): void {
  mustBeCount(object, specReplicasPath, errors)
  mustBeCount(object, statusReplicasPath, errors)
  const selector = at(object, pathSegments(labelSelectorPath))
  if (labelSelectorPath !== '' && selector !== undefined && typeof selector !== 'string') {
    errors.invalid(fieldOf(labelSelectorPath), '', wrongType(labelSelectorPath, selector, 'string'))
  }
}

/** The messages of kube-apiserver. */
function wrongType(path: string, value: unknown, wanted: string): string {
  return `.${fieldOf(path)} accessor error: ${formatValue(value)} is of the type ${typeName(value)}, expected ${wanted}`
}

const formatValue = (value: unknown) =>
  value === null ? '<nil>' : typeof value === 'object' ? excerpt(stringifyJson(value)) : String(value)

function typeName(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'int64'
  if (typeof value === 'number') return 'float64'
  return typeof value === 'boolean' ? 'bool' : 'string'
}

const fieldOf = (path: string) => path.replace(/^\./, '')

function mustBeCount(object: Readonly<CustomResource>, path: string, errors: FieldErrors): void {
  const value = at(object, pathSegments(path))
  if (value === undefined) return
  if (typeof value !== 'bigint' && !Number.isInteger(value))
    errors.invalid(fieldOf(path), 0, wrongType(path, value, 'int64'))
  else if ((value as number | bigint) < 0)
    errors.invalid(fieldOf(path), value, 'should be a non-negative integer')
  else if ((value as number | bigint) > MAX_INT32) {
    errors.invalid(fieldOf(path), value, `should be less than or equal to ${MAX_INT32}`)
  }
}

function at(object: Readonly<CustomResource>, path: readonly string[]): unknown {
  let value: unknown = object
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

/** Sets the field, creating its parents. Existing parents may be shared, so they are copied. */
function put(object: CustomResource, path: readonly string[], value: unknown): void {
  let place: Record<string, unknown> = object
  for (const name of path.slice(0, -1)) {
    const next = isJsonObject(place[name]) ? { ...place[name] } : {}
    setOwn(place, name, next)
    place = next
  }
  setOwn(place, path.at(-1) as string, value)
}
