import type { AnyStruct, Field, Fields, Type } from '#schema/type.js'
import type { Difference, Outcome, Step } from './apply-sequence.js'

/** Describes a difference: the relevant schema, the steps, and both results. */
export function reported(type: AnyStruct, steps: readonly Step[], difference: Difference): string {
  const bodies = steps.map(({ body }) => body)
  const { step, expected, actual } = difference
  return [
    `schema: ${describedStruct(type, bodies)}`,
    ...steps.slice(0, step + 1).map(stepText),
    `expected ${outcomeText(expected)}`,
    actual instanceof Error ? `actual: ${actual.stack}` : `actual   ${outcomeText(actual)}`,
  ].join('\n')
}

const stepText = ({ verb, manager, version, body }: Step, index: number) =>
  `${index + 1}. ${manager}: ${verb} in ${version} ${JSON.stringify(body)}`

const outcomeText = ({ object, entries, conflicts }: Outcome) =>
  [
    `object: ${JSON.stringify(object)}`,
    ...entries.map(
      ({ manager, operation, version, time, fields }) =>
        `         ${manager} ${operation} ${version} ${time}: ${JSON.stringify(fields)}`,
    ),
    ...conflicts.map((conflict) => `         conflict with ${conflict}`),
  ].join('\n')

/** The fields that have values or defaults. */
function describedStruct({ fields, mapType }: AnyStruct, values: readonly unknown[]): string {
  const properties = Object.entries(fields as Fields).flatMap(([name, field]) => {
    const given = values.map((value) => (value as Record<string, unknown> | null)?.[name])
    const present = given.filter((value) => value !== undefined)
    const isInteresting = present.length > 0 || field.default !== undefined || field.presence !== 'optional'
    return isInteresting ? [`${name}: ${describedField(field, present)}`] : []
  })
  return `${mapType ?? ''}{ ${properties.join(', ')} }`
}

function describedField(
  { type, presence, listType, listMapKeys, mapType, default: given }: Field,
  values: unknown[],
) {
  const keys = listMapKeys === undefined ? '' : ` by ${listMapKeys.join(' and ')}`
  const standard = given === undefined ? '' : ` = ${JSON.stringify(given)}`
  return `${presence} ${mapType ?? listType ?? ''}${keys} ${describedType(type, values)}${standard}`
}

function describedType(type: Type, values: readonly unknown[]): string {
  if (type.kind === 'scalar') return type.name
  if (type.kind === 'struct') return describedStruct(type, values)
  if (type.kind === 'either') return type.name
  const elements = values.flatMap((value) => Object.values(value ?? {}))
  return `${type.kind} of ${describedType(type.element, elements)}`
}
